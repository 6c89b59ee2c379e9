// SPDX-License-Identifier: LGPL-3.0-or-later
// The examples of resources/examples in the real program, against git, sqlite3 and a web server.
#include "files.h"
#include "programs.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDateTime>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

#include <unistd.h>

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
        QDir().mkpath(QFileInfo(file(name)).path());
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

/// git in the folder of \a example, as an author of its own.
QByteArray git(const Example &example, const QStringList &arguments)
{
    return example.must("git", QStringList{"-c", "user.name=x", "-c", "user.email=x@x", "-c",
                                           "init.defaultBranch=main"}
                                   + arguments);
}

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

/// The example of a row, which keeps one file: of more than 4 KiB, or with a word.
struct KeptFile
{
    KeptFile()
        : example(QTest::currentDataTag())
        , web(example.file("."))
    {
        example.write("page", "hello");
        example.write("endpoints", web.url("page").toUtf8() + '\n');
        QByteArray records;
        for (int i = 0; i < 300; ++i)
            records += "www" + QByteArray::number(i) + " A 192.0.2.1\n";
        example.write("wanted/example.org", records);
        QDir().mkpath(example.file("served"));
        const QByteArray tag = QTest::currentDataTag();
        if (tag == "script-sqlite")
            example
                .must("sqlite3",
                      {"data.sqlite", ".read schema.sql",
                       "INSERT INTO notes (name, body) VALUES ('milk', printf('%.6000c', 'x'))"});
        name = tag == "script-sqlite" ? "milk.json"
               : tag == "script-zone" ? "example.org.zone"
                                      : web.url("page").replace("/", "%2F");
    }

    Example example;
    WebServer web;
    QString name;
};

/// What starts a program that alone sees an empty file system of 64 KiB at \a folder.
QStringList withSmallDisk(const QString &folder)
{
    return {"unshare",
            ::geteuid() == 0 ? "-m" : "-rm",
            "sh",
            "-c",
            R"(mount -t tmpfs -o size=64k none "$0" && exec "$@")",
            folder};
}

