// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/api/stopping.h"
#include "printing.h"

#include <poll.h>

#include <thread>

using namespace qontroller;

using namespace std::chrono_literals;

namespace {

bool isReadable(const StopFd &fd)
{
    pollfd waiting{fd.get(), POLLIN, 0};
    return ::poll(&waiting, 1, 0) == 1;
}

} // namespace

/// Waits of authors end when they are asked to stop.
class StoppingTest : public QObject
{
    Q_OBJECT

private slots:
    void aSleepSaysThatItsTimeIsUp()
    {
        QVERIFY(sleepFor(1ms, {}) == WaitEnd::TimeIsUp);
        QVERIFY(sleepFor(0s, {}) == WaitEnd::TimeIsUp);
        QVERIFY(sleepFor(-1s, {}) == WaitEnd::TimeIsUp);
    }

    void aSleepSaysThatItWasStopped()
    {
        std::stop_source stop;
        const std::jthread stopper([&] {
            stop.request_stop();
        });
        QVERIFY(sleepFor(Duration::max(), stop.get_token()) == WaitEnd::Stopped);
        QVERIFY(sleepFor(Duration::max(), stop.get_token()) == WaitEnd::Stopped);
        QVERIFY(sleepFor(0s, stop.get_token()) == WaitEnd::Stopped);
    }

    void aDescriptorIsReadableOnceStopped()
    {
        std::stop_source stop;
        const StopFd fd(stop.get_token());
        QVERIFY(fd);
        QVERIFY(!isReadable(fd));
        stop.request_stop();
        QVERIFY(isReadable(fd));
        QVERIFY(isReadable(fd)); // and stays so
        QVERIFY(isReadable(StopFd(stop.get_token())));
    }
};

QTEST_APPLESS_MAIN(StoppingTest)
#include "tst_stopping.moc"
