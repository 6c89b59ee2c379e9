// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "kitrun.h"
#include "programs.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller::test;

/// A plugin that is right passes, and what cannot be judged is not called right.
class PluginsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { NEEDS_PROGRAMS("sqlite3", "python3"); }

    void passesWhatIsRight()
    {
        KitRun run;
        for (const int seed : {1, 2, 3}) {
            QVERIFY2(run.judgeFault("none", seed) == 0, run.output() + run.errors());
            QCOMPARE(run.checksThat("not run"), ForConsist);
            QCOMPARE(run.checksThat("passed").size(), CheckCount - ForConsist.size());
            QCOMPARE(run.summary()["seed"].toInt(), seed);
        }
        QCOMPARE(entriesOf(run.worlds()), QStringList());
    }

    void passesThePluginsThatShip_data()
    {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("notRun");
        const auto row = [](const char *name, const char *plugin, const char *file,
                            QStringList notRun) {
            if (!notRun.contains("cleanup"))
                notRun += ForConsist;
            notRun.sort();
            QTest::newRow(name) << plugin << QStringLiteral(WORLDS "/") + file << notRun;
        };
        row("folder-mirror", PLUGINS "/folder-mirror.so", "folder-mirror/mirror.json", {});
        row("script", PLUGINS "/script.so", "script-sqlite/sqlite.json", {"watch"});
        row("process", PLUGINS "/process.so", "process/process.json", {});
        row("README's example", EXAMPLE, "file-sizes/sizes.json", {"leftovers", "watch"});
        row("simulator", PLUGINS "/simulator.so", "simulator.json",
            {"cancels", "deletions", "drift", "leftovers", "objects", "outage", "state"});
        row("simulated-fleet", PLUGINS "/simulated-fleet.so", "simulated-fleet.json",
            {"cancels", "cleanup", "deletions", "drift", "leftovers", "objects", "outage", "state",
             "watch"});
    }
    void passesThePluginsThatShip()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, file);
        QFETCH(QStringList, notRun);
        KitRun run;
        QVERIFY2(run.judge(plugin, file, 1) == 0, run.output() + run.errors());
        QCOMPARE(run.checksThat("not run"), notRun);
        QCOMPARE(run.checksThat("passed").size() + notRun.size(), CheckCount);
        QCOMPARE(entriesOf(run.worlds()), QStringList());
        QTRY_COMPARE(run.left(), QStringList()); // writers of logs end after their process
    }

    void s14_saysHowFarItWentWithoutAWorld()
    {
        KitRun run;
        QVERIFY2(run.judge(PLUGINS "/simulator.so", WORLDS "/simulator.json", 2) == 0,
                 run.output() + run.errors());
        QCOMPARE(run.text("state"), "needs \"world\" in " WORLDS
                                    "/simulator.json: commands that change and show what the "
                                    "plugin works on; see --help");
        for (const char *check : {"adds", "idempotent", "converges", "watch"})
            QCOMPARE(run.text(check),
                     "outcomes only: without a world the kit does not see what the calls did");
    }
};

QONTROLLER_GUILESS_TEST(PluginsTest)
#include "tst_plugins.moc"
