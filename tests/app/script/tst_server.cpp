// SPDX-License-Identifier: LGPL-3.0-or-later
// The plugin in the real program, alone and as the examples use it.
#include "serverprocess.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QPluginLoader>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;

namespace {

const QStringList UntilIdle{"--until-idle", "--json"};

QByteArray read(const QString &file)
{
    QFile input(file);
    return input.open(QIODevice::ReadOnly) ? input.readAll() : QByteArray("(no file)");
}

QStringList entries(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                                  QDir::Name);
}

QJsonArray sh(const QString &script)
{
    return {"sh", "-c", script, "sh"};
}

/// Runs a program in \a folder and gives what it printed; a failure ends the test program.
QByteArray must(const QString &folder, const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        qFatal("%s %s: %s", qPrintable(program), qPrintable(arguments.join(' ')),
               process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

/// A copy of an example's folder, with its session where the copy is.
class Example
{
public:
    explicit Example(const QString &name)
        : m_folder(m_temporary.filePath("it's a copy"))
    {
        ::must({}, "cp", {"-r", EXAMPLES "/" + name, m_folder});
        replaceInSession("/srv/" + name.toUtf8(), m_folder.toUtf8());
    }
    void replaceInSession(const QByteArray &before, const QByteArray &after) const
    {
        QByteArray text = read(file("session.json"));
        if (!text.contains(before))
            qFatal("the session has no %s", before.constData());
        write("session.json", text.replace(before, after));
    }
    [[nodiscard]] QString file(const QString &name) const { return m_folder + '/' + name; }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile output(file(name));
        if (!output.open(QIODevice::WriteOnly) || output.write(text) != text.size())
            qFatal("cannot write");
    }
    QByteArray must(const QString &program, const QStringList &arguments) const
    {
        return ::must(m_folder, program, arguments);
    }
    /// Runs the session once; the exit status.
    [[nodiscard]] int run(ServerProcess &server) const
    {
        return server.run(QStringList{file("session.json")} + UntilIdle);
    }

private:
    QTemporaryDir m_temporary;
    QString m_folder;
};

/// python3's web server on a free port, in a folder of its own.
class WebServer
{
public:
    explicit WebServer(const QString &folder)
    {
        m_process.setWorkingDirectory(folder);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start("python3", {"-u", "-m", "http.server", "0", "--bind", "127.0.0.1"});
        QByteArray said;
        const QRegularExpression port(R"(port (\d+))");
        while (!port.match(said).hasMatch() && m_process.waitForReadyRead(30'000))
            said += m_process.readAll();
        m_port = port.match(said).captured(1);
    }
    ~WebServer()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] QString url(const QString &path) const
    {
        return "http://127.0.0.1:" + m_port + '/' + path;
    }

private:
    QProcess m_process;
    QString m_port;
};

bool haveProgram(const char *name)
{
    return !QStandardPaths::findExecutable(name).isEmpty();
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
        QCOMPARE(parameters["required"].toArray(), (QJsonArray{"list", "add"}));
        const QJsonObject properties = parameters["properties"].toObject();
        QCOMPARE(properties.keys(),
                 (QStringList{"add", "delete", "environment", "get", "idSeparator", "list",
                              "outputLimit", "timeout", "watch", "workingDirectory"}));
        for (const QString &name : properties.keys()) {
            QVERIFY(!properties[name].toObject()["title"].toString().isEmpty());
            QVERIFY(properties[name].toObject()["description"].toString().endsWith('.'));
        }
        const QJsonArray separators = properties["idSeparator"].toObject()["enum"].toArray();
        QCOMPARE(separators, (QJsonArray{"\n", QString(QChar(u'\0'))}));
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
        row("controllers[0].parameters.idSeparator: must be one of", {{"idSeparator", ","}});
        row("controllers[0].parameters.outputLimit: must be a whole number", {{"outputLimit", 0}});
        row("controllers[0].parameters.workingDirectory: must be an absolute path",
            {{"workingDirectory", "here"}});
        row("controllers[0].parameters.lost: is not known here", {{"lost", 1}});
        row("controllers[0].parameters: timeout: \"soon\" is not a duration",
            {{"timeout", "soon"}});
        row("controllers[0].parameters: add[0] must name a program, but \"no-such-program\" is in "
            "none",
            {{"add", QJsonArray{"no-such-program"}}});
    }
    void refusesWrongParameters()
    {
        QFETCH(QJsonObject, parameters);
        QFETCH(QByteArray, words);
        ServerProcess server;
        QCOMPARE(server.run({session(server, parameters), "--until-idle"}), 2);
        QVERIFY2(server.log().contains(words), server.log());
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
        QCOMPARE(server.run(QStringList{file} + UntilIdle), 3); // one is parked
        QCOMPARE(entries(server.file("out")), (QStringList{"-x", "a\nb", "busy", "two words"}));
        QCOMPARE(read(server.file("out/two words")), QByteArray("two words objecttest 0\n"));
        QCOMPARE(read(server.file("deleted")), QByteArray("gone\n"));
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QCOMPARE(server.summary()["retries"].toInt(), 2);
        QCOMPARE(server.summary()["failed"].toInt(), 0);
    }

    void concludesNothingFromAListThatFails()
    {
        ServerProcess server;
        const QString file =
            session(server,
                    {{"list", sh("if [ -e done ]; then echo broken >&2; exit 1; fi; echo a")},
                     {"add", sh("touch done")},
                     {"delete", sh("touch deleted")},
                     {"workingDirectory", server.file(".")}},
                    {{"resyncInterval", "20ms"}});
        server.start({file, "--json", "--metrics", "off"});
        QVERIFY(server.waitForLog("list ended with exit status 1: broken"));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        QVERIFY(!QFile::exists(server.file("deleted")));
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
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(server.file("added 3")), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(read(server.file("lists")).count('\n') >= 2, 30'000);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        QVERIFY(server.log().contains("watch ended with exit status 0"));
    }

    void stopsItsCommandsWhenTheyAreCancelled()
    {
        ServerProcess server;
        const QString file = session(server,
                                     {{"list", sh("echo a")},
                                      {"watch", sh("echo $$ > watching; exec sleep 1000")},
                                      {"add", sh("echo $$ > adding; exec sleep 1000")},
                                      {"workingDirectory", server.file(".")}},
                                     {{"handlerTimeout", "50ms"}, {"maxRetries", 0}});
        QCOMPARE(server.run(QStringList{file} + UntilIdle), 3);
        QVERIFY2(server.log().contains("add was stopped before it had ended"), server.log());
        for (const char *name : {"watching", "adding"}) {
            const QByteArray pid = read(server.file(name)).trimmed();
            QVERIFY(pid.toInt() > 0);
            QTRY_VERIFY(!read("/proc/" + pid + "/cmdline").contains("sleep"));
        }
    }

    void theReadmesExampleDoesWhatItSays()
    {
        const QTemporaryDir folder;
        const QByteArray readme = read(README);
        const qsizetype begin = readme.indexOf("\n```sh\n") + 7;
        QByteArray script = readme.mid(begin, readme.indexOf("\n```", begin) + 1 - begin);
        QVERIFY(script.endsWith("\nqontrollerd session.json &\n"));
        script.truncate(script.lastIndexOf("qontrollerd"));
        script.replace("/tmp/greetings", folder.path().toUtf8());
        must({}, "sh", {"-e", "-c", script});

        ServerProcess server;
        QCOMPARE(server.run(QStringList{folder.filePath("session.json")} + UntilIdle), 0);
        QCOMPARE(entries(folder.filePath("out")), (QStringList{"Ada", "Grace Hopper"}));
        QCOMPARE(read(folder.filePath("out/Ada")), QByteArray("Hello, Ada\n"));
    }

    void keepsRepositoriesCloned()
    {
        if (!haveProgram("git"))
            QSKIP("git is not installed");
        const Example example("script-git");
        for (const char *name : {"plain.git", "-odd 'name'.git", "new\nline.git", "..git"})
            QDir().mkpath(example.file("origins/") + name);
        const auto git = [&](const QStringList &arguments) {
            return example.must("git", QStringList{"-c", "user.name=x", "-c", "user.email=x@x",
                                                   "-c", "init.defaultBranch=main"}
                                           + arguments);
        };
        for (const QString &name : entries(example.file("origins")))
            git({"init", "--quiet", "--bare", "origins/" + name});
        git({"clone", "--quiet", "origins/plain.git", "work"});
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "first"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});

        ServerProcess server;
        QCOMPARE(example.run(server), 3); // a folder cannot be called "."
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QCOMPARE(entries(example.file("clones")),
                 (QStringList{"-odd 'name'", "new\nline", "plain"}));
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("first"));

        QDir(example.file("origins/..git")).removeRecursively();
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "second"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("second"));
        QVERIFY(entries(example.file("clones.part")).isEmpty());
    }

    void seesCommitsAndDeletionsOfRepositoriesAsTheyHappen()
    {
        if (!haveProgram("git"))
            QSKIP("git is not installed");
        const Example example("script-git");
        example.replaceInSession("30s", "1s");
        example.must("git", {"init", "--quiet", "--bare", "origins/a.git"});
        example.must("git", {"init", "--quiet", "--bare", "origins/b.git"});
        ServerProcess server;
        server.start({example.file("session.json")});
        QTRY_COMPARE_WITH_TIMEOUT(entries(example.file("clones")), (QStringList{"a", "b"}), 30'000);
        QVERIFY(QDir(example.file("origins/b.git")).removeRecursively());
        QTRY_COMPARE_WITH_TIMEOUT(entries(example.file("clones")), (QStringList{"a"}), 30'000);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
    }

    void keepsRowsAsFiles()
    {
        if (!haveProgram("sqlite3"))
            QSKIP("sqlite3 is not installed");
        const Example example("script-sqlite");
        const auto sql = [&](const QString &text) {
            example.must("sqlite3", {"data.sqlite", text});
        };
        sql("CREATE TABLE notes (name TEXT PRIMARY KEY, body TEXT);"
            "INSERT INTO notes VALUES ('milk', 'two bottles'), ('../a%b', 'x'), "
            "('it''s \"odd\"; DROP TABLE notes; --', 'y'), ('two' || char(10) || 'lines', 'z'), "
            "('-x', NULL), ('\xC3\xA9', ''), ('$(touch bad)', '$(touch bad)');");
        ServerProcess server;
        QCOMPARE(example.run(server), 0);
        QCOMPARE(server.summary()["known"].toInt(), 7);
        QCOMPARE(entries(example.file("files")).size(), 7);
        QVERIFY(QFile::exists(example.file("files/..%2Fa%25b.json")));
        QVERIFY(QFile::exists(example.file("files/two%0Alines.json")));
        QVERIFY(!QFile::exists(example.file("bad")));
        QCOMPARE(QJsonDocument::fromJson(read(example.file("files/milk.json")))
                     .array()
                     .at(0)
                     .toObject(),
                 (QJsonObject{{"name", "milk"}, {"body", "two bottles"}}));

        sql("UPDATE notes SET body = 'three' WHERE name = 'milk'");
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(read(example.file("files/milk.json")).contains("three"));

        QFile::remove(example.file("data.sqlite"));
        ServerProcess without;
        without.start({example.file("session.json")});
        QVERIFY(without.waitForLog("unable to open database"));
        without.signal(SIGTERM);
        without.wait();
        QCOMPARE(entries(example.file("files")).size(), 7);
    }

    void removesTheFileOfARowThatIsGone()
    {
        if (!haveProgram("sqlite3"))
            QSKIP("sqlite3 is not installed");
        const Example example("script-sqlite");
        example.replaceInSession("10s", "50ms");
        example.must("sqlite3", {"data.sqlite", "CREATE TABLE notes (name TEXT PRIMARY KEY);"
                                                "INSERT INTO notes VALUES ('a'), ('b')"});
        ServerProcess server;
        server.start({example.file("session.json")});
        QTRY_COMPARE_WITH_TIMEOUT(entries(example.file("files")), (QStringList{"a.json", "b.json"}),
                                  30'000);
        example.must("sqlite3", {"-cmd", ".timeout 10000", "data.sqlite",
                                 "DELETE FROM notes WHERE name = 'a'"});
        QTRY_COMPARE_WITH_TIMEOUT(entries(example.file("files")), (QStringList{"b.json"}), 30'000);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
    }

    void checksEndpoints()
    {
        if (!haveProgram("curl") || !haveProgram("python3"))
            QSKIP("curl or python3 is not installed");
        const Example example("script-http");
        QDir().mkpath(example.file("www"));
        example.write("www/page", "hello");
        const WebServer web(example.file("www"));
        const QString page = web.url("page?a=[1-3]&b={x}");
        example.write("endpoints", ("# ours\n\n" + page + '\n' + web.url("lost")
                                    + "\nhttp://127.0.0.1:1/\nfile:///etc/passwd\n")
                                       .toUtf8());
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 4);
        QCOMPARE(server.summary()["failed"].toInt(), 2);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        const auto report = [&](const QString &url) {
            return read(example.file("reports/")
                        + QString(url).replace("%", "%25").replace("/", "%2F"));
        };
        QCOMPARE(report(page), QByteArray("up 200\n"));
        QCOMPARE(report(web.url("lost")), QByteArray("ill 404\n"));
        QCOMPARE(report("http://127.0.0.1:1/"), QByteArray("down\n"));
        QCOMPARE(report("file:///etc/passwd"), QByteArray("wrong\n"));
        QCOMPARE(entries(example.file("reports")).size(), 4);
    }

private:
    static QString session(ServerProcess &server, const QJsonObject &parameters,
                           const QJsonObject &options = {})
    {
        return server.session({{"name", "test"},
                               {"plugin", "script"},
                               {"parameters", parameters},
                               {"options", options}});
    }
};

QTEST_GUILESS_MAIN(ServerTest)
#include "tst_server.moc"
