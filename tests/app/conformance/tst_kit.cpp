// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "kitrun.h"
#include "testprogram.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller::test;

/// What the program says, refuses and repeats.
class KitTest final : public QObject
{
    Q_OBJECT

private slots:
    void outputThatIsLostIsAnError()
    {
        KitRun run;
        run.process().setStandardOutputFile("/dev/full");
        QCOMPARE(run.judgeFault("none", 1, {"--only", "adds"}), 1);
        QVERIFY2(run.errors().endsWith("qontroller-conformance: cannot write the output: No space "
                                       "left on device\n"),
                 run.errors());
    }

    void s14_saysWhereAPluginHangs()
    {
        KitRun run;
        QCOMPARE(run.judgeFault("hangs", 1,
                                {"--only", "adds", "--settle-limit", "5s", "--stop-limit", "1s"}),
                 3);
        const QRegularExpression sentence(
            R"(^hangs: nothing has happened for 11s in add of "n\d+\.txt"$)");
        QVERIFY2(sentence.match(run.text("adds")).hasMatch(), qPrintable(run.text("adds")));
    }

    void saysHowAMissingPartIsGiven()
    {
        KitRun run;
        QCOMPARE(run.judgeFault("no-reconciler", 1, {"--only", "adds"}), 3);
        QCOMPARE(run.text("adds"), "the controller that it makes has no reconciler");
        const QString right = run.checks().at("adds")["right"].toString();
        const QString file = run.upper("no-reconciler");
        QCOMPARE(right, "set ControllerParts::reconciler in create(); if that depends on a "
                        "parameter, give it in \"parameters\" of "
                            + file);
    }

