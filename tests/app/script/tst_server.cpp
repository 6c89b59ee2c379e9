// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin in the real program.
#include "commands.h"
#include "files.h"
#include "programs.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QPluginLoader>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

QJsonArray sh(const QString &script)
{
    return {"sh", "-c", script, "sh"};
}

} // namespace

class ServerTest final : public QObject
{
    Q_OBJECT

private slots:
    void describesItselfWithoutBeingLoaded()
    {
        const QPluginLoader loader(QStringLiteral(SCRIPT_PLUGIN));
        const QJsonObject data = loader.metaData()["MetaData"].toObject();
        QCOMPARE(data["id"].toString(), "script");
        const QJsonObject parameters = data["parameters"].toObject();
        QCOMPARE(parameters["additionalProperties"], QJsonValue(false));
        QCOMPARE(parameters["required"].toArray(), (QJsonArray{"list"}));
        const QJsonObject properties = parameters["properties"].toObject();
        QCOMPARE(properties.keys(),
                 (QStringList{"add", "afterBurst", "consist", "delete", "environment", "get",
                              "idSeparator", "list", "listFormat", "outputLimit", "timeout",
                              "watch", "workingDirectory"}));
        for (const QString &name : properties.keys()) {
            QVERIFY(!properties[name].toObject()["title"].toString().isEmpty());
            QVERIFY(properties[name].toObject()["description"].toString().endsWith('.'));
        }
        const QJsonArray separators = properties["idSeparator"].toObject()["enum"].toArray();
        QCOMPARE(separators, (QJsonArray{"\n", QString(QChar(u'\0'))}));
    }

    void theReadmeHasItsDefaults()
    {
        const QPluginLoader loader(QStringLiteral(SCRIPT_PLUGIN));
        const QJsonObject data = loader.metaData()["MetaData"].toObject();
        const QByteArray readme = contentsOf(README);
        const auto written = [](const QJsonValue &value) {
            const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
            return list.mid(1, list.size() - 2);
        };
        QJsonObject defaults = data["defaults"].toObject();
        QCOMPARE(defaults.take("backoff"), QJsonValue(QJsonObject{{"base", "1s"}}));
        QVERIFY(readme.contains("\n| `backoff` | `{\"base\": \"1s\", \"max\": \"1000s\"}` |"));
        for (auto it = defaults.begin(); it != defaults.end(); ++it) {
            const QByteArray row = "\n| `" + it.key().toUtf8() + "` | `" + written(it.value())
                                   + "` |";
            QVERIFY2(readme.contains(row), row);
        }
        const QJsonObject parameters = data["parameters"].toObject()["properties"].toObject();
        for (const QString &name : parameters.keys())
            QVERIFY2(readme.contains("\n| `" + name.toUtf8() + "` |"), qPrintable(name));
    }

    void triesAgainAfterASecondAndNotAtOnce()
    {
        ServerProcess server;
        const QString file = session(server,
                                     {{"list", sh("echo a")},
                                      {"add", sh("date +%s%3N >> times; exit 75")},
                                      {"workingDirectory", server.file(".")}},
                                     {{"maxRetries", 1}});
        QCOMPARE(server.runUntilIdle(file), 3);
        const QList<QByteArray> times = contentsOf(server.file("times")).trimmed().split('\n');
        QCOMPARE(times.size(), 2);
        const qint64 waited = times[1].toLongLong() - times[0].toLongLong();
        QVERIFY2(waited >= 850, QByteArray::number(waited)); // 1 s -10 %
    }

