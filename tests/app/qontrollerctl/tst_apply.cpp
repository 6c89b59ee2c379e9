// SPDX-License-Identifier: LGPL-3.0-or-later
#include "answer.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/stat.h>

using namespace qontroller;

namespace {

struct ApplyAnswer : test::Answer
{
    /// `start a, change b (options)` of its steps, and whether they are done.
    [[nodiscard]] QString steps() const
    {
        QStringList all;
        for (const QJsonValue &each : json().value("steps").toArray()) {
            const QString what = each.toObject().value("what").toString();
            all += each.toObject().value("kind").toString() + ' '
                   + each.toObject().value("controller").toString()
                   + (what.isEmpty() ? "" : " (" + what + ')') + ' '
                   + each.toObject().value("state").toString();
        }
        return all.join(", ");
    }
};

/// A controller that notes in the file `NAME.log` when it lists and which ids it adds.
QJsonObject controller(const QString &name, const QJsonObject &options = {},
                       const QString &add = "echo add >> $0.log")
{
    const auto shell = [&name](const QString &text) { return QJsonArray{"sh", "-c", text, name}; };
    return {{"name", name},
            {"plugin", "script"},
            {"parameters", QJsonObject{{"workingDirectory", "{session}"},
                                       {"list", shell("echo list >> $0.log; echo x")},
                                       {"add", shell(add)}}},
            {"options", options}};
}

QByteArray sessionOf(const QJsonArray &controllers)
{
    return QJsonDocument(QJsonObject{{"version", 1}, {"controllers", controllers}}).toJson();
}

} // namespace