    void readsSecretsAsASessionAndDoesNotShowThem_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QFile::Permissions>("permissions");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("sentence");
        const QFile::Permissions mine = QFile::ReadOwner | QFile::WriteOwner;
        const QString seen = "no list is complete: wrong key: ••••";
        QTest::newRow("of a file")
            << QByteArray(R"({"fromFile": "{here}/key"})") << mine << 3 << seen;
        QTest::newRow("of a variable")
            << QByteArray(R"({"fromEnv": "KIT_TEST_KEY"})") << mine << 3 << seen;
        QTest::newRow("of none") << QByteArray(R"({"fromEnv": "KIT_TEST_NO_KEY"})") << mine << 2
                                 << "parameters.key.fromEnv: ";
        QTest::newRow("of a file for all")
            << QByteArray(R"({"fromFile": "{here}/key"})") << (mine | QFile::ReadOther) << 2
            << "parameters.key.fromFile: ";
    }
    void readsSecretsAsASessionAndDoesNotShowThem()
    {
        QFETCH(QByteArray, key);
        QFETCH(QFile::Permissions, permissions);
        QFETCH(int, status);
        QFETCH(QString, sentence);
        KitRun run;
        QProcessEnvironment environment = run.process().processEnvironment();
        environment.insert("KIT_TEST_KEY", "swordfish");
        run.process().setProcessEnvironment(environment);
        QVERIFY(QFile::setPermissions(run.write("key", "swordfish\n"), permissions));
        const QString file = run.write("it.json",
                                       R"({"parameters": {"source": "{world}", "target": "{world}",
                                           "fault": "shows-its-key", "key": )"
                                           + key + "}}");
        QCOMPARE(run.judge(UPPER, file, 1, {"--only", "lists", "--settle-limit", "1s"}), status);
        const QString said = status == 3 ? run.text("lists") : QString::fromUtf8(run.errors());
        QVERIFY2(said.contains(sentence), qPrintable(said));
        QVERIFY2(!run.output().contains("swordfish"), run.output());
    }

    void warnsOfASecretThatTextsWillShow()
    {
        KitRun run;
        const QString file = run.write("it.json",
                                       R"({"parameters": {"source": "{world}", "target": "{world}",
                                           "key": "abc"}})");
        QCOMPARE(run.judge(UPPER, file, 1, {"--only", "lists"}), 0);
        QVERIFY2(run.errors().contains(": the secret of parameters.key has fewer than 4 bytes"),
                 run.errors());
    }

    void saysThatAPluginAndAWorldDoNotFit_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("check");
        QTest::addColumn<QJsonArray>("actual");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("a line too many")
            << "appends"
            << "idempotent"
            << QJsonArray{"sh", "-c",
                          "cd target && for f in *.txt; do [ ! -e $f ] || { printf '%s\t' $f; "
                          "sed 's/$/|/' $f; }; done"}
            << R"(world\.actual printed "MADE \d+\|": each line must be an id, a tab and a state)";
        QTest::newRow("none at all") << "none"
                                     << "adds" << QJsonArray{"sh", "-c", "echo not so >&2; exit 3"}
                                     << R"(world\.actual ended with exit status 3: not so)";
    }
    void saysThatAPluginAndAWorldDoNotFit()
    {
        QFETCH(QString, fault);
        QFETCH(QString, check);
        QFETCH(QJsonArray, actual);
        QFETCH(QString, sentence);
        KitRun run;
        const QString file = run.upper(fault, {{"actual", actual}});
        QCOMPARE(run.judge(UPPER, file, 1, {"--only", check}), 3);
        const QRegularExpression expected(
            "^the plugin has worked in the world, and what is there then cannot be read: "
            + QRegularExpression::escape(file) + ": " + sentence + '$');
        QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
        const QString right = run.checks().at(check)["right"].toString();
        QVERIFY2(right.contains("what the plugin wrote") && right.contains("mend world.actual"),
                 qPrintable(right));
    }

    void knowsItsFolderAlsoWhenThePluginChangesThatOfTheProcess()
    {
        KitRun run;
        static_cast<void>(run.write("make", "mkdir source target\n"));
        const QFileInfo file(
            run.upper("changes-folder", {{"make", QJsonArray{"sh", "{here}/make"}}}));
        run.process().setWorkingDirectory(file.path());
        QVERIFY2(run.judge(UPPER, file.fileName(), 1, {"--only", "state"}) == 0,
                 run.output() + run.errors());
    }

    void saysWhereASourceIsMissing()
    {
        KitRun run;
        const QString file =
            run.write("it.json",
                      R"({"parameters": {"source": "{world}/none", "target": "{world}"}})");
        QCOMPARE(run.judge(UPPER, file, 1,
                           {"--only", "stops", "--only", "lists", "--settle-limit", "1s"}),
                 3);
        QCOMPARE(run.verdict("stops"), "not run");
        QVERIFY(run.text("lists").startsWith("no list is complete: there is no /"));
        const QString right = run.checks().at("lists")["right"].toString();
        QVERIFY2(right.endsWith("see that what \"parameters\" of " + file + " name is there"),
                 qPrintable(right));
    }

    void findsTheSameWithTheSameSeed()
    {
        KitRun run;
        QCOMPARE(run.judgeFault("mutates", 7, {"--only", "objects"}), 3);
        const QString first = run.text("objects");
        QCOMPARE(run.judgeFault("mutates", 7, {"--only", "objects"}), 3);
        QCOMPARE(run.text("objects"), first);
        QCOMPARE(run.judgeFault("mutates", 8, {"--only", "objects"}), 3);
        QVERIFY(run.text("objects") != first);
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
            "%1: world.change ended with exit status 3: no luck");
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
        QCOMPARE(
            QString::fromUtf8(run.errors()),
            "qontroller-conformance: --only: there is no check \"magic\": there are "
            "creates, stops, lists, watch, adds, idempotent, drift, state, objects, deletions, "
            "leftovers, cancels, "
            "outage, converges, descriptors, threads, unchanged, recovers, drains and cleanup\n");
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
        QTRY_VERIFY(!entriesOf(run.worlds()).isEmpty());
        QCOMPARE(::kill(static_cast<pid_t>(run.process().processId()), SIGTERM), 0);
        QCOMPARE(run.wait(), 143);
        QCOMPARE(entriesOf(run.worlds()), QStringList());
    }
};

QONTROLLER_GUILESS_TEST(KitTest)
#include "tst_kit.moc"