    void refusesWrongParameters_data()
    {
        QTest::addColumn<QJsonObject>("parameters");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *words, const QJsonObject &changed) {
            QJsonObject parameters{{"list", QJsonArray{"true"}}, {"add", QJsonArray{"true"}}};
            for (auto it = changed.begin(); it != changed.end(); ++it)
                parameters.insert(it.key(), it.value());
            QTest::newRow(words) << parameters << QByteArray(words);
        };
        row("controllers[0].parameters.list: must be a list", {{"list", "ls"}});
        row("controllers[0].parameters.add: must be a list that is not empty",
            {{"add", QJsonArray{}}});
        row("controllers[0].parameters.get[1]: must be text", {{"get", QJsonArray{"a", 1}}});
        row(R"(idSeparator: must be one of "\n" and "\u0000", but is "a\tb")",
            {{"idSeparator", "a\tb"}});
        row("controllers[0].parameters.outputLimit: must be a whole number", {{"outputLimit", 0}});
        row("controllers[0].parameters.workingDirectory: must be an absolute path",
            {{"workingDirectory", "here"}});
        row("controllers[0].parameters.lost: is not known here", {{"lost", 1}});
        row("controllers[0].parameters.timeout: \"soon\" is not a duration", {{"timeout", "soon"}});
        row("controllers[0].parameters.add[0]: must name a program, but \"no-such-program\" is in "
            "none",
            {{"add", QJsonArray{"no-such-program"}}});
        row("controllers[0].parameters.afterBurst[0]: must name a program",
            {{"afterBurst", QJsonArray{"no-such-program"}}});
    }
    void refusesWrongParameters()
    {
        QFETCH(QJsonObject, parameters);
        QFETCH(QByteArray, words);
        ServerProcess server;
        QCOMPARE(server.run({session(server, parameters), "--until-idle"}), 2);
        QVERIFY2(server.log().contains(words), server.log());
    }

    void aCheckNamesAllProgramsThatAreMissing()
    {
        ServerProcess server;
        const auto controller = [](const char *name, const QJsonObject &parameters) {
            return QJsonObject{{"name", name}, {"plugin", "script"}, {"parameters", parameters}};
        };
        const QJsonArray missing{"no-such-program"};
        const QString file = server.write(
            "all.json",
            QJsonDocument(
                QJsonObject{{"version", 1},
                            {"controllers",
                             QJsonArray{controller("a", {{"list", missing}, {"add", missing}}),
                                        controller("b", {{"list", QJsonArray{"true"}}, {"odd", 1}}),
                                        controller("c", {{"list", QJsonArray{"true"}},
                                                         {"add", QJsonArray{"true"}},
                                                         {"delete", missing}})}}})
                .toJson());
        QCOMPARE(server.run({file, "--check"}), 2);
        for (const char *place : {"controllers[0].parameters.list[0]: must name",
                                  "controllers[0].parameters.add[0]: must",
                                  "controllers[1].parameters.odd: is not known",
                                  "controllers[2].parameters.delete[0]: "})
            QVERIFY2(server.log().contains(place), server.log());
        QCOMPARE(server.log().count('\n'), 4);
    }

    void aCheckNamesWrongOptionsAndMissingProgramsTogether()
    {
        ServerProcess server;
        const QString file = server.session(
            {{"name", "all"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"list", QJsonArray{"no-such-program"}},
                                        {"add", QJsonArray{"./add"}}, // below what does not exist
                                        {"workingDirectory", "/no-such-folder"}}},
             {"options", QJsonObject{{"workers", -1}, {"ageing", "0s"}}}});
        QCOMPARE(server.run({file, "--check"}), 2);
        for (const char *place :
             {"controllers[0].options.workers: must be", "controllers[0].options.ageing: must be",
              "controllers[0].parameters.workingDirectory: must be a folder",
              "controllers[0].parameters.list[0]: must name a program"})
            QVERIFY2(server.log().contains(place), server.log());
        QCOMPARE(server.log().count('\n'), 4);
    }

    void runsCommandsUntilIdle()
    {
        ServerProcess server;
        QDir().mkpath(server.file("out"));
        const QString file = session(
            server,
            {{"list", sh("printf 'two words\\0a\\nb\\0-x\\0gone\\0not ours\\0busy\\0wrong\\0'")},
             {"get",
              sh(R"(case $1 in gone) exit 66;; 'not ours') exit 77;; esac; printf %s "$1 object")")},
             {"add",
              sh(R"(case $1 in wrong) echo no way >&2; exit 78;; )"
                 R"(busy) [ "$QONTROLLER_ATTEMPT" -gt 2 ] || { echo busy >&2; exit 75; };; esac; )"
                 R"(cat > "out/$1"; echo "$QONTROLLER_CONTROLLER $QONTROLLER_FENCE" >> "out/$1")")},
             {"delete", sh(R"(echo "$1" >> deleted)")},
             {"idSeparator", QString(QChar(u'\0'))},
             {"workingDirectory", server.file(".")}});
        QCOMPARE(server.runUntilIdle(file), 3); // one is parked
        QCOMPARE(entriesOf(server.file("out")), (QStringList{"-x", "a\nb", "busy", "two words"}));
        QCOMPARE(contentsOf(server.file("out/two words")), QByteArray("two words objecttest 0\n"));
        QCOMPARE(contentsOf(server.file("deleted")), QByteArray("gone\n"));
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QCOMPARE(server.summary()["retries"].toInt(), 2);
        QCOMPARE(server.summary()["failed"].toInt(), 0);
    }

    void runsOneCommandAfterManyChanges_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the process") << "none";
        QTest::newRow("in a process of its own") << "process";
    }
    void runsOneCommandAfterManyChanges()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        const QString file = session(server,
                                     {{"list", sh("seq 20; echo >> lists")},
                                      {"add",
                                       sh("if [ -e made$1 ]\nthen echo '{\"changed\":false}' >&3\n"
                                          "else : > made$1\nfi")},
                                      {"afterBurst", sh("echo $# $QONTROLLER_ID made* >> reloads")},
                                      {"workingDirectory", server.file(".")}},
                                     {{"resyncInterval", "500ms"}}, isolation);
        const auto reloads = [&server] { return contentsOf(server.file("reloads")); };
        server.start({file});
        const auto lists = [&server] { return contentsOf(server.file("lists")).size(); };
        QTRY_COMPARE(reloads().count('\n'), 1);
        const qsizetype before = lists();
        QTRY_VERIFY(lists() > before + 2); // what is unchanged is no burst
        QCOMPARE(reloads().count('\n'), 1);
        QVERIFY2(reloads().startsWith("0 afterBurst made1 "), reloads());
        QCOMPARE(reloads().count("made"), 20);
        QVERIFY(QFile::remove(server.file("made7"))); // a resync repairs it
        QTRY_COMPARE(reloads().count('\n'), 2);
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aCommandAfterABurstRunsOnceAfterEachStart()
    {
        ServerProcess server;
        const QString file =
            session(server, {{"list", sh("echo a")},
                             {"add", sh("echo '{\"changed\":false}' >&3")},
                             {"afterBurst", sh("echo $TOKEN >> reloads")},
                             {"environment",
                              QJsonObject{{"TOKEN", QJsonObject{{"fromFile", "{session}/token"}}}}},
                             {"workingDirectory", server.file(".")}});
        for (const char *token : {"first-token", "other-token"}) {
            server.write("token", token);
            QVERIFY(
                QFile::setPermissions(server.file("token"), QFile::ReadOwner | QFile::WriteOwner));
            // What was handled before is known, and no reason to do without.
            QCOMPARE(server.run({file, "--until-idle", "--state-dir", server.file("state")}), 0);
        }
        QCOMPARE(contentsOf(server.file("reloads")), QByteArray("first-token\nother-token\n"));
    }

    void aCommandAfterABurstFailsAsOthersDo()
    {
        ServerProcess server;
        const QString file = session(server,
                                     {{"list", sh("echo a")},
                                      {"add", sh(":")},
                                      {"afterBurst", sh("echo >> reloads; echo no >&2; exit 1")},
                                      {"workingDirectory", server.file(".")}},
                                     {{"maxRetries", 1}});
        QCOMPARE(server.runUntilIdle(file), 3);
        QCOMPARE(contentsOf(server.file("reloads")).count('\n'), 2);
        QCOMPARE(server.summary()["failed"].toInt(), 1);
        QVERIFY2(server.log().contains("afterBurst"), server.log());
    }

    void aTracebackIsShownByItsLastLine()
    {
        ServerProcess server;
        const QString traceback =
            "printf 'Traceback (most recent call last):\\n  File \"x\", line 1\\n"
            "OSError: no room\\n\\n' >&2; exit 1";
        const QString file = session(server,
                                     {{"list", sh("[ -e listed ] || echo a; [ ! -e listed ] || { "
                                                  + traceback + "; }; : > listed")},
                                      {"add", sh(traceback)},
                                      {"workingDirectory", server.file(".")}},
                                     {{"maxRetries", 0}, {"resyncInterval", "100ms"}});
        server.start({file});
        QVERIFY(server.waitForLog("a: OSError: no room"));
        QVERIFY(server.waitForLog("list failed: "));
        server.signal(SIGTERM);
        server.wait();
        QVERIFY2(!server.log().contains("Traceback"), server.log());
    }

    void theNameOfTheCommandAfterABurstIsNoObject()
    {
        ServerProcess server;
        const QString file = session(server, {{"list", sh("echo a; echo afterBurst")},
                                              {"add", sh("echo $1 >> added")},
                                              {"afterBurst", sh(":")},
                                              {"workingDirectory", server.file(".")}});
        QCOMPARE(server.runUntilIdle(file), 3);
        QCOMPARE(contentsOf(server.file("added")), QByteArray("a\n"));
        QVERIFY2(server.log().contains("give it another id"), server.log());
    }

    void aNewVersionWakesAParkedObject()
    {
        ServerProcess server;
        server.write("version", "1");
        const QString file =
            session(server,
                    {{"list",
                      sh(R"(printf '{"id":"a","version":%s}' $(cat version); echo >> lists)")},
                     {"listFormat", "json"},
                     {"add", sh("echo $(cat version) >> adds; exit 78")},
                     {"workingDirectory", server.file(".")}},
                    {{"resyncInterval", "20ms"}, {"parkedRetryInterval", "1h"}});
        server.start({file});
        const auto lists = [&] { return contentsOf(server.file("lists")).count('\n'); };
        QTRY_VERIFY(lists() >= 5);
        QTRY_COMPARE(contentsOf(server.file("adds")), QByteArray("1\n"));
        server.write("version", "2");
        QTRY_COMPARE(contentsOf(server.file("adds")), QByteArray("1\n2\n"));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void takesTheWatchUpAgainAfterAList()
    {
        ServerProcess server;
        const QString file =
            session(server,
                    {{"list", sh("echo listed >> lists")},
                     {"watch", sh("echo x >> watches; printf '{\"type\":\"ADDED\",\"id\":\"%s\"}' "
                                  "$(wc -l < watches)")},
                     {"add", sh("touch \"added $1\"")},
                     {"workingDirectory", server.file(".")}},
                    {{"resyncInterval", "1h"}});
        server.start({file, "--json"});
        QTRY_VERIFY(QFile::exists(server.file("added 3")));
        QTRY_VERIFY(contentsOf(server.file("lists")).count('\n') >= 2);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(server.log().contains(": watch ended: closed by the source"), server.log());
        QVERIFY2(!server.log().contains("warning: test: watch"), server.log());
    }

    void stopsItsCommandsWhenTheyAreCancelled()
    {
        ServerProcess server;
        const QString file = session(server,
                                     {{"list", sh("echo a")},
                                      {"watch", sh("echo $$ > watching; exec sleep 1000")},
                                      {"add", sh("echo $$ > adding; exec sleep 1000")},
                                      {"workingDirectory", server.file(".")}},
                                     {{"handlerTimeout", "3s"}, {"maxRetries", 0}});
        QCOMPARE(server.runUntilIdle(file), 3);
        QVERIFY2(server.log().contains("add was stopped before it had ended"), server.log());
        for (const char *name : {"watching", "adding"}) {
            const QByteArray pid = contentsOf(server.file(name)).trimmed();
            QVERIFY(pid.toInt() > 0);
            QTRY_VERIFY(!contentsOf("/proc/" + pid + "/cmdline").contains("sleep"));
        }
    }

    void whatAKilledServerLeftAtWorkEndsBeforeItIsDoneAgain()
    {
        ServerProcess first;
        const QString folder = first.file(".");
        QJsonObject parameters{
            {"list", sh("echo a")},
            {"add", sh("if [ -e again ]; then "
                       "grep -q sleep /proc/$(cat adding)/cmdline && touch together; exit 0; fi; "
                       "setsid sleep 1000 > /dev/null 2>&1 & echo $! > service; "
                       "until [ \"$(cut -d ' ' -f 6 /proc/$!/stat)\" = $! ]; do :; done; "
                       "echo $$ > adding; exec sleep 1000")},
            {"workingDirectory", folder}};
        first.start({session(first, parameters)});
        QTRY_VERIFY(QFileInfo(first.file("adding")).size() > 0);
        first.signal(SIGKILL);
        QCOMPARE(first.wait(), -1);
        const pid_t command = contentsOf(first.file("adding")).trimmed().toInt();
        const pid_t service = contentsOf(first.file("service")).trimmed().toInt();
        QVERIFY(isAlive(command));

        first.write("again", {});
        parameters["list"] = sh("echo a; exit 0"); // as an editor would leave it
        ServerProcess second;
        QCOMPARE(second.runUntilIdle(session(first, parameters)), 0);
        QVERIFY2(second.log().contains("test: an earlier life of this program has left commands at "
                                       "work (1): ended"),
                 second.log());
        QVERIFY(!isAlive(command));
        QVERIFY(!QFile::exists(first.file("together")));
        QVERIFY(isAlive(service)); // is none of its commands
        ::kill(service, SIGKILL);
    }

    void whatACommandReportsIsSeen_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the server") << "none";
        QTest::newRow("in a process of its own") << "process";
    }
    void whatACommandReportsIsSeen()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        const QString add = R"(exec >&3
