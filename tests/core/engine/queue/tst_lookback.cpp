// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

#include "core/engine/queue/histories.h"
#include "core/engine/queue/lookback.h"
#include "core/engine/queue/ticketends.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t MiB = std::size_t{1} << 20;

std::size_t sumOf(const LookBack &most)
{
    return most.events + most.ticketEnds + most.histories;
}

} // namespace

/// How much is kept of what has happened.
class LookBackTest : public QObject
{
    Q_OBJECT

private slots:
    void followsHowManyAreKnown_data()
    {
        QTest::addColumn<std::size_t>("known");
        QTest::addColumn<std::size_t>("bytes");
        QTest::newRow("none") << std::size_t(0) << MiB / 4;
        QTest::newRow("few") << std::size_t(10'000) << MiB / 4;
        QTest::newRow("many") << std::size_t(100'000) << std::size_t(1'600'000);
        QTest::newRow("a million") << std::size_t(1'000'000) << 10 * MiB;
        QTest::newRow("ten million") << std::size_t(10'000'000) << 10 * MiB;
    }
    void followsHowManyAreKnown()
    {
        QFETCH(std::size_t, known);
        QFETCH(std::size_t, bytes);
        const LookBack most = lookBackFor(known);
        QCOMPARE(sumOf(most), bytes);
        QVERIFY(most.events >= bytes / 2);
    }

    void withWhatIsUnreadItIs16MiB()
    {
        constexpr std::size_t BytesOfSum = 96;
        const LookBack most = lookBackFor(SIZE_MAX / 1024);
        QVERIFY(EventRing::DefaultBytes + TicketEnds::DefaultBytes
                    + TicketEnds::DefaultSums * BytesOfSum + most.histories
                <= 16 * MiB);
    }

    void anOutageOfFewObjectsCostsLittle_data()
    {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("no reader") << false;
        QTest::newRow("a reader that reads") << true;
    }
    void anOutageOfFewObjectsCostsLittle()
    {
        QFETCH(bool, isRead);
        constexpr int Count = 2000;
        ScheduleRig rig(
            {.maxRetries = 100, .backoffBase = 1ms, .retryRate = 1e9, .retryBurst = 1'000'000});
        rig.listObjects(Count);
        for (int i = 0; i < 20; ++i) {
            rig.runAll(retry("no connection to the storage"));
            rig.pass(1h);
            for (bool isMore = isRead; isMore;)
                isMore = !rig.pull().events.empty();
        }
        const std::size_t bytes = rig.on<View>(
            [](const View &view, TimePoint) { return view.lookBackBytes(); });
        QVERIFY2(bytes <= sumOf(lookBackFor(Count)), std::to_string(bytes).c_str());
    }
};

QONTROLLER_TEST(LookBackTest)
#include "tst_lookback.moc"
