// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "kitrun.h"
#include "programs.h"

#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller::test;

/// Whoever is right passes, and what cannot be judged is not called right.
class PluginsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QByteArray missing = missingPrograms({"sqlite3", "python3"});
        QVERIFY2(missing.isEmpty(), missing);
    }

    void passesWhatIsRight()
    {
        KitRun run;
        for (const int seed : {1, 2, 3}) {
            QVERIFY2(run.judgeFault("none", seed) == 0, run.output() + run.errors());
            QCOMPARE(run.checksThat("passed").size(), 13);
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
                            const QStringList &notRun) {
            QTest::newRow(name) << plugin << QStringLiteral(WORLDS "/") + file << notRun;
        };
        row("folder-mirror", PLUGINS "/folder-mirror.so", "folder-mirror/mirror.json", {});
        row("script", PLUGINS "/script.so", "script-sqlite/sqlite.json", {"leftovers"});
        row("process", PLUGINS "/process.so", "process/process.json", {});
        row("README's example", EXAMPLE, "file-sizes/sizes.json", {"leftovers", "outage"});
        row("simulator", PLUGINS "/simulator.so", "simulator.json",
            {"cancels", "deletions", "drift", "leftovers", "objects", "outage", "state"});
    }
    void passesThePluginsThatShip()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, file);
        QFETCH(QStringList, notRun);
        KitRun run;
        QVERIFY2(run.judge(plugin, file, 1) == 0, run.output() + run.errors());
        QCOMPARE(run.checksThat("not run"), notRun);
        QCOMPARE(run.checksThat("passed").size() + notRun.size(), 13);
        QCOMPARE(entriesOf(run.worlds()), QStringList());
    }

    void saysHowFarItWentWithoutAWorld()
    {
        KitRun run;
        QVERIFY2(run.judge(PLUGINS "/simulator.so", WORLDS "/simulator.json", 2) == 0,
                 run.output() + run.errors());
        QCOMPARE(run.text("state"), "needs \"world\" in " WORLDS "/simulator.json");
        for (const char *check : {"adds", "idempotent", "converges"})
            QCOMPARE(run.text(check),
                     "outcomes only: without a world nobody sees what the calls did");
    }

    void refusesWhatCannotBeJudged_data()
    {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence"); // %1 is the file
        const auto row = [](const char *name, const char *plugin, const char *json,
                            const char *sentence) {
            QTest::newRow(name) << plugin << QByteArray(json) << sentence;
        };
        row("no JSON", UPPER, "{", "%1: line 1, column 2: ");
        row("unknown key", UPPER, R"({"worlds": {}})", "%1: worlds: ");
        row("half a world", UPPER, R"({"world": {"change": ["x"]}})",
            "%1: world.actual: is missing");
        row("parameter", UPPER, R"({"parameters": {"source": 1, "target": "x"}})",
            "%1: parameters.source: must be text, but is 1");
        row("no plugin", WORLDS "/simulator.json", "{}",
            WORLDS "/simulator.json is not a plugin: ");
        row("no program", UPPER,
            R"({"parameters": {"source": "{world}", "target": "{world}"},
                "world": {"change": ["/no/such"], "desired": ["true"], "actual": ["true"]}})",
            "%1: world.change must name a program, but \"/no/such\" does not exist: install it or "
            "correct the path");
        row("command that fails", UPPER,
            R"({"parameters": {"source": "{world}", "target": "{world}"},
                "world": {"change": ["sh", "-c", "echo no luck >&2; exit 3"],
                          "desired": ["true"], "actual": ["true"]}})",
            "%1: world.change ended with status 3: no luck");
        row("world that does not change", UPPER,
            R"({"parameters": {"source": "{world}", "target": "{world}"},
                "world": {"change": ["true"], "desired": ["true"], "actual": ["true"]}})",
            "%1: world.change create made nothing that world.desired shows");
        row("state without a tab", UPPER,
            R"({"parameters": {"source": "{world}", "target": "{world}"},
                "world": {"change": ["true"], "desired": ["echo", "x"], "actual": ["true"]}})",
            "%1: world.desired printed \"x\": each line must be an id, a tab and a state");
    }
    void refusesWhatCannotBeJudged()
    {
        QFETCH(QString, plugin);
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        KitRun run;
        const QString file = run.write("it.json", json);
        const QString begin = "qontroller-conformance: " + sentence.replace("%1", file);
        QCOMPARE(run.judge(plugin, file, 1, {"--only", "adds"}), 2);
        QVERIFY2(QString::fromUtf8(run.errors()).startsWith(begin), run.errors());
        QCOMPARE(entriesOf(run.worlds()), QStringList());
    }

    void knowsItsChecks()
    {
        KitRun run;
        QCOMPARE(run.judgeFault("none", 1, {"--only", "magic"}), 2);
        QCOMPARE(QString::fromUtf8(run.errors()),
                 "qontroller-conformance: --only: there is no check \"magic\": there are stops, "
                 "lists, adds, idempotent, drift, state, objects, deletions, leftovers, cancels, "
                 "outage and converges\n");
    }

    void saysHowToFindAFaultAgain()
    {
        KitRun run;
        run.start(UPPER, run.upper("never-right"),
                  {"--only", "adds", "--seed", "5", "--settle-limit", "20s"});
        QCOMPARE(run.wait(), 3);
        QVERIFY2(run.output().contains("again: --only adds --seed 5 --rounds 1\n"), run.output());
        QVERIFY2(run.output().startsWith(UPPER ", seed 5, rounds 5\n"), run.output());
    }

    void endsWhenItIsAskedTo()
    {
        KitRun run;
        run.start(UPPER, run.upper("hangs"), {"--only", "adds"});
        QTRY_VERIFY_WITH_TIMEOUT(!entriesOf(run.worlds()).isEmpty(), 30'000);
        QCOMPARE(::kill(static_cast<pid_t>(run.process().processId()), SIGTERM), 0);
        QCOMPARE(run.wait(), 143);
        QCOMPARE(entriesOf(run.worlds()), QStringList());
    }
};

QTEST_GUILESS_MAIN(PluginsTest)
#include "tst_plugins.moc"
