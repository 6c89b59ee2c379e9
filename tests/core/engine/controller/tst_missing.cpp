// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// E7: before a removal that no event asked for the storage is asked, also before each
/// further try.
class MissingTest : public QObject
{
    Q_OBJECT

private slots:
    void e7_aStorageThatCannotTellLetsItsSourceDecide()
    {
        EngineRig rig;
        rig.probe->onGet([](const Attempt &attempt) {
            return Fetched<std::string>::assumed(std::make_shared<std::string>(attempt.id));
        });
        rig.source->putMany(2);
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.probe->total().adds, 2);
        rig.source->drop("o0");
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 1);
        QVERIFY(!rig.knows("o0"));
        QCOMPARE(rig.probe->adds("o1"), 2);
    }

    void e7_aStorageThatFailsRemovesNothing()
    {
        EngineRig rig;
        rig.options.massDeletionGuard = false; // it is all that there is
        rig.source->putMany(1);
        QVERIFY(rig.startAndSettle());
        std::atomic<bool> broken = true;
        rig.probe->onGet([&broken](const Attempt &) {
            return broken ? Fetched<std::string>::failed("no connection")
                          : Fetched<std::string>::gone();
        });
        rig.source->drop("o0");
        QVERIFY(rig.resync());
        QVERIFY(rig.reaches("o0", ItemState::BackOff));
        QCOMPARE(rig.row("o0").text, "no connection");
        QVERIFY(rig.row("o0").absent);
        QCOMPARE(rig.probe->removes("o0"), 0);
        broken = false;
        QVERIFY(rig.passUntil([&] { return !rig.knows("o0"); }));
        QCOMPARE(rig.probe->removes("o0"), 1);
    }

    void e7_theStorageIsAskedBeforeEachFurtherTryOfARemoval_data()
    {
        QTest::addColumn<bool>("byEvent");
        QTest::newRow("after an event") << true;
        QTest::newRow("after a list") << false;
    }
    void e7_theStorageIsAskedBeforeEachFurtherTryOfARemoval()
    {
        QFETCH(bool, byEvent);
        EngineRig rig;
        rig.options.massDeletionGuard = false; // it is all that there is
        rig.source->putMany(1);
        QVERIFY(rig.startAndSettle());
        rig.probe->onRemove([](const Attempt &) { return Outcome::retry("busy"); });
        if (byEvent)
            rig.source->deleted("o0");
        else
            rig.source->drop("o0");
        QVERIFY(byEvent || rig.resync());
        QVERIFY(rig.reaches("o0", ItemState::BackOff));
        rig.source->put("o0"); // made again, and nobody has said so yet
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("o0") == 2; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 1);
        QVERIFY(!rig.row("o0").absent);
    }

    void e7_aStorageLearnsThatItIsAskedToMakeSure()
    {
        EngineRig rig;
        rig.options.massDeletionGuard = false; // it is all that there is
        rig.source->putMany(1);
        std::atomic<int> sure = 0;
        rig.probe->onGet([&](const Attempt &attempt) {
            sure += attempt.isMissing;
            return attempt.isMissing ? Fetched<std::string>::gone() : Probe::object(attempt.id);
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(sure.load(), 0);
        rig.source->drop("o0");
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return !rig.knows("o0"); }));
        QCOMPARE(sure.load(), 1);
    }
};

QONTROLLER_TEST(MissingTest)
#include "tst_missing.moc"