echo '{"event":"renewed","text":"until 2027"}'
printf '%s\n' '{"log":"slow\nly","level":"warning"}'
echo '{"metric":"renewed_total","add":2}'
echo '{"metric":"days_left","set":89.5}'
echo '{"requeue":"stranger"}'
echo nonsense)";
        const QString file = server.session(
            {{"name", "test"},
             {"plugin", "script"},
             {"isolation", isolation},
             {"parameters", QJsonObject{{"list", sh("echo a")}, {"add", sh(add)}}}});
        server.start({file, "--log", "json", "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForLog("\"notice\""));
        QVERIFY(server.waitForLog("that add wrote to descriptor 3"));
        const QByteArray page = server.metrics();
        for (const char *line :
             {"renewed_total{controller=\"test\"} 2\n", "days_left{controller=\"test\"} 89.5\n",
              "script_lines_skipped_total{controller=\"test\"} 1\n",
              "qontroller_handler_reports_dropped_total{controller=\"test\",kind=\"requeue\"} 1\n"})
            QVERIFY2(page.contains('\n' + QByteArray(line)), page);
        QCOMPARE(server.end(), 128 + SIGTERM);
        const QJsonObject notice = lineWith(server.log(), "event", "notice");
        QCOMPARE(notice["controller"].toString(), "test");
        QCOMPARE(notice["kind"].toString(), "renewed");
        QCOMPARE(notice["id"].toString(), "a");
        QCOMPARE(notice["text"].toString(), "until 2027");
        QCOMPARE(notice["level"].toString(), "info");
        const QJsonObject line = lineWith(server.log(), "text", "slow\\nly");
        QCOMPARE(line["level"].toString(), "warning");
        QCOMPARE(line["id"].toString(), "a");
        QCOMPARE(line["controller"].toString(), "test");
    }

    void aCommandThatReportsWithoutEndFillsNothing()
    {
        ServerProcess server;
        const QString add = R"([ "$1" = a ] || exit 78
exec >&3
yes '{"event":"e","text":"t"}' | head -n 50000
yes '{"log":"l"}' | head -n 50000)";
        const QString file = session(server,
                                     {{"list", sh("printf '%s\\n' a b c")}, {"add", sh(add)}});
        server.start({file, "--metrics", "127.0.0.1:0"});
        // Some get through each second, so the slower the machine the fewer are dropped.
        const QString events = R"(qontroller_handler_reports_dropped_total\{controller="test",)"
                               R"(kind="event"\} [1-9]\d{4})";
        for (const QString &dropped :
             {events, QStringLiteral(R"(qontroller_log_lines_dropped_total [1-9]\d{4})")})
            QTRY_VERIFY(
                QString::fromUtf8(server.metrics()).contains(QRegularExpression('\n' + dropped)));
        QVERIFY(server.waitForLog(" lines of plugins left out"));
        QVERIFY(server.waitForLog(" left out: handlers say more than 100 a second"));
        QVERIFY2(server.log().contains("Z warning: test: notice: "), server.log());
        QVERIFY(server.waitForLog("test: parked: b")); // what matters is not pushed out
        QVERIFY(server.waitForLog("test: parked: c"));
        server.signal(SIGTERM);
        server.wait();
        QVERIFY2(server.log().count('\n') < 5000, QByteArray::number(server.log().count('\n')));
    }

    void theReadmesExampleReports()
    {
        const QTemporaryDir folder;
        must(folder.path(), "sh", {"-e", "-c", readmesScript(0, folder.path())});
        must(folder.path(), "sh", {"-e", "-c", readmesScript(1, folder.path())});
        ServerProcess server;
        server.start({folder.filePath("session.json"), "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForLog("greetings: notice: welcomed: Ada: for the first time\n"));
        QTRY_VERIFY(
            server.metrics().contains("\ngreetings_written_total{controller=\"greetings\"} "));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.log().count("welcomed: Ada"), 1);
    }

    void theReadmesExampleDoesWhatItSays()
    {
        const QTemporaryDir folder;
        must({}, "sh", {"-e", "-c", readmesScript(0, folder.path())});

        ServerProcess server;
        QCOMPARE(server.runUntilIdle(folder.filePath("session.json")), 0);
        QCOMPARE(entriesOf(folder.filePath("out")), (QStringList{"Ada", "Grace Hopper"}));
        QCOMPARE(contentsOf(folder.filePath("out/Ada")), QByteArray("Hello, Ada\n"));

        QFile more(folder.filePath("people"));
        QVERIFY(more.open(QIODevice::Append) && more.write("Ada \"the \\ first\"\n") > 0);
        more.close();
        QCOMPARE(server.runUntilIdle(folder.filePath("session.json")), 0);
        QVERIFY(QFile::exists(folder.filePath("out/Ada \"the \\ first\"")));

        // Deleted while nothing ran.
        QFile people(folder.filePath("people"));
        QVERIFY(people.open(QIODevice::WriteOnly) && people.write("Ada\n") == 4);
        people.close();
        QCOMPARE(server.runUntilIdle(folder.filePath("session.json")), 0);
        QCOMPARE(entriesOf(folder.filePath("out")), (QStringList{"Ada"}));
    }

private:
    /// The \a number th block of shell in the README, from 0, in \a folder and without the server
    /// that it starts.
    static QString readmesScript(int number, const QString &folder)
    {
        const QByteArray readme = contentsOf(README);
        qsizetype begin = 0;
        for (int i = 0; i <= number; ++i)
            begin = readme.indexOf("\n```sh\n", begin) + 7;
        QByteArray script = readme.mid(begin, readme.indexOf("\n```", begin) + 1 - begin);
        script.replace("\nqontrollerd session.json &\n", "\n");
        script.replace("/tmp/greetings", folder.toUtf8());
        return QString::fromUtf8(script);
    }
    static QJsonObject lineWith(const QByteArray &log, const char *key, const char *value)
    {
        for (const QByteArray &line : log.split('\n')) {
            QJsonObject object = QJsonDocument::fromJson(line).object();
            if (object.value(QLatin1String(key)) == QLatin1String(value))
                return object;
        }
        return {};
    }

    static QString session(ServerProcess &server, const QJsonObject &parameters,
                           const QJsonObject &options = {}, const QString &isolation = "none")
    {
        return server.session({{"name", "test"},
                               {"plugin", "script"},
                               {"isolation", isolation},
                               {"parameters", parameters},
                               {"options", options}});
    }
};

QONTROLLER_GUILESS_TEST(ServerTest)
#include "tst_server.moc"
