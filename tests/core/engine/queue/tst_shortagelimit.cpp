// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/queue/shortagelimit.h"
#include "printing.h"
#include "schedulerig.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Begin{1h};

} // namespace

/// E26: what the host is short of is shared by fewer runs at once.
class ShortageLimitTest : public QObject
{
    Q_OBJECT

private slots:
    void limitsNothingUntilAShortage()
    {
        ShortageLimit limit;
        limit.wentWell(Begin);
        QVERIFY(limit.left(10'000) > 1'000'000);
    }

    void aShortageLeavesOnePlaceLess()
    {
        ShortageLimit limit;
        limit.wasShort(16, Begin);
        QCOMPARE(limit.left(0), std::size_t(15));
        QCOMPARE(limit.left(15), std::size_t(0));
        QCOMPARE(limit.left(16), std::size_t(0)); // those that had begun before
        limit.wasShort(16, Begin);
        QCOMPARE(limit.left(0), std::size_t(14));
        limit.wasShort(3, Begin);
        QCOMPARE(limit.left(0), std::size_t(2));
    }

    void onePlaceIsAlwaysLeft()
    {
        ShortageLimit limit;
        for (int i = 0; i < 5; ++i)
            limit.wasShort(1, Begin);
        QCOMPARE(limit.left(0), std::size_t(1));
    }

    void whatGoesWellGivesPlacesBack()
    {
        ShortageLimit limit;
        limit.wasShort(1, Begin);
        const auto goWell = [&](int runs) {
            for (int i = 0; i < runs; ++i)
                limit.wentWell(Begin);
            return limit.left(0);
        };
        QCOMPARE(goWell(1), std::size_t(1));
        QCOMPARE(goWell(1), std::size_t(2));
        QCOMPARE(goWell(4), std::size_t(3));
        QVERIFY(goWell(500'000) > 1'000'000);
    }

    void whileNoneEndsOneMoreIsTriedNowAndThen()
    {
        ShortageLimit limit;
        limit.wasShort(4, Begin);
        limit.look(Begin + 4s);
        QCOMPARE(limit.left(3), std::size_t(0));
        QCOMPARE(limit.nextTry(3), Begin + 5s);
        limit.look(Begin + 5s);
        QCOMPARE(limit.left(3), std::size_t(1));
        limit.started(3, Begin + 5s);
        QCOMPARE(limit.left(4), std::size_t(0));
        limit.look(Begin + 10s);
        QCOMPARE(limit.left(4), std::size_t(1));
        QCOMPARE(limit.left(2), std::size_t(1)); // as it would be anyway
    }

    void e26_aRunThatHangsDoesNotKeepTheOnlyPlace()
    {
        ScheduleRig rig;
        rig.listObjects(100);
        Item *const hangs = rig.take();
        Item *const meets = rig.take();
        rig.finish(meets, RunResult{Outcome::shortage("no files", 1s)});
        QVERIFY(!rig.take());
        QVERIFY(rig.nextDue() <= 5s);
        std::set<std::string> handled;
        for (int second = 0; second < 60; ++second) {
            rig.clock.advance(1s);
            while (Item *item = rig.take()) {
                handled.emplace(item->id());
                rig.finish(item);
            }
        }
        QCOMPARE(handled.size(), std::size_t(99));
        rig.finish(hangs);
    }

    // 3 of what each run needs one of, 8 workers, and a list each second.
    void e26_allHaveTheirTurn()
    {
        constexpr int Objects = 60;
        constexpr std::size_t There = 3;
        constexpr std::size_t Workers = 8;
        ScheduleRig rig;
        std::set<std::string> handled;
        for (int second = 0; second < 120 && handled.size() < Objects; ++second) {
            rig.listObjects(Objects);
            for (int round = 0; round < 4; ++round) { // a run takes a quarter of a second
                std::vector<Item *> running;
                for (Item *item = rig.take(); item; item = rig.take()) {
                    running.push_back(item);
                    if (running.size() == Workers)
                        break;
                }
                for (std::size_t i = 0; i < running.size(); ++i) {
                    if (i < There)
                        handled.emplace(running[i]->id());
                    rig.finish(running[i], i < There
                                               ? RunResult{}
                                               : RunResult{Outcome::shortage("no files", 1s)});
                }
            }
            rig.clock.advance(1s);
        }
        QCOMPARE(handled.size(), std::size_t(Objects));
    }
};

QONTROLLER_TEST(ShortageLimitTest)
#include "tst_shortagelimit.moc"
