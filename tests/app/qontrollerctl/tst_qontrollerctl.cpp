// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "eventually.h"
#include "gate.h"
#include "serverprocess.h"
#include "testprogram.h"
#include "unixsocket.h"

#include "app/qontrollerctl/verbs.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using test::Answer;

namespace {

/// Of the objects that `ids` names; those in `broken` cannot be handled.
constexpr const char *List = "cat ids";
constexpr const char *Add =
    R"([ "$QONTROLLER_ID" != c ] || printf '%s' '{"keep":"server 17\nzone \u001b[31m"}' >&3; )"
    R"(if grep -qx "$QONTROLLER_ID" broken; then echo "no room\033[31m" >&2; exit 78; fi; echo made)";

} // namespace

/// A server that runs, seen and steered from a terminal: both programs are real.
class QontrollerctlTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server.emplace(); }

    void showsWhatIsWrong()
    {
        start({"a", "b", "c"}, {"b"});
        QVERIFY(comesTo("b", "parked"));
        const Answer table = ctl({"status"});
        QCOMPARE(table.status, 0);
        QVERIFY2(table.output.startsWith("CONTROLLER  HEALTH   KNOWN"), table.output);
        QVERIFY2(table.output.contains("1 object parked"), table.output);
        const QJsonObject status =
            ctl({"status", "-o", "json"}).json().value("controllers").toArray().at(0).toObject();
        QCOMPARE(status.value("name").toString(), "test");
        QCOMPARE(status.value("health").toString(), "failing");
        QCOMPARE(status.value("reason").toString(), "1 object parked: no room\x1b[31m");
        QCOMPARE(status.value("parked").toInt(), 1);
        QCOMPARE(status.value("known").toInt(), 3);
    }

    void saysWhatNeedsAPerson()
    {
        start({"a", "b", "c"}, {});
        QTRY_COMPARE(statusValue("known"), 3);
        QTRY_COMPARE(ctl({"needs"}).output, QByteArray("nothing needs a person\n"));
        writeIds({}); // all at once are held
        QTRY_COMPARE(statusValue("held"), 3);
        QCOMPARE(ctl({"pause", "test"}).status, 0);
        QTRY_VERIFY(ctl({"needs"}).output.contains("test/paused"));
        const Answer table = ctl({"needs"});
        QCOMPARE(table.status, 0);
        const QList<QByteArray> lines = table.output.split('\n');
        QVERIFY2(lines.at(0).startsWith("SEVERITY  NEED"), table.output);
        QVERIFY2(lines.at(1).startsWith("decision  test/held"), table.output);
        const QJsonArray needs = ctl({"needs", "-o", "json"}).json().value("needs").toArray();
        const QJsonObject held = needs.at(0).toObject();
        QCOMPARE(held.value("key").toString(), "test/held");
        QCOMPARE(held.value("severity").toString(), "decision");
        QCOMPARE(held.value("count").toInt(), 3);
        QCOMPARE(held.value("verbs").toArray(), QJsonArray({"remove", "keep"}));
        QVERIFY(held.value("seconds").isDouble());
        QVERIFY(needs.at(1).toObject().value("seconds").isDouble());
    }

    void doesWhatAnOperatorCanDo()
    {
        for (const ItemVerb verb : itemVerbs())
            QVERIFY2(findVerb(factsOf(verb).name), factsOf(verb).name.data());
        for (const ControllerVerb verb : controllerVerbs()) {
            const std::string_view typed = factsOf(verb).typed;
            QVERIFY2(typed.empty() || findVerb(typed), typed.data());
        }
    }

    void theHelpHasEveryVerb()
    {
        const QString help = QString::fromStdString(ctlHelp());
        for (const QString &verb : QString::fromStdString(verbNames()).split(", ")) {
            const QRegularExpression entry("\n  (\\w+, )*" + verb + "\\b");
            QVERIFY2(entry.match(help).hasMatch(), qPrintable(verb));
        }
    }

