// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleQueueTest : public QObject
{
    Q_OBJECT

private slots:
    // Two threads look at the clock and then come to the lock the other way round.
    void whatIsQueuedLaterHasNotWaitedForLessThanNothing()
    {
        ScheduleRig rig;
        rig.pass(1s);
        rig.created("a");
        Gauges gauges;
        rig.on<View>([&](View &view, TimePoint now) { view.fill(gauges, now - 1ms); });
        QCOMPARE(gauges.oldestWaiting, Duration::zero());
        const Runs::Taken taken = rig.on<Runs>(
            [](Runs &runs, TimePoint now) { return runs.take(1, now - 1ms); });
        QVERIFY(taken.item);
        QCOMPARE(taken.waited, Duration::zero());
    }

    void e2_nTriggersWhileItWaitsCauseOneRun()
    {
        ScheduleRig rig;
        rig.created("a");
        for (int i = 0; i < 10; ++i)
            rig.modified("a");
        rig.list({"a"});
        rig.requeue("a");
        QCOMPARE(rig.depth(), 1u);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.depth(), 0u);
        QCOMPARE(rig.counters().triggers, 13u);
        QCOMPARE(rig.counters().dequeued, 1u);
    }

    void e3_bandsByCause()
    {
        ScheduleRig rig;
        rig.list({"listed"});
        rig.add("retried", Cause::Retry);
        rig.modified("event");
        rig.add("owner", Cause::Owner);
        rig.requeue("operator");
        rig.deleted("gone");
        QCOMPARE(rig.runAll(), "operator event owner -gone retried listed");
    }

    void e3_withoutPrioritiesFirstInFirstOut()
    {
        ScheduleRig rig({.priorities = false});
        rig.list({"a", "b"});
        rig.modified("c");
        rig.requeue("d");
        rig.modified("a");
        rig.requeue("b");
        QCOMPARE(rig.runAll(), "a b c d");
    }

    void e3_listedIdAgesIntoTheEventsWhileTheyFlood()
    {
        ScheduleRig rig({.ageing = 1s});
        rig.list({"listed"});
        int taken = 0;
        for (std::string id; id != "listed"; ++taken) {
            QVERIFY(taken < 5000);
            rig.modified("event" + std::to_string(taken));
            rig.clock.advance(1ms);
            id = rig.run();
        }
        QVERIFY(taken > 1000);
    }

    void e6_itemKeepsWhyItWasQueued()
    {
        ScheduleRig rig;
        rig.list({"a"});
        QCOMPARE(causes(rig, "a"), bits({Cause::Listed}));
        rig.modified("a");
        rig.modified("a");
        rig.requeue("a");
        QCOMPARE(causes(rig, "a"), bits({Cause::Listed, Cause::Modified, Cause::Operator}));
        QCOMPARE(rig.row("a").coalesced, 4u);
        QCOMPARE(rig.detail("a")->reasons.size(), 3u);

        Item *item = rig.take();
        QCOMPARE(causes(rig, "a"), bits({Cause::Listed, Cause::Modified, Cause::Operator}));
        rig.deleted("a");
        QCOMPARE(causes(rig, "a"), bits({Cause::Deleted}));
        QCOMPARE(rig.row("a").coalesced, 1u);
        rig.finish(item);
    }

    void e6_delayedRunHasItsOwnReason()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(requeueAfter(10ms));
        QCOMPARE(causes(rig, "a"), bits({Cause::Requeue}));
        rig.pass(11ms);
        QCOMPARE(causes(rig, "a"), bits({Cause::Requeue}));
    }

    void e10_deletedAndCreatedAgainWhileQueuedIsHandledOnceAsPresent()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.runAll();
        rig.deleted("a");
        rig.created("a");
        QCOMPARE(rig.runAll(), "a");
        QVERIFY(!rig.row("a").absent);
    }

    void e8_tombstonesEndWithTheirList()
    {
        ScheduleRig rig;
        const auto endList = [&rig] {
            return rig.on<Intake>([](Intake &intake, TimePoint) { return intake.endList(); })
                .buried.size();
        };
        rig.list({});
        for (int list = 0; list < 2; ++list) {
            rig.beginList();
            for (int i = 0; i < 1000; ++i) {
                rig.created(ScheduleRig::objectName(i));
                rig.deleted(ScheduleRig::objectName(i));
            }
            rig.runAll();
            QCOMPARE(rig.itemsInMemory(), 0u);
            QCOMPARE(endList(), 1000u);
            QCOMPARE(endList(), 0u);
        }
    }

private:
    static std::uint16_t bits(std::initializer_list<Cause> causes)
    {
        unsigned all = 0;
        for (const Cause cause : causes)
            all |= 1U << static_cast<unsigned>(cause);
        return static_cast<std::uint16_t>(all);
    }
    static std::uint16_t causes(ScheduleRig &rig, std::string_view id)
    {
        return rig.row(id).causes;
    }
};

QONTROLLER_TEST(ScheduleQueueTest)
#include "tst_schedulequeue.moc"
