// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/wait.h"

#include "eventually.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <optional>
#include <thread>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A thread that waits on a clock in the test's hand.
struct Waiting
{
    explicit Waiting(Duration wait)
        : thread([this, wait](const std::stop_token &stop) {
            end = waitFor(clock, wait, stop);
            hasEnded = true;
        })
    {}

    ManualClock clock;
    WaitEnd end = WaitEnd::TimeIsUp;
    std::atomic<bool> hasEnded = false;
    std::jthread thread;
};

} // namespace

class WaitTest final : public QObject
{
    Q_OBJECT

private slots:
    void endsWhenTheTimeIsUp()
    {
        Waiting waiting(1h);
        QVERIFY(eventually([&] { return waiting.clock.waiting() == 1; }));
        waiting.clock.advance(1h - 1ns);
        QVERIFY(!waiting.hasEnded);
        waiting.clock.advance(1ns);
        waiting.thread.join();
        QVERIFY(waiting.end == WaitEnd::TimeIsUp);
    }
};

QONTROLLER_GUILESS_TEST(WaitTest)
#include "tst_wait.moc"