    void outputThatIsLostIsAnError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("help") << QStringList{"--help"};
        QTest::newRow("version") << QStringList{"--version"};
        QTest::newRow("a table") << QStringList{"status"};
        QTest::newRow("JSON") << QStringList{"status", "-o", "json"};
        QTest::newRow("events") << QStringList{"events"};
        QTest::newRow("hosts") << QStringList{"hosts"};
    }
    void outputThatIsLostIsAnError()
    {
        QFETCH(QStringList, arguments);
        start({"a"}, {"a"});
        QVERIFY(comesTo("a", "parked"));
        const Answer answer = ctl(arguments, "/dev/full");
        QCOMPARE(answer.status, 3);
        QCOMPARE(answer.error, "qontrollerctl: cannot write the output: No space left on device\n");
    }

    void withoutStandardDescriptorsItsOutputIsLost()
    {
        start({"a"}, {"a"});
        QVERIFY(comesTo("a", "parked"));
        for (int i = 0; i < 5; ++i) { // else a connection has number 1, now and then
            QProcess process;
            process.setProcessEnvironment(environment());
            process.start("sh", {"-c", "exec \"$0\" status 0<&- 1>&- 2>&-", QONTROLLERCTL});
            QVERIFY(process.waitForFinished());
            QCOMPARE(process.exitCode(), 3);
        }
    }

    void aHostThatAPluginHasEndedIsNoHost()
    {
        m_server->useDefaultControl();
        m_server->setEnvironment("XDG_RUNTIME_DIR", QFileInfo(m_server->file("x")).path());
        test::Gate gate(m_server->file("gate"));
        m_server->start({m_server->behaviour({{"outcome", "fault"},
                                              {"objects", 1},
                                              {"lists", "block"},
                                              {"gate", m_server->file("gate")}})});
        QVERIFY(m_server->waitForLog("qontrollerctl and windows reach this host at "));
        gate.openForCall();
        QCOMPARE(m_server->wait(), -1);
        const Answer hosts = ctl({"hosts", "-o", "json"});
        QCOMPARE(hosts.status, 0);
        QVERIFY2(!hosts.output.contains("session"), hosts.output);
    }

    void findsObjectsByTheWindowsFilter()
    {
        start({"a", "b", "c"}, {"b"});
        QVERIFY(comesTo("b", "parked"));
        const Answer items = ctl({"items", "state:parked", "-o", "json"});
        QCOMPARE(items.json().value("total").toInt(), 1);
        const QJsonObject item = items.json().value("items").toArray().at(0).toObject();
        QCOMPARE(item.value("id").toString(), "b");
        QVERIFY(item.value("reason").toString().contains("no room"));
        QCOMPARE(ctl({"items", "--limit", "2"}).output.count("test/"), 2);
        const Answer wrong = ctl({"items", "stat:failed"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.error.contains("at character 1: there is no field \"stat\""), wrong.error);
    }

    void wordsThatATerminalWouldObeyAreReadable_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString evil = QStringLiteral("\x1b[2J\x1b]0;owned\x07\u202e");
        QTest::newRow("a filter") << QStringList{"items", "state:" + evil};
        QTest::newRow("a regular expression") << QStringList{"items", "id:/(" + evil + "/"};
        QTest::newRow("a filter of a command")
            << QStringList{"pause", "--yes", "--filter", evil + ":x"};
        QTest::newRow("a verb") << QStringList{evil};
        QTest::newRow("an option") << QStringList{"status", "--" + evil};
        QTest::newRow("a value") << QStringList{"items", "--sort", evil};
        QTest::newRow("an object") << QStringList{"why", "test/" + evil};
        QTest::newRow("a controller") << QStringList{"resync", evil};
        QTest::newRow("options") << QStringList{"options", "test", evil + "=1"};
        QTest::newRow("a host") << QStringList{"--host", evil, "status"};
        QTest::newRow("a socket") << QStringList{"--host", "/tmp/" + evil, "status"};
        QTest::newRow("a file") << QStringList{"apply", "/tmp/" + evil};
        QTest::newRow("a job") << QStringList{"stop", evil};
    }
    void wordsThatATerminalWouldObeyAreReadable()
    {
        QFETCH(QStringList, arguments);
        start({"a"}, {});
        QVERIFY(m_server->waitForLog("qontrollerctl and windows reach this host at "));
        const Answer answer = ctl(arguments);
        QVERIFY(answer.status > 0);
        QVERIFY2(!answer.error.isEmpty(), answer.output);
        for (const QByteArray &said : {answer.error, answer.output}) {
            QVERIFY2(!said.contains('\x1b') && !said.contains('\x07')
                         && !said.contains("\xe2\x80\xae"),
                     said.toPercentEncoding());
        }
    }

    void saysWhy()
    {
        start({"a", "b", "c"}, {"b"});
        QVERIFY(comesTo("b", "parked"));
        const Answer why = ctl({"why", "test/b"});
        QCOMPARE(why.status, 0);
        QVERIFY2(why.output.startsWith("its handler said that trying again is of no use"),
                 why.output);
        QVERIFY2(why.output.contains("\nthe last error: no room\\x1b[31m\n"), why.output);
        const QJsonObject json = ctl({"why", "test/b", "-o", "json"}).json();
        QCOMPARE(json.value("lastError").toString(), "no room\x1b[31m");
        QVERIFY(comesTo("a", "in-sync"));
        const QByteArray well = ctl({"why", "test/a"}).output;
        QVERIFY2(well.endsWith("\nits handler said: made\n"), well);
        QVERIFY2(ctl({"attempts", "test/b"}).output.contains("parked: "), why.output);
        const Answer attempts = ctl(
            {"attempts", "test/c"}); // which is looked at for the first time
        QVERIFY2(attempts.output.startsWith("no attempts are kept"), attempts.output);
        QCOMPARE(ctl({"why", "test/none"}).status, 4);
        QCOMPARE(ctl({"why", "none/b"}).status, 4);
        QCOMPARE(ctl({"describe", "test/none"}).status, 4);
        QCOMPARE(ctl({"why", "test"}).output,
                 QByteArray("failing: 1 object parked: no room\\x1b[31m\n"));
        QCOMPARE(ctl({"why", "test", "-o", "json"}).json().value("health").toString(), "failing");
        const Answer empty = ctl({"requeue", "test/", "--wait"});
        QCOMPARE(empty.status, 2);
        QVERIFY2(empty.error.contains("test/: the id is missing: write CONTROLLER/ID"),
                 empty.error);
    }

    void e31_describesWhatWasLeftForTheNextAttempt()
    {
        start({"a", "c"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QVERIFY(comesTo("c", "in-sync"));
        QCOMPARE(ctl({"describe", "test/c"}).output,
                 QByteArray("the plugin does not describe its objects\nKept for its handler\n"
                            "server 17\nzone \\x1b[31m\n"));
        const QJsonObject json = ctl({"describe", "test/c", "-o", "json"}).json();
        QCOMPARE(json.value("kept").toString(), "server 17\nzone \x1b[31m");
        QCOMPARE(json.value("problem").toString(), "the plugin does not describe its objects");
        const Answer nothing = ctl({"describe", "test/a"});
        QCOMPARE(nothing.output, QByteArray());
        QVERIFY2(nothing.error.contains("the plugin does not describe its objects"), nothing.error);
    }

    void heldRemovalsAreSettledWithoutAWindow()
    {
        QStringList many;
        for (int i = 0; i < 40; ++i)
            many << QStringLiteral("o%1").arg(i);
        start(many, {});
        QTRY_COMPARE(statusValue("known"), 40);
        writeIds(many.mid(0, 20));
        QTRY_COMPARE(statusValue("held"), 20);
        const Answer status = ctl({"status"});
        QVERIFY2(status.output.contains("20 removals are held: a list lacked 20 of 40 objects"),
                 status.output);
        QCOMPARE(ctl({"keep", "test/o39"}).status, 0);
        QTRY_COMPARE(statusValue("held"), 19);
        const Answer unasked = ctl({"remove", "--filter", "state:held"});
        QCOMPARE(unasked.status, 2);
        QVERIFY2(unasked.error.contains("not confirmed: answer y at a terminal, or add --yes"),
                 unasked.error);
        const Answer dry = ctl({"confirm", "--filter", "state:held", "--dry-run"});
        QCOMPARE(dry.output, QByteArray("would remove 19 objects\n"));
        const Answer confirmed = ctl({"remove", "--filter", "state:held", "--yes", "--wait"});
        QCOMPARE(confirmed.output, QByteArray("remove 19 objects: 19 succeeded, 0 failed\n"));
        QCOMPARE(confirmed.status, 0);
        QCOMPARE(statusValue("known"), 21);
        for (const char *command : {": keep test/o39: 1 succeeded, 0 failed, asked for by ",
                                    ": remove 19 objects of the filter state:held, asked for by ",
                                    ": remove 19 objects of the filter state:held: 19 succeeded, 0 "
                                    "failed, asked for by "})
            QVERIFY2(m_server->waitForLog(command), m_server->log());
        QVERIFY2(m_server->log().contains(" test: command: job "), m_server->log());
    }

    void whatIsPausedIsNotRemovedAndNotWaitedFor()
    {
        QStringList many;
        for (int i = 0; i < 20; ++i)
            many << QStringLiteral("o%1").arg(i);
        start(many, {});
        QTRY_COMPARE(statusValue("known"), 20);
        QVERIFY(comesTo("o7", "in-sync"));
        QCOMPARE(ctl({"pause", "test/o7"}).status, 0);
        writeIds({});
        QTRY_COMPARE(statusValue("held"), 20);
        const Answer removed = ctl({"remove", "--filter", "state:held", "--yes", "--wait"});
        QCOMPARE(removed.status, 3);
        QCOMPARE(removed.output + removed.error,
                 QByteArray("remove 19 objects: 19 succeeded, 0 failed\n"
                            "1 skipped: paused: resume first\n"));
        QCOMPARE(statusValue("known"), 1);
        QCOMPARE(statusValue("held"), 1);
        QCOMPARE(runningJobs(), 0);
        const Answer only = ctl({"remove", "test/o7", "--wait"});
        QCOMPARE(only.status, 3);
        QCOMPARE(only.output, QByteArray("remove 0 objects\n1 skipped: paused: resume first\n"));
    }

    void manyObjectsAreAnsweredWhenNoKillForgetsThem()
    {
        constexpr int Many = 20'000;
        const QString session = m_server->session(
            {{"name", "test"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"list", QJsonArray{"seq", QString::number(Many)}},
                                        {"add", QJsonArray{"true"}}}},
             {"options", QJsonObject{{"workers", 0}}}});
        m_server->start({session, "--control", socket()});
        QVERIFY2(m_server->waitForLog("reach this host at"), m_server->log());
        QTRY_COMPARE(statusValue("known"), Many);
        const Answer paused = ctl({"pause", "--filter", "controller:test", "--yes"});
        m_server->signal(SIGKILL);
        QCOMPARE(paused.status, 0);
        QCOMPARE(paused.output, QByteArray("pause 20000 objects\n"));
        m_server->wait();
        m_server->start({session, "--control", socket()});
        QTRY_COMPARE(statusValue("known"), Many);
        QCOMPARE(statusValue("paused"), Many);
        QCOMPARE(runningJobs(), 0);
    }

    void theEndOfAPauseOfAControllerIsSaidWhereItIs()
    {
        start({"a"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QVERIFY(ctl({"status", "-o", "json"}).output.contains(R"("pausedUntil":null)"));
        const QDateTime before = QDateTime::currentDateTimeUtc();
        const Answer paused = ctl({"pause", "test", "--for", "49h", "-o", "json"});
        QCOMPARE(paused.status, 0);
        const QDateTime end = QDateTime::fromString(paused.json().value("until").toString(),
                                                    Qt::ISODateWithMs);
        QVERIFY2(end >= before.addSecs(49 * 3600) && end < before.addSecs(50 * 3600),
                 paused.output);
        const QJsonObject status =
            ctl({"status", "-o", "json"}).json().value("controllers").toArray().at(0).toObject();
        const QDateTime told = QDateTime::fromString(status.value("pausedUntil").toString(),
                                                     Qt::ISODateWithMs);
        QVERIFY2(qAbs(told.msecsTo(end)) < 30'000, qPrintable(told.toString()));
        const QString words = "paused until " + told.toLocalTime().toString("yyyy-MM-dd HH:mm");
        QCOMPARE(status.value("reason").toString(), words);
        QVERIFY(ctl({"why", "test"}).output.contains("paused until 2"));
        const QJsonObject need =
            ctl({"needs", "-o", "json"}).json().value("needs").toArray().at(0).toObject();
        QVERIFY(need.value("what").toString().startsWith("paused until 2"));
        const QDateTime until = QDateTime::fromString(need.value("until").toString(),
                                                      Qt::ISODateWithMs);
        QVERIFY2(qAbs(until.msecsTo(end)) < 30'000, qPrintable(until.toString()));
        QVERIFY(ctl({"pause", "test", "--for", "49h"}).output.startsWith("test: paused until 2"));
    }

    void theLogHasTheObjectsOfJobsAndWhatBecameOfThem()
    {
        start({"a", "b"}, {"b"});
        QVERIFY(comesTo("b", "parked"));
        QCOMPARE(ctl({"requeue", "test/a", "test/b", "--wait"}).status, 3);
        QVERIFY(ctl({"log"}).output.contains("a, b"));
        const auto last = [this] {
            return ctl({"log", "-o", "json"}).json().value("log").toArray().last().toObject();
        };
        const QJsonObject line = last();
        QCOMPARE(line.value("ids").toArray(), QJsonArray({"a", "b"}));
        QCOMPARE(line.value("objects").toInt(), 2);
        QCOMPARE(line.value("result").toString(),
                 "1 × done · 1 × failed · b: parked: no room\x1b[31m");
        m_server->signal(SIGKILL); // what was answered is in the journal
        m_server->wait();
        m_server->start({m_server->file("session.json"), "--control", socket()});
        QTRY_VERIFY(!last().isEmpty());
        for (const char *key : {"text", "ids", "objects", "result"})
            QCOMPARE(last().value(key), line.value(key));
    }

    void aRequeueCanBeWaitedFor()
    {
        start({"a", "b"}, {"b"});
        QVERIFY(comesTo("b", "parked"));
        const Answer good = ctl({"requeue", "test/a", "--wait"});
        QCOMPARE(good.status, 0);
        QCOMPARE(good.output, QByteArray("requeue 1 object: 1 succeeded, 0 failed\n"));
        const Answer bad = ctl({"requeue", "--filter", "state:parked", "--wait", "--yes"});
        QCOMPARE(bad.status, 3);
        QCOMPARE(bad.output, QByteArray("requeue 1 object: 0 succeeded, 1 failed\n"));
    }

    void aWaitEndsWhenOnlySuchAreLeftThatCannotRun()
    {
        start({"a", "b"}, {});
        QVERIFY(comesTo("b", "in-sync"));
        QCOMPARE(ctl({"pause", "test/b"}).status, 0);
        const QStringList requeue{"requeue", "--filter", "id:/^[ab]$/", "--yes", "--wait"};
        const Answer partly = ctl(requeue);
        QCOMPARE(partly.status, 3);
        QCOMPARE(partly.output, QByteArray("requeue 1 object: 1 succeeded, 0 failed\n"
                                           "1 skipped: paused: resume first\n"));
        QCOMPARE(ctl({"resume", "test/b"}).status, 0);
        QCOMPARE(ctl({"workers", "test", "0"}).status, 0);
        const Answer waited = ctl(requeue);
        QCOMPARE(waited.status, 3);
        QVERIFY2(waited.output.startsWith("requeue 2 objects: 0 succeeded, 0 failed, job "),
                 waited.output);
        QVERIFY2(waited.output.endsWith(
                     " goes on\n2 cannot run now: its controller has no workers\n"),
                 waited.output);
        const QJsonObject job =
            ctl({"jobs", "-o", "json"}).json().value("jobs").toArray().last().toObject();
        const QJsonObject blocked = job.value("blocked").toArray().at(0).toObject();
        QCOMPARE(blocked.value("count").toInt(), 2);
        QVERIFY2(ctl({"jobs"}).output.contains("cannot run now"), ctl({"jobs"}).output);
        QCOMPARE(ctl({"workers", "test", "1"}).status, 0);
        QTRY_COMPARE(runningJobs(), 0);
    }

    void atATerminalAWaitSaysForWhat()
    {
        start({"a"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QCOMPARE(ctl({"workers", "test", "0"}).status, 0);
        QProcess terminal;
        terminal.setProcessEnvironment(environment());
        terminal.start("script", {"-qec", QStringLiteral(QONTROLLERCTL " requeue test/a --wait"),
                                  "/dev/null"});
        QVERIFY(terminal.waitForFinished());
        QCOMPARE(terminal.exitCode(), 3);
        const QByteArray said = terminal.readAll();
        QVERIFY2(said.contains(": waits for 1 object; 1 cannot run now: its controller has no "
                               "workers"),
                 said);
    }

    void pausesAndResumes()
    {
        start({"a"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QCOMPARE(ctl({"pause", "test/a", "--for", "1h", "--reason", "night"}).status, 0);
        QVERIFY(comesTo("a", "paused"));
        QVERIFY(ctl({"why", "test/a"}).output.startsWith("paused, goes on in 59m 5"));
        QCOMPARE(ctl({"resume", "test/a"}).status, 0);
        QVERIFY(comesTo("a", "in-sync"));
        QCOMPARE(ctl({"pause", "test", "--reason", "night"}).output, QByteArray("test: paused\n"));
        QVERIFY(ctl({"why", "test/a"}).output.startsWith("the controller is paused: night\n"));
        QCOMPARE(ctl({"resume", "test"}).output, QByteArray("test: goes on\n"));
        QByteArray why; // a list that came due meanwhile may have it run once more
        const auto isInSync = [&] {
            why = ctl({"why", "test/a"}).output;
            return why.startsWith("in sync");
        };
        QVERIFY2(test::comesTrue(isInSync), why);
        QCOMPARE(ctl({"pause", "tset"}).status, 4);
        QCOMPARE(ctl({"workers", "test", "9"}).status, 0);
        QCOMPARE(ctl({"workers", "test", "many"}).status, 2);
        QCOMPARE(ctl({"resync", "test"}).status, 0);
    }

    void aCommandOnManyIsAJobOfTheHost()
    {
        start({"a", "b", "c"}, {});
        QVERIFY(comesTo("b", "in-sync") && comesTo("c", "in-sync"));
        const QJsonObject paused = ctl({"pause", "test/a", "test/none", "-o", "json"}).json();
        QCOMPARE(paused.value("job").toInt(), 1);
        QCOMPARE(paused.value("eligible").toInt(), 1);
        const QJsonObject skipped = paused.value("skipped").toArray().at(0).toObject();
        QCOMPARE(skipped.value("count").toInt(), 1);
        QCOMPARE(skipped.value("why").toString(), "not known");
        QCOMPARE(paused.value("done").toObject().value("succeeded").toInt(), 1);
        QCOMPARE(ctl({"pause", "test/none"}).status, 4);
        const Answer again = ctl({"pause", "test/a", "--for", "2h"});
        QCOMPARE(again.output, QByteArray("pause 1 object\n1 was paused already, without an end: "
                                          "now for 2h\n"));
        QCOMPARE(again.status, 0);
        const Answer partly = ctl({"pause", "test/a", "test/none"});
        QCOMPARE(partly.status, 4);
        QVERIFY2(partly.output.startsWith("pause 1 object\n"), partly.output);
        QCOMPARE(ctl({"resume", "test/b"}).status, 0); // it is as was asked for
        QCOMPARE(ctl({"requeue", "--filter", "state:paused", "--yes"}).status, 3); // as by name
        QCOMPARE(ctl({"requeue", "test/a", "test/b"}).status, 3); // one of them was skipped
        QCOMPARE(ctl({"pause", "test/a", "--for", "0s"}).status, 2);
        const Answer resting = ctl({"requeue", "test/a"});
        QCOMPARE(resting.output,
                 QByteArray("requeue 0 objects\n1 skipped: paused: resume first\n"));
        QCOMPARE(resting.status, 3);
        const Answer unknown = ctl({"requeue", "test/none"});
        QCOMPARE(unknown.status, 4);
        QVERIFY2(unknown.error.contains("there is no such object: nothing was done"),
                 unknown.error);
        QCOMPARE(state("none"), QString());

        QVERIFY(comesTo("b", "in-sync")); // it was requeued
        const Answer paced = ctl(
            {"requeue", "--filter", "id:/^[bc]$/", "--pace", "0.001/s", "--yes"});
        QCOMPARE(paced.status, 0);
        QVERIFY2(paced.output.startsWith("requeue 2 objects, job "), paced.output);
        const QJsonObject job =
            ctl({"jobs", "-o", "json"}).json().value("jobs").toArray().last().toObject();
        QCOMPARE(job.value("state").toString(), "running");
        QCOMPARE(job.value("done").toObject().value("given").toInt(), 1);
        const QString id = QString::number(job.value("job").toInt());
        QTRY_VERIFY2(ctl({"jobs"}).output.contains("1/2"), ctl({"jobs"}).output);
        const Answer stopped = ctl({"stop", id});
        QVERIFY2(stopped.output.startsWith("job " + id.toUtf8() + " stopped: 1 of 2 objects ended"),
                 stopped.output);
        QVERIFY(comesTo("b", "in-sync") && comesTo("c", "in-sync")); // one of them has run again
        QProcess waiting;
        waiting.setProcessEnvironment(environment());
        waiting.start(QONTROLLERCTL, {"requeue", "--filter", "id:/^[bc]$/", "--pace", "0.001/s",
                                      "--yes", "--wait"});
        QVERIFY(waiting.waitForStarted());
        QTRY_COMPARE(runningJobs(), 1);
        const QJsonObject waitedFor =
            ctl({"jobs", "-o", "json"}).json().value("jobs").toArray().last().toObject();
        QCOMPARE(ctl({"stop", QString::number(waitedFor.value("job").toInt())}).status, 0);
        QVERIFY(waiting.waitForFinished());
        QCOMPARE(waiting.exitCode(), 3);
        QCOMPARE(ctl({"stop", "99"}).status, 4);
        QCOMPARE(ctl({"stop", "x"}).status, 2);
        QCOMPARE(ctl({"requeue", "test/a", "--pace", "fast"}).status, 2);
        QVERIFY2(m_server->waitForLog("job " + id.toUtf8() + ": requeue test/"), m_server->log());
        const QByteArray log = ctl({"log"}).output;
        QVERIFY2(log.contains("stopped before "), log);
    }

    void showsWhatTheWindowsTabsShow()
    {
        start({"a", "b1", "b2"}, {"b1", "b2"});
        QVERIFY(comesTo("b2", "parked"));
        const QJsonArray failures =
            ctl({"failures", "-o", "json"}).json().value("failures").toArray();
        QCOMPARE(failures.size(), 1);
        QCOMPARE(failures.at(0).toObject().value("objects").toInt(), 2);
        QVERIFY(failures.at(0).toObject().value("error").toString().contains("no room"));
        QVERIFY(ctl({"failures"}).output.contains("no room"));
        QCOMPARE(ctl({"workers", "-o", "json"}).json().value("workers").toArray().size(), 4);
        QVERIFY(ctl({"workers", "test"}).output.startsWith("CONTROLLER  WORKER"));
        QCOMPARE(ctl({"workers", "none"}).status, 4);
        QVERIFY(ctl({"locks"}).output.startsWith("OBJECT"));
        QCOMPARE(ctl({"operations"}).status, 4); // no controller with members runs
        const Answer events = ctl({"events", "test"});
        QVERIFY2(events.output.contains("test/b1  parked: "), events.output);
        QCOMPARE(ctl({"events", "--limit", "1"}).output.count('\n'), 1);
        QCOMPARE(ctl({"events", "none"}).status, 4);
        const QJsonObject session = ctl({"session"}).json();
        QCOMPARE(session.value("controllers").toArray().at(0).toObject().value("name").toString(),
                 "test");
        QVERIFY2(ctl({"plugins"}).output.contains("script"), ctl({"plugins"}).output);
    }

    void eventsAreFollowedToTheEndOfTheHost()
    {
        start({"a"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(QONTROLLERCTL, {"events", "-f"});
        QVERIFY(process.waitForStarted());
        QCOMPARE(ctl({"pause", "test/a"}).status, 0);
        QByteArray told;
        QTRY_VERIFY2((told += process.readAllStandardOutput()).contains("pause 1 object"), told);
        m_server->signal(SIGKILL);
        static_cast<void>(m_server->wait());
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 5);
    }

    void aSocketThatWasRemovedComesBack()
    {
        start({"a"}, {});
        QVERIFY(comesTo("a", "in-sync"));
        QVERIFY(QFile::remove(socket()));
        QTRY_COMPARE(ctl({"status"}).status, 0);
        QVERIFY2(m_server->waitForLog(" warning: control: " + socket().toUtf8()
                                      + ": the control socket was removed, and is there again"),
                 m_server->log());
    }

    void optionsAreShownAndChanged()
    {
        start({"a"}, {});
        QVERIFY2(ctl({"options", "test"}).output.contains("maxRetries="),
                 ctl({"options", "test"}).output);
        QCOMPARE(ctl({"options", "test", "maxRetries=3", "resyncInterval=2s"}).status, 0);
        const QJsonObject options = ctl({"options", "test", "-o", "json"}).json();
        QCOMPARE(options.value("maxRetries").toString(), "3");
        QCOMPARE(options.value("resyncInterval").toString(), "2s");
        const Answer both = ctl({"options", "test", "maxRetries=4", "workers=4", "-o", "json"});
        QCOMPARE(both.json().value("done").toString(), "set maxRetries to 4, workers to 4");
        const Answer wrong = ctl({"options", "test", "workers=2", "size=3"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.error.contains("KEY is one of workers, resyncInterval"), wrong.error);
        QCOMPARE(ctl({"options", "test", "maxRetries=many"}).status, 2);
        const Answer outOfRange = ctl({"options", "test", "workers=2", "maxRetries=-5"});
        QCOMPARE(outOfRange.status, 2);
        QVERIFY2(outOfRange.error.contains("test: maxRetries must be 0 or more, not -5"),
                 outOfRange.error);
        QVERIFY(!ctl({"options", "test"}).output.startsWith("workers=2\n")); // nothing is half done
        for (const char *each :
             {"workers=10001", "resyncInterval=1ms", "retryRate=nan", "retryBurst=0"})
            QCOMPARE(ctl({"options", "test", each}).status, 2);
        const Answer workers = ctl({"workers", "test", "5", "--for", "1h"});
        QCOMPARE(workers.output, QByteArray("test: 5 workers for 1h, then 4 again\n"));
        const Answer more = ctl({"workers", "test", "7", "--for", "1h"});
        QCOMPARE(more.output, QByteArray("test: 7 workers for 1h, then 4 again\n"));
        QCOMPARE(ctl({"workers", "test", "3", "--for", "100ms"}).status, 0);
        QTRY_VERIFY(ctl({"log"}).output.contains("set workers to 4 again: 100ms are over"));
        QCOMPARE(ctl({"workers", "test", "--for", "1h"}).status, 2);
    }

    void aControllerIsDrainedIfThatIsMeant()
    {
        start({"a"}, {});
        QCOMPARE(ctl({"drain", "test"}).status, 2);
        QCOMPARE(ctl({"drain", "test", "--yes"}).status, 0);
        QTRY_COMPARE(ctl({"drain", "test", "--yes"}).status, 4);
    }

    void aHostThatIsNotThereIsSaid()
    {
        const Answer none = ctl({"status"});
        QCOMPARE(none.status, 5);
        QVERIFY2(none.error.contains("no host runs here"), none.error);
        QCOMPARE(ctl({"status", "--host", "/no/such/socket"}).status, 5);
        start({"a"}, {});
        QVERIFY(ctl({"hosts"}).output.contains("session  runs"));
        QCOMPARE(ctl({"hosts", "-o", "jsonl"}).json().value("name").toString(), "session");
        m_server->signal(SIGKILL);
        static_cast<void>(m_server->wait());
        const Answer killed = ctl({"status"});
        QCOMPARE(killed.status, 5);
        QVERIFY2(killed.error.contains(": no host listens there"), killed.error);
    }

    void aSocketThatAHostLeftIsNoHost()
    {
        start({"a"}, {});
        QVERIFY(QDir().mkpath(m_server->file("qontroller/left")));
        const QString left = m_server->file("qontroller/left/control.sock");
        QVERIFY(bool(test::bindTo(left.toStdString())));
        QVERIFY(ctl({"hosts"}).output.contains("left     not reached"));
        const Answer one = ctl({"status"});
        QVERIFY2(one.status == 0, one.error);
        m_server->signal(SIGKILL);
        static_cast<void>(m_server->wait());
        const Answer none = ctl({"status"});
        QCOMPARE(none.status, 5);
        QVERIFY2(none.error.contains("no host runs here"), none.error);
    }

    void aHostIsNamedByItsAddress()
    {
        start({"a"}, {});
        for (const QString &address : {QStringLiteral("session"), socket(), "unix:" + socket()})
            QCOMPARE(ctl({"status", "--host", address}).status, 0);
        const Answer unknown = ctl({"status", "--host", "night"});
        QCOMPARE(unknown.status, 5);
        QCOMPARE(unknown.error, QByteArray("qontrollerctl: no host is called \"night\" here; "
                                           "there are session\n"));
        const Answer tls = ctl({"status", "--host", "server:7000"});
        QCOMPARE(tls.status, 5);
        QVERIFY2(tls.error.contains("cert.pem is missing"), tls.error);
    }

    void refusesACommandLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("no verb") << QStringList()
                                 << QByteArray("a verb is missing, as in qontrollerctl status");
        QTest::newRow("unknown verb")
            << QStringList{"statu"}
            << QByteArray("statu is no verb of qontrollerctl; the verbs are");
        QTest::newRow("unknown option")
            << QStringList{"status", "--frobnicate"}
            << QByteArray("--frobnicate is not an option of qontrollerctl");
        QTest::newRow("more than a verb")
            << QStringList{"status", "photos"}
            << QByteArray("status stands alone: leave out \"photos\"");
        QTest::newRow("an option of another verb")
            << QStringList{"why", "photos/a", "--wait"}
            << QByteArray("--wait means nothing to why: leave it out");
        for (const char *verb : {"pause", "resume", "discard", "keep"})
            QTest::newRow(verb) << QStringList{verb, "photos/a", "--wait"}
                                << "--wait means nothing to " + QByteArray(verb) + ": leave it out";
        QTest::newRow("a verb by its other name")
            << QStringList{"refuse", "photos/a", "--wait"}
            << QByteArray("--wait means nothing to keep: leave it out");
        QTest::newRow("a filter for events")
            << QStringList{"events", "--filter", "state:failed"}
            << QByteArray("--filter means nothing to events: leave it out");
        QTest::newRow("no time") << QStringList{"pause", "photos", "--for", "0s"}
                                 << QByteArray("--for: must be more than 0, but is 0s");
        QTest::newRow("bad address") << QStringList{"status", "--host", "ssh://"}
                                     << QByteArray("--host: \"ssh://\" is no address of a host: ");
        QTest::newRow("bad output") << QStringList{"status", "-o", "xml"} << QByteArray("-o: ");
    }
    void refusesACommandLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, sentence);
        const Answer answer = ctl(arguments);
        QCOMPARE(answer.status, 2);
        QVERIFY2(answer.error.startsWith("qontrollerctl: " + sentence), answer.error);
    }

private:
    void writeIds(const QStringList &ids)
    {
        m_server->write("ids.new", ids.join('\n').toUtf8() + '\n');
        QVERIFY(::rename(qPrintable(m_server->file("ids.new")), qPrintable(m_server->file("ids")))
                == 0);
    }

    void start(const QStringList &ids, const QStringList &broken)
    {
        const auto shell = [](const char *text) { return QJsonArray{"sh", "-c", text, "sh"}; };
        m_server->write("broken", broken.join('\n').toUtf8() + '\n');
        writeIds(ids);
        const QString session = m_server->session(
            {{"name", "test"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"workingDirectory", "{session}"},
                                        {"list", shell(List)},
                                        {"add", shell(Add)}}},
             {"options", QJsonObject{{"resyncInterval", "500ms"}}}});
        m_server->start({session, "--control", socket()});
        QVERIFY2(m_server->waitForLog("reach this host at"), m_server->log());
    }

    [[nodiscard]] QString socket() const
    {
        return m_server->file("qontroller/session/control.sock");
    }

    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_RUNTIME_DIR", QFileInfo(m_server->file("x")).path());
        return environment;
    }

    /// \a output: the file that it prints to; empty: it is in the answer.
    Answer ctl(const QStringList &arguments, const QString &output = {})
    {
        return test::answerOf(QONTROLLERCTL, arguments, environment(), output);
    }

    int runningJobs()
    {
        int running = 0;
        for (const QJsonValue &job : ctl({"jobs", "-o", "json"}).json().value("jobs").toArray())
            running += job.toObject().value("state").toString() == "running";
        return running;
    }

    QString state(const QString &id)
    {
        const QJsonArray items =
            ctl({"items", "id:/^" + id + "$/", "-o", "json"}).json().value("items").toArray();
        return items.at(0).toObject().value("state").toString();
    }

    bool comesTo(const QString &id, const QString &wanted)
    {
        return test::comesTrue([&] { return state(id) == wanted; }, std::chrono::seconds(30));
    }

    int statusValue(const QString &key)
    {
        const QJsonArray controllers =
            ctl({"status", "-o", "json"}).json().value("controllers").toArray();
        return controllers.at(0).toObject().value(key).toInt(-1);
    }

    std::optional<ServerProcess> m_server;
};

QONTROLLER_GUILESS_TEST(QontrollerctlTest)
#include "tst_qontrollerctl.moc"