/// That file system, which \a server has at \a folder.
class SmallDisk final
{
public:
    SmallDisk(const ServerProcess &server, const QString &folder)
        : m_folder(QStringLiteral("/proc/%1/root").arg(server.pid()) + folder)
        , m_filler(m_folder + "/.filler")
    {}
    [[nodiscard]] QByteArray contents(const QString &name) const
    {
        return contentsOf(m_folder + '/' + name);
    }
    [[nodiscard]] QStringList names() const { return QDir(m_folder).entryList(QDir::Files); }
    /// Leaves \a room bytes.
    [[nodiscard]] bool fill(int room)
    {
        if (!m_filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return false;
        while (m_filler.write(QByteArray(4096, 'x')) > 0) {
        }
        return m_filler.resize(m_filler.size() - room);
    }
    void free() { m_filler.remove(); }

private:
    QString m_folder;
    QFile m_filler;
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
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
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

    void followsWhateverBecomesOfARepositorysBranches()
    {
        const Example example("script-git");
        const auto git = [&](const QStringList &arguments) { return ::git(example, arguments); };
        const auto commit = [&](const QByteArray &text, const QStringList &how = {}) {
            example.write("work/file", text);
            git({"-C", "work", "add", "file"});
            git(QStringList{"-C", "work", "commit", "--quiet", "-m", text} + how);
        };
        const auto head = [&](const char *branch) {
            git({"-C", "origins/a.git", "symbolic-ref", "HEAD", "refs/heads/" + QString(branch)});
        };
        const auto push = [&](const QStringList &what) {
            git(QStringList{"-C", "work", "push", "--quiet", "--force", "origin"} + what);
        };
        const auto run = [&] {
            ServerProcess server;
            const int status = example.run(server);
            return status == 0 ? contentsOf(example.file("clones/a/file")) : server.log();
        };
        git({"init", "--quiet", "--bare", "-b", "release", "origins/a.git"});
        git({"clone", "--quiet", "origins/a.git", "work"});
        git({"-C", "work", "checkout", "--quiet", "-b", "release"});
        commit("first");
        push({"release"});
        QCOMPARE(run(), QByteArray("first"));

        // The branch gets a name for which the old one stands in the way.
        git({"-C", "work", "branch", "-m", "release", "release/1"});
        commit("renamed");
        head("release/1");
        push({":release"});
        push({"release/1"});
        QCOMPARE(run(), QByteArray("renamed"));
        git({"-C", "work", "tag", "t"});
        push({"t"});
        QCOMPARE(run(), QByteArray("renamed"));
        commit("rewritten", {"--amend"});
        git({"-C", "work", "tag", "--force", "t"});
        push({"release/1", "t"});
        // A git that was killed has left its lock.
        example.write("clones/a/.git/index.lock", "");
        QFile lock(example.file("clones/a/.git/index.lock"));
        QVERIFY(lock.open(QIODevice::ReadWrite));
        QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-2 * 3600),
                                 QFile::FileModificationTime));
        lock.close();
        QCOMPARE(run(), QByteArray("rewritten"));
        QCOMPARE(git({"-C", "clones/a", "rev-parse", "t"}), git({"-C", "work", "rev-parse", "t"}));

        head("lost");
        QVERIFY(run().contains("HEAD of the repository is a branch that it has not"));
        head("release/1");

        // What was done by hand is left alone, and said.
        example.write("clones/a/file", "own");
        git({"-C", "clones/a", "commit", "--quiet", "-a", "-m", "own"});
        commit("later");
        push({"release/1"});
        QVERIFY(run().contains("the clone has commits that the repository never had"));
        QCOMPARE(contentsOf(example.file("clones/a/file")), QByteArray("own"));
        git({"-C", "clones/a", "reset", "--quiet", "--hard", "HEAD~1"});
        QCOMPARE(run(), QByteArray("later"));
    }

    void saysThatARepositorysNameIsNoText()
    {
        const Example example("script-git");
        example.must("sh", {"-c", R"(git init --quiet --bare origins/a.git
            git init --quiet --bare "origins/$(printf 'caf\351').git")"});
        ServerProcess server;
        QCOMPARE(example.run(server), 3); // the list is not complete
        QVERIFY2(server.log().contains("invalid UTF8"), server.log());
        QCOMPARE(entriesOf(example.file("clones")), (QStringList{"a"}));
        example.must("rm", {"-r", "origins"}); // Qt cannot remove such a name
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

    void aFileIsReplacedAsAWhole_data() { addChanges(); }
    void aFileIsReplacedAsAWhole()
    {
        QFETCH(QString, folder);
        QFETCH(QString, change);
        QFETCH(QByteArray, past);
        QFETCH(QByteArray, next);
        QFETCH(int, times);
        const KeptFile kept;
        const Example &example = kept.example;
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        const QString file = example.file(folder + '/' + kept.name);
        const QByteArray before = contentsOf(file);
        QCOMPARE(before.count(past), times);
        example.must("ln", {file, "reader"});
        example.must("sh", {"-c", change});
        static_cast<void>(example.run(server)); // an endpoint that is ill has failed
        QCOMPARE(contentsOf(example.file("reader")), before);
        QCOMPARE(contentsOf(file), QByteArray(before).replace(past, next));
        QCOMPARE(entriesOf(example.file(folder)), QStringList{kept.name});
    }

    void aFullDiskLeavesTheOldFile_data() { addChanges(); }
    void aFullDiskLeavesTheOldFile()
    {
        QFETCH(QString, folder);
        QFETCH(QString, change);
        QFETCH(QByteArray, past);
        QFETCH(QByteArray, next);
        QFETCH(int, times);
        QFETCH(int, room);
        const KeptFile kept;
        const Example &example = kept.example;
        QDir().mkpath(example.file(folder));
        const QStringList starter = withSmallDisk(example.file(folder));
        if (QProcess::execute(starter.first(), starter.mid(1) + QStringList{"true"}) != 0)
            QSKIP("this machine does not permit a mount");
        example.replaceInSession(R"("10s")", R"("1s")");
        ServerProcess server;
        server.startBy(starter);
        server.start({example.file("session.json")});
        SmallDisk disk(server, example.file(folder));
        QTRY_VERIFY_WITH_TIMEOUT(disk.contents(kept.name).count(past) == times, 30'000);
        const QByteArray before = disk.contents(kept.name);
        QVERIFY(disk.fill(room));
        example.must("sh", {"-c", change});
        QVERIFY2(server.waitForLog(": error: "), server.log());
        QCOMPARE(disk.contents(kept.name), before);
        disk.free();
        QTRY_COMPARE_WITH_TIMEOUT(disk.contents(kept.name), QByteArray(before).replace(past, next),
                                  30'000);
        QTRY_COMPARE_WITH_TIMEOUT(disk.names(), QStringList{kept.name}, 30'000);
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

    void keepsEveryByteOfARow()
    {
        const Example example("script-sqlite");
        const auto sql = [&](const QString &text) {
            example.must("sqlite3", {"data.sqlite", text});
        };
        sql(".read schema.sql");
        sql("INSERT INTO notes (name, body) VALUES ('blob', x'00FF5C6E'), "
            "('nul' || char(0) || 'x', 'a' || char(0) || 'b\\n'), ('latin', CAST(x'E9' AS TEXT)), "
            "('same', 'a text'), (CAST('same' AS BLOB), 'a BLOB'), (CAST(x'E9' AS TEXT), 'odd'), "
            "('%blobAA', 'plain'), ('', 'empty'), (printf('%.300c', 'x'), 'long');");
        example.write("home/.sqliterc", ".mode box\n.headers on\n");
        ServerProcess server;
        server.setEnvironment("HOME", example.file("home"));
        QCOMPARE(example.run(server), 3); // a name is too long for a file
        QCOMPARE(server.summary()["known"].toInt(), 9);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("too long for that of a file"), server.log());
        const auto row = [&](const char *file) {
            const QByteArray text = contentsOf(example.file("files/") + file);
            return QJsonDocument::fromJson(text).array().at(0).toObject();
        };
        const auto object = [](const QJsonValue &name, const QJsonValue &body) {
            return QJsonObject{{"name", name}, {"body", body}};
        };
        QCOMPARE(row("blob.json"), object("blob", QJsonObject{{"blob", "00FF5C6E"}}));
        QCOMPARE(row("%text6E756C0078.json"), object(QString(QChar(0)).prepend("nul") + 'x',
                                                     QString(QChar(0)).prepend('a') + "b\\n"));
        QCOMPARE(row("latin.json"),
                 object(QJsonObject{{"text", "6C6174696E"}}, QJsonObject{{"text", "E9"}}));
        QCOMPARE(row("same.json"), object("same", "a text"));
        QCOMPARE(row("%blob73616D65.json"), object(QJsonObject{{"blob", "73616D65"}}, "a BLOB"));
        QCOMPARE(row("%textE9.json")["name"].toObject(), (QJsonObject{{"text", "E9"}}));
        QCOMPARE(row("%25blobAA.json"), object("%blobAA", "plain"));
        QCOMPARE(row("%text.json"), object("", "empty"));
        QCOMPARE(entriesOf(example.file("files")).size(), 8);

        sql("DELETE FROM notes WHERE typeof(name) = 'blob' OR length(name) = 300");
        ServerProcess later;
        QCOMPARE(example.run(later), 0);
        QCOMPARE(row("same.json"), object("same", "a text"));
        QVERIFY(!QFile::exists(example.file("files/%blob73616D65.json")));
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
        example.write("wanted/example.net", "www A 192.0.2.4\n"); // stays: else all would be gone
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

    void keepsAllThatAZoneMayHold()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        const QString served = example.file("served/example.org.zone");
        example.write("wanted/example.org",
                      "\xEF\xBB\xBF@ NS ns1\n@\tIN\tNS ns2\nWWW A 192.0.2.1\nwww a 192.0.2.2\r\n"
                      "@ MX 10 mail\n@ MX 20 post\n"
                      "k._domainkey TXT \"v=DKIM1\\; k=rsa\\n; IN (x) \\\"\"  \n");
        const QByteArray right = "@ IN MX 10 mail\n@ IN MX 20 post\n@ IN NS ns1\n@ IN NS ns2\n"
                                 "k._domainkey IN TXT \"v=DKIM1\\; k=rsa\\n; IN (x) \\\"\"\n"
                                 "www IN A 192.0.2.1\nwww IN A 192.0.2.2\n";
        ServerProcess server;
        QVERIFY2(example.run(server) == 0, server.log());
        QCOMPARE(contentsOf(served), right);

        // One more of a name is put right, too.
        example.write("served/example.org.zone", right + "@ IN NS stray\n");
        ServerProcess again;
        QCOMPARE(example.run(again), 0);
        QCOMPARE(contentsOf(served), right);
    }

    void servesNothingOfAZoneThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("wrong");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *wrong, const char *words) {
            QTest::newRow(words) << QByteArray(wrong) << QByteArray(words);
        };
        row("www 3600 A 192.0.2.1", "must be NAME TYPE VALUE");
        row("$INCLUDE TXT passwd", "must be NAME TYPE VALUE, but is \"$INCLUDE");
        row("t TXT \"open", "its quotes closed");
        row("_dmarc TXT v=DMARC1; p=none", "no ; ( ) outside of them");
        row("t TXT caf\xE9", "must be UTF-8");
        row("# nothing yet", "has no record");
    }
    void servesNothingOfAZoneThatIsWrong()
    {
        QFETCH(QByteArray, wrong);
        QFETCH(QByteArray, words);
        const Example example("script-zone");
        example.replaceInSession(R"("10s")", R"("10s", "maxRetries": 0)");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        example.write("served/old.zone", "www IN A 192.0.2.9\n");
        const QByteArray line = wrong + '\n';
        example.write("wanted/old", line);
        example.write("wanted/new", (wrong.startsWith('#') ? "" : "www A 192.0.2.1\n") + line);
        ServerProcess server;
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["failed"].toInt(), 2);
        QVERIFY2(server.log().contains(words), server.log());
        QCOMPARE(entriesOf(example.file("served")), (QStringList{"old.zone"}));
        QCOMPARE(contentsOf(example.file("served/old.zone")), QByteArray("www IN A 192.0.2.9\n"));
    }

    void keepsAZoneWhoseFilesAreAway()
    {
        const Example example("script-zone");
        QDir().mkpath(example.file("wanted"));
        QDir().mkpath(example.file("served"));
        example.write("wanted/a", "www A 192.0.2.1\n");
        ServerProcess server;
        QCOMPARE(example.run(server), 0);
        QVERIFY(QFile::rename(example.file("wanted"), example.file("elsewhere")));
        QProcess get;
        get.setWorkingDirectory(example.file("."));
        get.setEnvironment(QProcess::systemEnvironment() << "WANTED=" + example.file("wanted"));
        get.start(example.file("get"), {"a"});
        QVERIFY(get.waitForFinished());
        QVERIFY(get.exitCode() != 0 && get.exitCode() != 66); // and not: it is gone
        QVERIFY(QFile::rename(example.file("elsewhere"), example.file("wanted")));
        get.start(example.file("get"), {"b"});
        QVERIFY(get.waitForFinished());
        QCOMPARE(get.exitCode(), 66);
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

    void saysWhichEndpointsCannotBeAsked()
    {
        const Example example("script-http");
        QDir().mkpath(example.file("www"));
        const WebServer web(example.file("www"));
        const QByteArray page = web.url("?a=%2F").toUtf8();
        example.write("endpoints",
                      "\xEF\xBB\xBF  " + page + " \r\n" + page + QByteArray(300, 'x') + '\n');
        example.write("home/.curlrc", "user-agent = x\nwrite-out = wrong\nhead\n");
        ServerProcess server;
        server.setEnvironment("HOME", example.file("home"));
        QCOMPARE(example.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 2);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("too long for the name of a report"), server.log());
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);

        // What is no text would be another address: nothing is concluded.
        example.write("endpoints", "http://127.0.0.1:1/caf\xE9\n");
        ServerProcess odd;
        QCOMPARE(example.run(odd), 3);
        QVERIFY2(odd.log().contains("must be text in UTF-8"), odd.log());
        QCOMPARE(entriesOf(example.file("reports")).size(), 1);
    }

private:
    /// In which folder a KeptFile is, what changes it, and the bytes that are too few for the new
    /// one.
    static void addChanges()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("past");
        QTest::addColumn<QByteArray>("next");
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("room");
        const auto row = [](const char *example, const char *folder, const char *change,
                            const char *past, const char *next, int times, int room) {
            QTest::newRow(example) << QString(folder) << QString(change) << QByteArray(past)
                                   << QByteArray(next) << times << room;
        };
        row("script-sqlite", "files",
            "sqlite3 -cmd '.timeout 9000' data.sqlite "
            "\"UPDATE notes SET body = replace(body, 'x', 'y')\"",
            "x", "y", 6000, 4096);
        row("script-zone", "served",
            "sed 's/2[.]1$/2.7/' wanted/example.org > new; mv new wanted/example.org", ".2.1\n",
            ".2.7\n", 300, 4096);
        row("script-http", "reports", "rm page", "up 200", "ill 404", 1, 0);
    }
};

QONTROLLER_GUILESS_TEST(ExamplesTest)
#include "tst_examples.moc"
