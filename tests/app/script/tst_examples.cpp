// SPDX-License-Identifier: LGPL-3.0-or-later
// The examples of resources/examples in the real program, against git, sqlite3 and a web server.
#include "files.h"
#include "programs.h"
#include "serverprocess.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// A copy of an example's folder, with its session where the copy is.
class Example final
{
public:
    explicit Example(const QString &name)
        : m_folder(m_temporary.filePath("it's a copy"))
    {
        test::must({}, "cp", {"-r", EXAMPLES "/" + name, m_folder});
    }
    void replaceInSession(const QByteArray &before, const QByteArray &after) const
    {
        QByteArray text = contentsOf(file("session.json"));
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
        return test::must(m_folder, program, arguments);
    }
    /// Runs the session once; the exit status.
    [[nodiscard]] int run(ServerProcess &server) const
    {
        return server.runUntilIdle(file("session.json"));
    }

private:
    QTemporaryDir m_temporary;
    QString m_folder;
};

/// python3's web server on a free port, in a folder of its own.
class WebServer final
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

} // namespace

class ExamplesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QByteArray missing = missingPrograms({"git", "sqlite3", "curl", "python3", "jq"});
        QVERIFY2(missing.isEmpty(), missing);
    }

    void keepsRepositoriesCloned()
    {
        const Example example("script-git");
        for (const char *name : {"plain.git", "-odd 'name'.git", "new\nline.git", "..git"})
            QDir().mkpath(example.file("origins/") + name);
        const auto git = [&](const QStringList &arguments) {
            return example.must("git", QStringList{"-c", "user.name=x", "-c", "user.email=x@x",
                                                   "-c", "init.defaultBranch=main"}
                                           + arguments);
        };
        for (const QString &name : entriesOf(example.file("origins")))
            git({"init", "--quiet", "--bare", "origins/" + name});
        git({"clone", "--quiet", "origins/plain.git", "work"});
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "first"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});

        ServerProcess server;
        QCOMPARE(example.run(server), 3); // a folder cannot be called "."
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QCOMPARE(entriesOf(example.file("clones")),
                 (QStringList{"-odd 'name'", "new\nline", "plain"}));
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("first"));

        QDir(example.file("origins/..git")).removeRecursively();
        git({"-C", "work", "commit", "--quiet", "--allow-empty", "-m", "second"});
        git({"-C", "work", "push", "--quiet", "origin", "HEAD"});
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(git({"-C", "clones/plain", "log"}).contains("second"));
        QVERIFY(entriesOf(example.file("clones.part")).isEmpty());

        // Deleted while nothing ran, once in the middle of being cloned.
        QDir(example.file("origins/new\nline.git")).removeRecursively();
        QDir().mkpath(example.file("clones.part/half"));
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(entriesOf(example.file("clones")), (QStringList{"-odd 'name'", "plain"}));
        QVERIFY(entriesOf(example.file("clones.part")).isEmpty());
    }

    void seesCommitsAndDeletionsOfRepositoriesAsTheyHappen()
    {
        const Example example("script-git");
        example.replaceInSession("30s", "1s");
        example.must("git", {"init", "--quiet", "--bare", "origins/a.git"});
        example.must("git", {"init", "--quiet", "--bare", "origins/b.git"});
        ServerProcess server;
        server.start({example.file("session.json")});
        QTRY_COMPARE_WITH_TIMEOUT(entriesOf(example.file("clones")), (QStringList{"a", "b"}),
                                  30'000);
        QVERIFY(QDir(example.file("origins/b.git")).removeRecursively());
        QTRY_COMPARE_WITH_TIMEOUT(entriesOf(example.file("clones")), (QStringList{"a"}), 30'000);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
    }

    void keepsRowsAsFiles()
    {
        const Example example("script-sqlite");
        const auto sql = [&](const QString &text) {
            example.must("sqlite3", {"data.sqlite", text});
        };
        sql(".read schema.sql");
        sql("INSERT INTO notes (name, body) VALUES ('milk', 'two bottles'), ('../a%b', 'x'), "
            "('it''s \"odd\"; DROP TABLE notes; --', 'y'), ('two' || char(10) || 'lines', 'z'), "
            "('-x', NULL), ('\xC3\xA9', ''), ('$(touch bad)', '$(touch bad)');");
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(server.summary()["known"].toInt(), 7);
        QCOMPARE(entriesOf(example.file("files")).size(), 7);
        QVERIFY(QFile::exists(example.file("files/..%2Fa%25b.json")));
        QVERIFY(QFile::exists(example.file("files/two%0Alines.json")));
        QVERIFY(!QFile::exists(example.file("bad")));
        QCOMPARE(QJsonDocument::fromJson(contentsOf(example.file("files/milk.json")))
                     .array()
                     .at(0)
                     .toObject(),
                 (QJsonObject{{"name", "milk"}, {"body", "two bottles"}}));

        sql("UPDATE notes SET body = 'three' WHERE name = 'milk'");
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QVERIFY(contentsOf(example.file("files/milk.json")).contains("three"));

        // Deleted while nothing ran, once in the middle of being written.
        sql("DELETE FROM notes WHERE name IN ('../a%b', 'two' || char(10) || 'lines')");
        QVERIFY(QFile::rename(example.file("files/two%0Alines.json"),
                              example.file("files/two%0Alines.json.part")));
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(entriesOf(example.file("files")).size(), 5);
        QVERIFY(!QFile::exists(example.file("files/..%2Fa%25b.json")));
        QVERIFY(!QFile::exists(example.file("files/two%0Alines.json.part")));

        QFile::remove(example.file("data.sqlite"));
        ServerProcess without;
        without.start({example.file("session.json")});
        QVERIFY(without.waitForLog("unable to open database"));
        without.signal(SIGTERM);
        without.wait();
        QCOMPARE(entriesOf(example.file("files")).size(), 5);
    }

    void removesTheFileOfARowThatIsGone()
    {
        const Example example("script-sqlite");
        example.replaceInSession("10s", "50ms");
        example.must("sqlite3", {"data.sqlite", ".read schema.sql"});
        example.must("sqlite3", {"data.sqlite", "INSERT INTO notes (name) VALUES ('a'), ('b')"});
        ServerProcess server;
        server.start({example.file("session.json")});
        QTRY_COMPARE_WITH_TIMEOUT(entriesOf(example.file("files")),
                                  (QStringList{"a.json", "b.json"}), 30'000);
        example.must("sqlite3", {"-cmd", ".timeout 10000", "data.sqlite",
                                 "DELETE FROM notes WHERE name = 'a'"});
        QTRY_COMPARE_WITH_TIMEOUT(entriesOf(example.file("files")), (QStringList{"b.json"}),
                                  30'000);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
    }

    void keepsTheRecordsOfAZone()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        const QString served = example.file("served/example.org.zone");
        example.write("wanted/example.org", "www A 192.0.2.1\n# of the post\nmail A 192.0.2.2\n");
        example.write("served/example.org.zone", "www IN A 192.0.2.9\nold IN A 192.0.2.3\n");
        {
            ServerProcess server;
            QCOMPARE(example.run(server), 0);
            QCOMPARE(contentsOf(served), QByteArray("mail IN A 192.0.2.2\nwww IN A 192.0.2.1\n"));
            QFile::remove(example.file("wanted/example.org"));
            QCOMPARE(example.run(server), 0);
            QVERIFY(!QFile::exists(served)); // what its store knows is left over
        }
        example.replaceInSession(R"("10s")", R"("10s", "backoff": {"base": "5ms"})");
        example.write("wanted/.hidden", "");
        example.write("wanted/bad", "no address\n");
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QVERIFY2(server.log().contains("a record must be NAME TYPE VALUE, but is \"no address\""),
                 qPrintable(server.log()));
    }

    void checksEndpoints()
    {
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
            return contentsOf(example.file("reports/")
                              + QString(url).replace("%", "%25").replace("/", "%2F"));
        };
        QCOMPARE(report(page), QByteArray("up 200\n"));
        QCOMPARE(report(web.url("lost")), QByteArray("ill 404\n"));
        QCOMPARE(report("http://127.0.0.1:1/"), QByteArray("down\n"));
        QCOMPARE(report("file:///etc/passwd"), QByteArray("wrong\n"));
        QCOMPARE(entriesOf(example.file("reports")).size(), 4);

        // Deleted while nothing ran.
        example.write("endpoints", page.toUtf8() + '\n');
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(later.summary()["known"].toInt(), 1);
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);
        QCOMPARE(report(page), QByteArray("up 200\n"));
    }
};

QTEST_GUILESS_MAIN(ExamplesTest)
#include "tst_examples.moc"
