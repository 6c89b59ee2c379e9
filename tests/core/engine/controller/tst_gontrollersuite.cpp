// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// The cases of gontroller's own test suite, made deterministic.
class GontrollerSuiteTest : public QObject
{
    Q_OBJECT

private slots:
    void t1t2_everyListedIdIsReadAndAddedOnce_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("T1: 1 worker") << 1;
        QTest::newRow("T2: 4 workers") << 4;
    }
    void t1t2_everyListedIdIsReadAndAddedOnce()
    {
        QFETCH(int, workers);
        EngineRig rig;
        rig.options.workers = workers;
        rig.source->putMany(100, "darknight/batman-");
        QVERIFY(rig.startAndSettle());

        QCOMPARE(rig.probe->total().gets, 100);
        QCOMPARE(rig.probe->total().adds, 100);
        for (int i = 0; i < 100; ++i) {
            const std::string id = "darknight/batman-" + std::to_string(i);
            QCOMPARE(rig.probe->gets(id), 1);
            QCOMPARE(rig.probe->adds(id), 1);
            QCOMPARE(rig.probe->seen(id).object, "object " + id);
        }
    }

    void t3_eventsFromThreeThreads()
    {
        EngineRig rig;
        QVERIFY(rig.startAndSettle());
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        {
            const auto ten = [](auto report) {
                return std::jthread([report] {
                    for (int i = 0; i < 10; ++i)
                        report(std::to_string(i));
                });
            };
            const auto a = ten([&](const auto &i) { rig.source->created("added" + i); });
            const auto m = ten([&](const auto &i) { rig.source->modified("modified" + i); });
            const auto d = ten([&](const auto &i) { rig.source->deleted("deleted" + i); });
        }
        QVERIFY(rig.settles());

        for (int i = 0; i < 10; ++i) {
            for (const std::string kind : {"added", "modified"}) {
                QCOMPARE(rig.probe->gets(kind + std::to_string(i)), 1);
                QCOMPARE(rig.probe->adds(kind + std::to_string(i)), 1);
            }
            QCOMPARE(rig.probe->gets("deleted" + std::to_string(i)), 0);
            QCOMPARE(rig.probe->removes("deleted" + std::to_string(i)), 1);
        }
        QCOMPARE(rig.probe->total().adds, 20);
        QCOMPARE(rig.probe->total().removes, 10);
    }

    void t4_deletionsThatArriveBehindASlowStorageRunOnce()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.options.workers = 1;
        rig.source->put("slow");
        rig.probe->onGet([&slow](const Attempt &attempt) {
            slow.wait(attempt.stop);
            return Probe::object(attempt.id);
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        for (int i = 0; i < 5; ++i)
            rig.source->deleted("single");
        slow.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+slow -single");
    }

    void t5t6_retriesOfWhatAlwaysFails_data()
    {
        QTest::addColumn<int>("maxRetries");
        QTest::newRow("T5: no retries, once each") << 0;
        QTest::newRow("T6: 5 retries, 6 each") << 5;
    }
    void t5t6_retriesOfWhatAlwaysFails()
    {
        QFETCH(int, maxRetries);
        EngineRig rig;
        rig.options.maxRetries = maxRetries;
        rig.source->putMany(2);
        rig.probe->onAdd([](const Attempt &) { return Outcome::retry("it always fails"); });
        QVERIFY(rig.startAndList());
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 2; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("o0"), maxRetries + 1);
        QCOMPARE(rig.probe->adds("o1"), maxRetries + 1);
    }
};

QONTROLLER_TEST(GontrollerSuiteTest)
#include "tst_gontrollersuite.moc"
