// SPDX-License-Identifier: LGPL-3.0-or-later
#include "heldhandlers.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Trigger = std::function<void(EngineRig &)>;

/// How triggers become runs. What the queue alone decides of that is in tests/core/engine/queue.
class TriggersTest : public QObject
{
    Q_OBJECT

private slots:
    void e1_anIdIsWithOneWorkerHoweverItGotIn_data()
    {
        QTest::addColumn<Trigger>("trigger");
        const auto row = [](const char *name, Trigger trigger) { QTest::newRow(name) << trigger; };
        row("event", [](EngineRig &rig) { rig.source->modified("a"); });
        row("list", [](EngineRig &rig) { static_cast<void>(rig.resync()); });
        row("operator", [](EngineRig &rig) { rig.command(ItemsAction{ItemVerb::Requeue, {"a"}}); });
        row("resume", [](EngineRig &rig) {
            rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {{}, "for a moment"}});
            rig.source->modified("a");
            rig.command(ItemsAction{ItemVerb::Resume, {"a"}});
        });
        row("every way at once", [](EngineRig &rig) {
            const std::jthread events([&] { rig.source->modified("a"); });
            const std::jthread requeues([&] {
                rig.command(ItemsAction{ItemVerb::Requeue, {"a"}});
            });
            static_cast<void>(rig.resync());
        });
    }
    void e1_anIdIsWithOneWorkerHoweverItGotIn()
    {
        QFETCH(Trigger, trigger);
        HeldHandlers rig(4);
        QVERIFY(rig.startWithOneRunning());
        const auto before = rig.counters().triggers;
        trigger(rig);
        QVERIFY(rig.triggered(before + 1));
        QCOMPARE(rig.probe->running(), 1);
        QCOMPARE(rig.gauges().running, 1U);

        rig.held.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        QVERIFY(!rig.probe->overlapped());
    }

    void e28_whatComesAfterBurstsRunsOnceAndAlone()
    {
        EngineRig rig;
        rig.options.workers = 4;
        Latch &first = rig.latch();
        Latch &second = rig.latch();
        std::atomic<int> running = 0;
        std::atomic<bool> wasAlone = true;
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id == "last") {
                wasAlone = wasAlone && running == 0;
                return Outcome::done();
            }
            ++running;
            (rig.probe->adds(attempt.id) == 1 ? first : second).wait(attempt.stop);
            attempt.requeue("last");
            --running;
            return Outcome::done();
        });
        rig.source->put("last");
        rig.source->putMany(50);
        ControllerSpec spec = rig.spec();
        spec.parts.afterBurst = "last";
        rig.id = *rig.host.add(std::move(spec));
        QVERIFY(eventually([&] { return first.waiting() == 4; }));
        first.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("last"), 1);
        for (int i = 0; i < 50; ++i)
            rig.source->modified("o" + std::to_string(i));
        QVERIFY(eventually([&] { return second.waiting() == 4; }));
        second.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("last"), 2);
        QVERIFY(wasAlone);
    }

    void e7_presenceIsReadAfterASlowLockWasGranted_data()
    {
        QTest::addColumn<bool>("deleted");
        QTest::newRow("deleted while the lock was asked for") << true;
        QTest::newRow("created while the lock was asked for") << false;
    }
    void e7_presenceIsReadAfterASlowLockWasGranted()
    {
        QFETCH(bool, deleted);
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.locker = makeLocker([&slow](const ObjectId &, auto &&, const std::stop_token &stop) {
            slow.wait(stop);
            return LockResult::granted(std::make_unique<ObjectLock>());
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        deleted ? rig.source->created("a") : rig.source->deleted("a");
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        deleted ? rig.source->deleted("a") : rig.source->created("a");
        slow.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a") > 0, !deleted);
        QCOMPARE(rig.probe->removes("a") > 0, deleted);
        QCOMPARE(rig.knows("a"), !deleted);
    }
};

QONTROLLER_TEST(TriggersTest)
#include "tst_triggers.moc"