/// Another session for a server that runs: sent by qontrollerctl, and read again after SIGHUP.
class ApplyTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_server.emplace(); }

    void touchesOnlyWhatDiffers()
    {
        start({controller("same"), controller("slow"), controller("old"), controller("moved")});
        QTRY_COMPARE(lines("same"), QByteArray("list\nadd\n"));
        const QByteArray wanted = sessionOf(
            {controller("same"),
             controller("slow", {{"workers", 9}, {"backoff", QJsonObject{{"base", "2s"}}}}),
             controller("moved", {}, "echo anew >> $0.log"), controller("new")});
        const QString file = m_server->write("other.json", wanted);
        const ApplyAnswer dry = ctl({"apply", file, "--dry-run", "-o", "json"});
        QCOMPARE(dry.status, 0);
        QCOMPARE(dry.steps(), "change slow (backoff.base 2s, workers 9) planned, "
                              "stop old planned, start anew moved (parameters) planned, "
                              "start new planned");
        QCOMPARE(controllers(), (QStringList{"moved", "old", "same", "slow"}));

        const ApplyAnswer unasked = ctl({"apply", file});
        QCOMPARE(unasked.status, 2);
        QVERIFY2(unasked.error.contains("old: stop\n"), unasked.error);
        QVERIFY2(unasked.error.contains("not confirmed: answer y at a terminal, or add --yes"),
                 unasked.error);
        QCOMPARE(controllers(), (QStringList{"moved", "old", "same", "slow"}));

        const ApplyAnswer done = ctl({"apply", file, "--yes"});
        QVERIFY2(done.status == 0, done.output + done.error);
        QVERIFY2(done.output.endsWith("1 controller is not touched\nAfter its next start the host "
                                      "runs what its own file says: "
                                      + m_server->file("session.json").toUtf8() + '\n'),
                 done.output);
        QCOMPARE(controllers(), (QStringList{"moved", "new", "same", "slow"}));
        QTRY_VERIFY(lines("new").contains("add"));
        QTRY_VERIFY(lines("moved").contains("anew"));
        QCOMPARE(lines("same"), QByteArray("list\nadd\n")); // neither stopped nor listed again
        QCOMPARE(lines("slow"), QByteArray("list\nadd\n"));
        QVERIFY(ctl({"options", "slow"}).output.startsWith("workers=9\n"));
        QCOMPARE(QJsonDocument::fromJson(ctl({"session"}).output),
                 QJsonDocument::fromJson(withoutEmpty(wanted)));
        QVERIFY2(m_server->waitForLog("old: session: stop"), m_server->log());
        QVERIFY2(m_server->waitForLog(
                     "session: 1 started, 1 started anew, 1 stopped, 1 changed, 1 untouched, "
                     "asked for by "),
                 m_server->log());
        QVERIFY(ctl({"log"}).output.contains(
            "1 untouched: slow (backoff.base 2s, workers 9), old, moved (parameters), new"));
        const QByteArray says = m_server->file("session.json").toUtf8()
                                + " says otherwise of moved, new, old, slow";
        QVERIFY(m_server->waitForLog("a restart goes back to its file: " + says));
        QVERIFY2(ctl({"status"})
                     .output.contains("A restart goes back to the session's file: " + says),
                 ctl({"status"}).output);
        QCOMPARE(ctl({"status", "-o", "json"}).json().value("sessionNotSaved"), QString(says));
        QVERIFY2(ctl({"needs"}).output.contains(says), ctl({"needs"}).output);
        QCOMPARE(ctl({"apply", file, "--yes"}).output,
                 QByteArray("4 controllers are not touched\n"));
        m_server->write("session.json", wanted);
        QCOMPARE(ctl({"apply", "--yes"}).status, 0);
        QVERIFY(!ctl({"needs"}).output.contains("says otherwise"));
        m_server->signal(SIGTERM);
        QCOMPARE(m_server->wait(), 128 + SIGTERM);
    }

    void aControllerThatComesLogsItsObjects()
    {
        start({controller("one")}, {"--log-level", "debug"});
        QVERIFY2(m_server->waitForLog(" debug: one: added: "), m_server->log());
        const QString file = m_server->write("other.json",
                                             sessionOf({controller("one"), controller("new")}));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 0);
        QVERIFY2(m_server->waitForLog(" debug: new: added: "), m_server->log());
    }

    void anOperatorsChangeStaysWhereTheSessionIsTheSame()
    {
        start({controller("one", {{"workers", 2}})});
        QCOMPARE(ctl({"options", "one", "workers=7"}).status, 0);
        const QString file = m_server->write("other.json",
                                             sessionOf({controller("one", {{"workers", 2},
                                                                           {"maxRetries", 1}})}));
        QCOMPARE(ctl({"apply", file, "--yes", "-o", "json"}).steps(),
                 QStringLiteral("change one (maxRetries 1) done"));
        QTRY_VERIFY(ctl({"options", "one"}).output.contains("maxRetries=1"));
        QVERIFY(ctl({"options", "one"}).output.contains("workers=7"));
    }

    void whatIsBuiltInNeedsANewStart()
    {
        start({controller("one")});
        QTRY_VERIFY(lines("one").contains("add"));
        const QString file = m_server->write("other.json",
                                             sessionOf(
                                                 {controller("one", {{"handlerTimeout", "1m"}})}));
        QCOMPARE(ctl({"apply", file, "--yes", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (handlerTimeout 1m) done"));
        QTRY_COMPARE(lines("one"), QByteArray("list\nadd\nlist\nadd\n"));
    }

    void aWrongSessionChangesNothing()
    {
        start({controller("one")});
        QTRY_VERIFY(lines("one").contains("add"));
        QJsonObject wrong = controller("two");
        wrong["plugin"] = "none";
        const QString file = m_server->write("other.json", sessionOf({wrong}));
        const ApplyAnswer refused = ctl({"apply", file, "--yes"});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.output.startsWith(file.toUtf8()
                                           + ": controllers[0].plugin: there is no controller "
                                             "plugin \"none\""),
                 refused.output);
        // Found by the plugin alone, when it makes its parts.
        QJsonObject missing = controller("three");
        missing["parameters"] = QJsonObject{{"workingDirectory", "/none"},
                                            {"list", QJsonArray{"true"}},
                                            {"add", QJsonArray{"/none/add"}}};
        m_server->write("other.json", sessionOf({missing}));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 3);
        m_server->write("other.json", "{");
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 3);
        QVERIFY2(m_server->waitForLog("error: session: not applied: controllers[0].plugin: "),
                 m_server->log());
        const ApplyAnswer none = ctl({"apply", m_server->file("none.json")});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.error.endsWith("cannot be read: No such file or directory\n"), none.error);
        QVERIFY(ctl({"apply", QFileInfo(m_server->file("x")).path()})
                    .error.contains("cannot be read: "));
        QVERIFY(ctl({"apply", "/dev/null"}).error.contains("is empty: name a session file"));
        const ApplyAnswer large = ctl({"apply", "/dev/zero"});
        QVERIFY2(large.error.contains("is larger than 16 MiB"), large.error);
        QCOMPARE(::mkfifo(qPrintable(m_server->file("pipe")), 0600), 0);
        const ApplyAnswer pipe = ctl({"apply", m_server->file("pipe")});
        QCOMPARE(pipe.status, 2);
        QVERIFY2(pipe.error.contains("pipe is a pipe, not a file: name a session file"),
                 pipe.error);
        QCOMPARE(ctl({"apply", "a.json", "b.json"}).status, 2);
        QCOMPARE(controllers(), QStringList{"one"});
        QCOMPARE(lines("one"), QByteArray("list\nadd\n"));
    }

    void aHangUpReadsTheFileAgain()
    {
        start({controller("one")}, {"--metrics", "127.0.0.1:0"});
        QVERIFY(m_server->metrics().contains("\nqontroller_session_applied 1\n"));
        m_server->write("session.json", sessionOf({controller("two")}));
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("session: 1 started, 1 stopped, asked for by SIGHUP"),
                 m_server->log());
        QCOMPARE(controllers(), QStringList{"two"});

        m_server->write("session.json", sessionOf({controller("two", {{"workers", -1}})}));
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("error: session: not applied: "
                                      + m_server->file("session.json").toUtf8()
                                      + ": controllers[0].options.workers: "),
                 m_server->log());
        QTRY_VERIFY(m_server->metrics().contains("\nqontroller_session_applied 0\n"));
        QCOMPARE(controllers(), QStringList{"two"});
        QTRY_VERIFY(ctl({"status"})
                        .output.contains("\nThe session asked for last is not applied: "
                                         + m_server->file("session.json").toUtf8()
                                         + ": controllers[0].options.workers"));
        const QJsonObject status = ctl({"status", "-o", "json"}).json();
        QVERIFY(status.value("sessionNotApplied")
                    .toString()
                    .startsWith(m_server->file("session.json") + ": controllers[0]"));
        QVERIFY(ctl({"log"}).output.contains("apply session: not applied: controllers[0]"));

        m_server->write("session.json", sessionOf({controller("two")}));
        m_server->signal(SIGHUP);
        QTRY_VERIFY(m_server->metrics().contains("\nqontroller_session_applied 1\n"));
        QTRY_VERIFY(!ctl({"status"}).output.contains("not applied"));
        m_server->signal(SIGTERM);
        QCOMPARE(m_server->wait(), 128 + SIGTERM);
    }

    void withoutAFileTheHostReadsItsOwn()
    {
        start({controller("one")}, {"--metrics", "127.0.0.1:0"});
        m_server->write("session.json", sessionOf({controller("one"), controller("two")}));
        QCOMPARE(ctl({"apply", "--dry-run", "-o", "json"}).steps(), QString("start two planned"));
        const ApplyAnswer done = ctl({"apply", "--yes"});
        QVERIFY2(done.status == 0 && done.output.contains("two: start"), done.output + done.error);
        QCOMPARE(controllers(), (QStringList{"one", "two"}));

        // What is wrong with the file is said by its host, too: by log, metric and status.
        for (const char *wrong : {"", "{", "gone"}) {
            m_server->write("session.json", wrong);
            if (wrong == QByteArray("gone"))
                QFile::remove(m_server->file("session.json"));
            const ApplyAnswer refused = ctl({"apply", "--yes"});
            QCOMPARE(refused.status, 3);
            const QByteArray own = "the host's own file";
            QVERIFY2(refused.output.startsWith(own + ": "), refused.output);
            const QByteArray said = m_server->file("session.json").toUtf8()
                                    + refused.output.trimmed().mid(own.size());
            QVERIFY2(m_server->waitForLog("not applied: " + said), said + m_server->log());
            QTRY_VERIFY(m_server->metrics().contains("\nqontroller_session_applied 0\n"));
            QTRY_VERIFY(ctl({"status"}).output.contains("is not applied: " + said));
            QCOMPARE(controllers(), (QStringList{"one", "two"}));
            m_server->write("session.json", sessionOf({controller("one"), controller("two")}));
            QCOMPARE(ctl({"apply", "--yes"}).status, 0);
            QTRY_VERIFY(m_server->metrics().contains("\nqontroller_session_applied 1\n"));
        }
    }

    void anEndOfTheHostDoesNotCutShortWhatIsBeingRemoved()
    {
        start({controller("one", {},
                          "echo begin >> $0.log; until test -e go; do sleep 0.02; done; "
                          "echo end >> $0.log")});
        QTRY_VERIFY(lines("one").contains("begin"));
        m_server->write("session.json", sessionOf({}));
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("session: is being applied, asked for by SIGHUP"),
                 m_server->log());
        m_server->signal(SIGTERM);
        QVERIFY2(m_server->waitForLog("ending: what is queued and running has 30s"),
                 m_server->log());
        m_server->write("go", {});
        QCOMPARE(m_server->wait(), 128 + SIGTERM);
        QVERIFY2(lines("one").endsWith("begin\nend\n"), lines("one"));
        QVERIFY2(!m_server->log().contains("left undone"), m_server->log());
    }

    void whatDrainsTakesNoCommands()
    {
        start(
            {controller("one", {}, "echo begin >> $0.log; until test -e go; do sleep 0.02; done")});
        QTRY_VERIFY(lines("one").contains("begin"));
        QCOMPARE(ctl({"drain", "one", "--yes"}).status, 0);
        for (const QStringList &each : {QStringList{"pause", "one"},
                                        {"pause", "one/x"},
                                        {"requeue", "one/x"},
                                        {"workers", "one", "3"},
                                        {"options", "one", "maxRetries=1"},
                                        {"resync", "one"},
                                        {"drain", "one", "--yes"}}) {
            const ApplyAnswer answer = ctl(each);
            QVERIFY2(answer.status == 3, qPrintable(each.join(' ')));
            QVERIFY2(answer.error.contains("one: is being removed and takes no commands"),
                     answer.error);
        }
        QVERIFY(ctl({"options", "one"}).output.startsWith("workers="));
        // Asked for again meanwhile, it starts when it has ended.
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("session: is being applied"), m_server->log());
        m_server->write("go", {});
        QVERIFY2(m_server->waitForLog("one: session: start anew (it is being removed)"),
                 m_server->log());
        QTRY_COMPARE(controllers(), QStringList{"one"});
    }

    void anEventThatSaysNoMoreIsItsName()
    {
        start({controller("one", {{"backoff", QJsonObject{{"base", "5ms"}}}},
                          "test -e tried || { touch tried; exit 1; }")});
        QTRY_VERIFY(ctl({"events", "one"}).output.contains("  one/x  retry worked\n"));
    }

    // A session first stops all that it stops.
    void whatASessionIsAboutToStartIsNotUnknown()
    {
        start({controller("one"),
               controller("slow", {},
                          "echo begin >> $0.log; until test -e go; do sleep 0.02; done")});
        QTRY_VERIFY(lines("slow").contains("begin"));
        m_server->write("session.json", sessionOf({controller("one", {}, "echo anew >> $0.log"),
                                                   controller("slow", {}, "true")}));
        m_server->signal(SIGHUP);
        QTRY_VERIFY(!controllers().contains("one"));
        for (const QStringList &each :
             {QStringList{"pause", "one"}, {"workers", "one", "3"}, {"resync", "one"}}) {
            const ApplyAnswer answer = ctl(each);
            QVERIFY2(answer.status == 3, qPrintable(each.join(' ') + answer.error));
            QVERIFY2(answer.error.contains("one: does not run yet: a session is being applied"),
                     answer.error);
        }
        QCOMPARE(ctl({"pause", "two"}).status, 4);
        m_server->write("go", {});
        QTRY_VERIFY(lines("one").contains("anew"));
        QCOMPARE(ctl({"pause", "one"}).status, 0);
    }

    void whileTheHostStopsThatIsTheReason()
    {
        start(
            {controller("one", {}, "echo begin >> $0.log; until test -e go; do sleep 0.02; done")});
        QTRY_VERIFY(lines("one").contains("begin"));
        m_server->signal(SIGTERM);
        QVERIFY2(m_server->waitForLog("ending: what is queued and running has 30s"),
                 m_server->log());
        for (const QStringList &each : {QStringList{"pause", "one"},
                                        {"resume", "one"},
                                        {"resync", "one"},
                                        {"workers", "one", "2"},
                                        {"options", "one", "maxRetries=3"},
                                        {"take", "one", "--yes"},
                                        {"drain", "one"},
                                        {"requeue", "one/x"}}) {
            const ApplyAnswer answer = ctl(each);
            QVERIFY2(answer.status == 3, qPrintable(each.join(' ')));
            QVERIFY2(answer.error.contains("one: takes no commands now: the host stops"),
                     answer.error);
        }
        for (const QString &verb :
             QStringList{"pause", "requeue"}) { // a requeue is taken for the next life
            const ApplyAnswer filtered = ctl({verb, "--filter", "controller:one", "--yes"});
            QCOMPARE(filtered.status, verb == "pause" ? 3 : 0);
            QVERIFY2(filtered.output.contains("1 cannot run now: the host stops"),
                     filtered.output + filtered.error);
        }
        QVERIFY2(ctl({"status"}).output.contains("the host stops"), ctl({"status"}).output);
        m_server->write("go", {});
        QCOMPARE(m_server->wait(), 128 + SIGTERM);
    }

    void aSessionAsLargeAsAFileMayBeGoesThroughAConnection()
    {
        start({controller("one")});
        const QByteArray session = sessionOf({controller("two")});
        const QString file = m_server->write("large.json", session + QByteArray(10 << 20, ' '));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 0);
        QCOMPARE(controllers(), QStringList{"two"});
        m_server->write("large.json", session + QByteArray(17 << 20, ' '));
        const ApplyAnswer refused = ctl({"apply", file, "--yes"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.error.contains("is larger than 16 MiB: name a session file"),
                 refused.error);
    }

    void whatIsDrainedByHandStartsAgain()
    {
        start({controller("one")});
        QCOMPARE(ctl({"drain", "one", "--yes"}).status, 0);
        QTRY_COMPARE(controllers(), QStringList{});
        m_server->signal(SIGHUP);
        QTRY_COMPARE(controllers(), QStringList{"one"});
    }

    void aSecretThatWasRotatedIsAChange()
    {
        m_server->write("token", "first-token");
        QVERIFY(
            QFile::setPermissions(m_server->file("token"), QFile::ReadOwner | QFile::WriteOwner));
        QJsonObject one = controller("one");
        QJsonObject parameters = one["parameters"].toObject();
        parameters["environment"] = QJsonObject{
            {"TOKEN", QJsonObject{{"fromFile", m_server->file("token")}}}};
        one["parameters"] = parameters;
        start({one});
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("session: 1 untouched"), m_server->log());
        m_server->write("token", "second-token");
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("one: session: start anew (parameters)"), m_server->log());
        QVERIFY2(m_server->waitForLog("session: 1 started anew"), m_server->log());
        QVERIFY(!m_server->log().contains("second-token"));
    }

    void whatAnOperatorDecidedAndWhatIsOwedSurvivesANewStart()
    {
        startWithDecisions();
        QVERIFY(QFile::remove(m_server->file("one.log")));
        const QString file = m_server->write("other.json",
                                             sessionOf({removing({{"handlerTimeout", "1m"}})}));
        QCOMPARE(ctl({"apply", file, "--yes", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (handlerTimeout 1m) done"));
        QTRY_COMPARE(found("o1"), QStringLiteral("paused")); // when it has listed again
        QCOMPARE(found("o2"), QStringLiteral("back-off"));
        QCOMPARE(found("state:held"), QStringLiteral("o10 o11 o12 o13 o14 o15 o6 o7 o8 o9"));
        QCOMPARE(found("is:kept"), QStringLiteral("o5"));
        QVERIFY(ctl({"why", "one/o1"}).output.contains("disk is changed"));
        QVERIFY(ctl({"items", "id:o1"}).output.contains("disk is changed"));
        QVERIFY(ctl({"items", "id:o6"}).output.contains("its removal is held: keep or remove"));
        QVERIFY(ctl({"why", "one/o6"}).output.contains("held from before its controller started"));
        QVERIFY(ctl({"status"}).output.contains("10 removals are held from before"));
        QVERIFY(ctl({"items", "id:o5"}).output.contains("kept by an operator"));
        QVERIFY(ctl({"options", "one"}).output.startsWith("workers=7\n"));
        QVERIFY(ctl({"why", "one"}).output.contains("night"));
        QCOMPARE(lines("one"), QByteArray());
        QCOMPARE(ctl({"resume", "one"}).status, 0);
        QTRY_COMPARE(lines("one").count("add"), 2);
        QVERIFY2(!lines("one").contains("add o1\n"), lines("one"));
        QVERIFY2(!lines("one").contains("remove"), lines("one")); // o2 is in back-off
    }

    void otherParametersKeepPausesAndHoldWhatIsOwed()
    {
        startWithDecisions();
        QJsonObject other = removing({});
        QJsonObject parameters = other["parameters"].toObject();
        parameters["get"] = QJsonArray{"true"};
        other["parameters"] = parameters;
        const QString file = m_server->write("other.json", sessionOf({other}));
        QCOMPARE(ctl({"apply", file, "--yes", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (parameters; holds 1 removal that is owed) done"));
        QTRY_COMPARE(found("state:waiting"), QStringLiteral("o3 o4"));
        QCOMPARE(found("o1"), QStringLiteral("paused"));
        QCOMPARE(found("state:held"), QStringLiteral("o10 o11 o12 o13 o14 o15 o2 o6 o7 o8 o9"));
        QCOMPARE(found("is:kept"), QStringLiteral("o5"));
        QVERIFY(ctl({"options", "one"}).output.startsWith("workers=7\n"));
    }

    void e31_otherParametersForgetWhatWasLeftAndSaySo()
    {
        const auto kept = [this] {
            const ApplyAnswer described = ctl({"describe", "one/x", "-o", "json"});
            return described.json()["kept"].toString();
        };
        const QString add = R"([ -n "$QONTROLLER_KEPT" ] || echo '{"keep":"server 17"}' >&3)";
        start({controller("one", {}, add)});
        QTRY_COMPARE(kept(), QStringLiteral("server 17"));
        m_server->write("other.json",
                        sessionOf({controller("one", {{"handlerTimeout", "1m"}}, add)}));
        QCOMPARE(ctl({"apply", m_server->file("other.json"), "--yes", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (handlerTimeout 1m) done"));
        QTRY_COMPARE(kept(), QStringLiteral("server 17"));
        m_server->write("other.json", sessionOf({controller("one", {}, "true")}));
        QCOMPARE(ctl({"apply", m_server->file("other.json"), "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (parameters; forgets what was kept for the handler "
                                "of 1 object) planned"));
        QCOMPARE(ctl({"options", "one", "maxRetries=7"}).status, 0);
        m_server->write("none.json", sessionOf({}));
        QCOMPARE(ctl({"apply", m_server->file("none.json"), "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral("stop one (forgets what was kept for the handler of 1 object, "
                                "maxRetries as an operator has set it) planned"));
        QCOMPARE(ctl({"apply", m_server->file("other.json"), "--yes"}).status, 0);
        QTRY_COMPARE(found("state:in-sync"), QStringLiteral("x"));
        QCOMPARE(kept(), QString());
    }

    void aPacedPauseGoesOnAfterAnApply()
    {
        QByteArray ids;
        for (int i = 1; i <= 15; ++i)
            ids += "o" + QByteArray::number(i) + '\n';
        m_server->write("ids", ids);
        start({removing({})});
        QTRY_COMPARE(lines("one").count("add"), 15);
        QProcess waiting;
        waiting.start(QONTROLLERCTL, {"--host", socket(), "pause", "--filter", "id:o", "--pace",
                                      "5/s", "--yes", "--wait"});
        QTRY_VERIFY(found("state:paused").contains('o'));
        QJsonObject other = removing({});
        QJsonObject parameters = other["parameters"].toObject();
        parameters["get"] = QJsonArray{"true"};
        other["parameters"] = parameters;
        const QString file = m_server->write("other.json", sessionOf({other}));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 0);
        QVERIFY(waiting.waitForFinished());
        const QByteArray said = waiting.readAllStandardOutput();
        QCOMPARE(said, QByteArray("pause 15 objects: 15 succeeded, 0 failed\n"));
        QCOMPARE(waiting.exitCode(), 0);
        QCOMPARE(found("state:paused").split(' ').size(), 15);
    }

    void anotherPluginForgetsAndSaysSo()
    {
        startWithDecisions();
        const QJsonObject other{{"name", "one"},
                                {"plugin", "folder-mirror"},
                                {"parameters", QJsonObject{{"source", m_server->file("a")},
                                                           {"target", m_server->file("b")}}}};
        const QString file = m_server->write("other.json", sessionOf({other}));
        for (const char *folder : {"a", "b"})
            QVERIFY(QDir().mkdir(m_server->file(folder)));
        QCOMPARE(ctl({"apply", file, "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral(
                     "start anew one (plugin folder-mirror; forgets its pause, 1 paused, "
                     "10 held, 1 kept, 1 removal that is owed, workers as an operator has "
                     "set it) planned"));
        m_server->write("none.json", sessionOf({}));
        QCOMPARE(ctl({"apply", m_server->file("none.json"), "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral("stop one (forgets its pause, 1 paused, 10 held, 1 kept, "
                                "1 removal that is owed, workers as an operator has set it) "
                                "planned"));
    }

    void aNumberOfWorkersForATimeGoesBackAfterANewStart()
    {
        start({controller("one", {{"workers", 2}})});
        QCOMPARE(ctl({"workers", "one", "7", "--for", "3s"}).status, 0);
        const QString file = m_server->write("other.json",
                                             sessionOf(
                                                 {controller("one", {{"workers", 2},
                                                                     {"handlerTimeout", "1m"}})}));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 0);
        QVERIFY(ctl({"options", "one"}).output.startsWith("workers=7\n"));
        QTRY_VERIFY(ctl({"options", "one"}).output.startsWith("workers=2\n"));
    }

    void aNumberOfWorkersForATimeThatTheSessionEndsIsNamed_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("another number") << 4;
        QTest::newRow("the same number, to stay") << 7;
    }
    void aNumberOfWorkersForATimeThatTheSessionEndsIsNamed()
    {
        QFETCH(int, number);
        start({controller("one", {{"workers", 2}}), controller("two", {{"workers", 2}})});
        QCOMPARE(ctl({"workers", "one", "7", "--for", "2s"}).status, 0);
        QCOMPARE(ctl({"workers", "two", "7", "--for", "1h"}).status, 0);
        QElapsedTimer time;
        time.start();
        const QString file = m_server->write("other.json",
                                             sessionOf({controller("one", {{"workers", number}})}));
        const QString who = qEnvironmentVariable("USER", "root");
        QCOMPARE(ctl({"apply", file, "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral(
                     "change one (workers %1; ends workers 7 for 2s, set by %2) planned, "
                     "stop two (ends workers 7 for 1h, set by %2) planned")
                     .arg(number)
                     .arg(who));
        QCOMPARE(ctl({"apply", file, "--yes"}).status, 0);
        QVERIFY2(time.elapsed() < 2000, "the time was over before");
        QTRY_VERIFY(time.hasExpired(2500));
        QCOMPARE(ctl({"options", "one"}).output.split('\n').first(),
                 "workers=" + QByteArray::number(number));
    }

    void optionsThatAreForgottenHaveTheirNames()
    {
        start({controller("one")});
        QCOMPARE(ctl({"options", "one", "backoff.base=3s", "maxRetries=4"}).status, 0);
        m_server->write("none.json", sessionOf({}));
        QCOMPARE(ctl({"apply", m_server->file("none.json"), "--dry-run", "-o", "json"}).steps(),
                 QStringLiteral("stop one (forgets backoff.base, maxRetries as operators have set "
                                "them) planned"));
    }

    void aConsistControllerThatIsGoneAndIsWaitedForIsNamed()
    {
        const auto fleet = [](const QString &name) {
            return QJsonObject{{"name", name}, {"plugin", "simulated-fleet"}};
        };
        start({fleet("fleet")}, {"--metrics", "127.0.0.1:0"});
        QTRY_VERIFY(
            m_server->metrics().contains("qontroller_consist_members{controller=\"fleet\""));
        QVERIFY(m_server->metrics().contains("\nqontroller_consist_controllers_absent 0\n"));
        QTRY_VERIFY(!m_server->metrics().contains(
            "qontroller_consist_members{controller=\"fleet\",state=\"in service\"} 0\n"));
        m_server->write("session.json", sessionOf({fleet("renamed")}));
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("fleet: absent: this consist controller"), m_server->log());
        QTRY_VERIFY(m_server->metrics().contains("\nqontroller_consist_controllers_absent 1\n"));
        QVERIFY(!m_server->metrics().contains("qontroller_consist_members{controller=\"fleet\""));
        QTRY_VERIFY(m_server->metrics().contains("\nqontroller_needs{controller=\"fleet\",kind="
                                                 "\"not-started\",severity=\"fault\"} 1\n"));
        QTRY_VERIFY2(
            ctl({"status", "-o", "wide"})
                .output.contains(
                    "not started: this consist controller of an earlier session does not run"),
            ctl({"status", "-o", "wide"}).output);
    }

    void aStoreOfOperationsThatIsRefusedIsNotSaidToBeBegunAnew()
    {
        const QString state = m_server->file("state");
        QVERIFY(QDir().mkdir(state));
        QVERIFY(QFile::link(m_server->file("elsewhere"), state + "/consist.sqlite"));
        const QString session = m_server->write("session.json",
                                                sessionOf(
                                                    {QJsonObject{{"name", "fleet"},
                                                                 {"plugin", "simulated-fleet"}}}));
        QCOMPARE(m_server->run({session, "--state-dir", state}), 2);
        QVERIFY2(m_server->log().contains("consist.sqlite: is a link: put the file itself there"),
                 m_server->log());
        QVERIFY2(!m_server->log().contains("begun anew"), m_server->log());
    }

    void aDryRunDoesNothing()
    {
        start({controller("one")});
        QCOMPARE(ctl({"pause", "one", "--dry-run"}).output, "one: would pause controller\n");
        QCOMPARE(ctl({"workers", "one", "9", "--dry-run"}).output, "one: would set workers to 9\n");
        QCOMPARE(ctl({"options", "one", "maxRetries=8", "--dry-run"}).output,
                 "one: would set maxRetries to 8\n");
        QCOMPARE(ctl({"drain", "one", "--dry-run", "--yes"}).output,
                 "one: would drain and remove controller\n");
        QCOMPARE(controllers(), QStringList{"one"});
        QVERIFY(!ctl({"options", "one"}).output.contains("maxRetries=8"));
        QCOMPARE(ctl({"log"}).output.count('\n'), 1); // nothing was asked for
    }

    void aPipeInPlaceOfTheFileHoldsNothingUp()
    {
        start({controller("one")});
        QVERIFY(QFile::remove(m_server->file("session.json")));
        QCOMPARE(::mkfifo(qPrintable(m_server->file("session.json")), 0600), 0);
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("is a pipe, not a file: name a session file"),
                 m_server->log());
        m_server->signal(SIGTERM);
        QCOMPARE(m_server->wait(), 128 + SIGTERM);
    }

    void neverTwoAtWorkOnTheSame()
    {
        // A command that does not end before its time: it is let go on, and nothing else starts.
        start({controller("one", {}, "echo begin >> $0.log; sleep 3; echo end >> $0.log")});
        QTRY_VERIFY(lines("one").contains("begin"));
        const QString file = m_server->write("other.json",
                                             sessionOf(
                                                 {controller("one", {}, "echo anew >> $0.log")}));
        QCOMPARE(ctl({"apply", file, "--yes", "-o", "json"}).steps(),
                 QStringLiteral("start anew one (parameters) done"));
        QTRY_VERIFY(lines("one").contains("anew"));
        QVERIFY2(lines("one").indexOf("end") < lines("one").indexOf("anew"), lines("one"));
    }

    void aPartOfASessionIsNotChanged()
    {
        m_server->write("session.json", sessionOf({controller("one"), controller("two")}));
        m_server->start({m_server->file("session.json"), "--only", "one", "--control", socket()});
        QVERIFY2(m_server->waitForLog("reach this host at"), m_server->log());
        const ApplyAnswer refused = ctl({"apply", m_server->file("session.json"), "--yes"});
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.output.contains("this host runs a part of its session alone (--only)"),
                 refused.output);
        m_server->signal(SIGHUP);
        QVERIFY2(m_server->waitForLog("the session is not read again: this host runs a part"),
                 m_server->log());
    }

private:
    void start(const QJsonArray &session, const QStringList &more = {})
    {
        m_server->write("session.json", sessionOf(session));
        m_server->start(QStringList{m_server->file("session.json"), "--control", socket()} + more);
        QVERIFY2(m_server->waitForLog("reach this host at"), m_server->log());
        QTRY_COMPARE(controllers().size(), session.size());
    }

    /// Fifteen objects that `ids` names, and no removal succeeds.
    static QJsonObject removing(QJsonObject options)
    {
        const auto shell = [](const QString &text) { return QJsonArray{"sh", "-c", text}; };
        options["backoff"] = QJsonObject{{"base", "1h"}, {"max", "1h"}};
        return {{"name", "one"},
                {"plugin", "script"},
                {"parameters",
                 QJsonObject{{"workingDirectory", "{session}"},
                             {"list", QJsonArray{"cat", "ids"}},
                             {"add", shell("echo add $QONTROLLER_ID >> one.log")},
                             {"delete", shell("echo remove $QONTROLLER_ID >> one.log; false")}}},
                {"options", options}};
    }

    /// o1 is paused, the removal of o2 has failed once, o5 is kept, o6 and more are held; seven
    /// workers, and all of it is paused.
    void startWithDecisions()
    {
        QByteArray ids;
        for (int i = 1; i <= 15; ++i)
            ids += "o" + QByteArray::number(i) + '\n';
        m_server->write("ids", ids);
        start({removing({})});
        QTRY_COMPARE(lines("one").count("add"), 15);
        QCOMPARE(ctl({"pause", "one/o1", "--for", "2h", "--reason", "disk is changed"}).status, 0);
        m_server->write("ids", ids.replace("o2\n", ""));
        QCOMPARE(ctl({"resync", "one"}).status, 0);
        QTRY_COMPARE(found("state:back-off"), QStringLiteral("o2"));
        m_server->write("ids", "o1\no3\no4\n");
        QCOMPARE(ctl({"resync", "one"}).status, 0);
        QTRY_VERIFY(found("state:held").startsWith("o10 "));
        QCOMPARE(ctl({"keep", "one/o5"}).status, 0);
        QCOMPARE(ctl({"options", "one", "workers=7"}).status, 0);
        QCOMPARE(ctl({"pause", "one", "--for", "1h", "--reason", "night"}).status, 0);
        QTRY_COMPARE(found("is:kept"), QStringLiteral("o5"));
    }

    /// The ids that \a filter finds; the state of the one that it names exactly.
    [[nodiscard]] QString found(const QString &filter)
    {
        QStringList ids;
        const bool isId = !filter.contains(':');
        for (const QJsonValue &each : ctl({"items", isId ? "id:" + filter : filter, "-o", "json"})
                                          .json()
                                          .value("items")
                                          .toArray()) {
            const QString id = each.toObject().value("id").toString();
            if (id == filter)
                return each.toObject().value("state").toString();
            ids += id;
        }
        ids.sort();
        return ids.join(' ');
    }

    /// As the server writes it: without options where there are none.
    static QByteArray withoutEmpty(const QByteArray &session)
    {
        QJsonObject object = QJsonDocument::fromJson(session).object();
        QJsonArray controllers;
        for (const QJsonValue &each : object["controllers"].toArray()) {
            QJsonObject one = each.toObject();
            if (one["options"].toObject().isEmpty())
                one.remove("options");
            controllers.append(one);
        }
        object["controllers"] = controllers;
        return QJsonDocument(object).toJson();
    }

    [[nodiscard]] QByteArray lines(const QString &name) const
    {
        QFile log(m_server->file(name + ".log"));
        return log.open(QIODevice::ReadOnly) ? log.readAll() : QByteArray();
    }

    [[nodiscard]] QString socket() const { return m_server->file("control.sock"); }

    ApplyAnswer ctl(const QStringList &arguments)
    {
        return {test::answerOf(QONTROLLERCTL, QStringList{"--host", socket()} + arguments)};
    }

    QStringList controllers()
    {
        QStringList names;
        for (const QJsonValue &each :
             ctl({"status", "-o", "json"}).json().value("controllers").toArray())
            names += each.toObject().value("name").toString();
        names.sort();
        return names;
    }

    std::optional<ServerProcess> m_server;
};

QONTROLLER_GUILESS_TEST(ApplyTest)
#include "tst_apply.moc"
