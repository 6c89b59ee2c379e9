// SPDX-License-Identifier: LGPL-3.0-or-later
// The example script-nginx in the real program, against an nginx of its own.
#include "example.h"
#include "freeport.h"
#include "testprogram.h"

#include <QtCore/QElapsedTimer>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The example with a free port, and an nginx that runs on its nginx.conf.
class NginxExample final
{
public:
    explicit NginxExample(bool isRunning = true)
        : example("script-nginx")
    {
        example.replaceInSession("8088", m_port);
        QDir().mkpath(example.file("hosts"));
        QDir().mkpath(example.file("vhosts.d"));
        if (isRunning)
            start();
    }
    ~NginxExample()
    {
        m_nginx.terminate();
        m_nginx.waitForFinished();
        if (QTest::currentTestFailed())
            qWarning("nginx said:\n%s", contentsOf(example.file("error.log")).constData());
    }

    void host(const QString &name, const QByteArray &text) const
    {
        example.write("hosts/" + name, text);
    }
    [[nodiscard]] QStringList served() const { return entriesOf(example.file("vhosts.d")); }
    /// What nginx answers to who asks for the server \a name.
    [[nodiscard]] QByteArray answer(const QByteArray &name) const
    {
        QProcess curl;
        curl.start("curl", {"--disable", "--silent", "--noproxy", "*", "--max-time", "20",
                            "--header", "Host: " + name, "http://127.0.0.1:" + m_port});
        curl.waitForFinished(30'000);
        return curl.readAllStandardOutput();
    }
    /// How often nginx was told to reload.
    [[nodiscard]] qsizetype reloads() const { return said("(SIGHUP) received"); }
    /// How often it has done so, and no process answers any more as before.
    [[nodiscard]] qsizetype reloadsDone() const { return said("exited with code 0"); }

    const Example example;

private:
    [[nodiscard]] qsizetype said(const char *text) const
    {
        return contentsOf(example.file("error.log")).count(text);
    }
    void start()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", environment.value("PATH") + ":/usr/sbin");
        m_nginx.setProcessEnvironment(environment);
        m_nginx.setWorkingDirectory(example.file("."));
        m_nginx.start("sh", {"-c", "exec nginx -p \"$PWD\" -c nginx.conf -g 'daemon off;'"});
        // Its process id is there when a signal is understood.
        QTRY_VERIFY(contentsOf(example.file("nginx.pid")).endsWith('\n'));
    }

    const QByteArray m_port = QByteArray::number(freePort());
    QProcess m_nginx;
};

} // namespace

class NginxExampleTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(QFile::exists("/usr/sbin/nginx") || missingPrograms({"nginx"}).isEmpty(),
                 missingPrograms({"nginx"}));
        NEEDS_PROGRAMS("curl", "jq");
    }

    void servesWhatIsRightAndNamesWhatIsWrong()
    {
        const NginxExample nginx;
        nginx.host("a.example", "return 200 \"first\";");
        nginx.host("*.star.example", "# a comment without an end of line\nreturn 200 star;#");
        nginx.host("wrong.example", "\nretrun 200;\n");
        nginx.host("ends.example", "return 200; }\nserver { return 200 robbed;");
        nginx.host("opens.example", "location / {");
        nginx.host("away.example", "ssl_certificate /nowhere;\nssl_certificate_key /nowhere;");
        nginx.host("a b; return 200", "");
        nginx.host("new\nline", "");
        nginx.host("-x", "");
        nginx.host("Caf\xC3\xA9", "");
        nginx.host("nginx.conf", "return 200 \"a name like any other\";");
        nginx.host(QString(251, 'l'), "");
        nginx.host(".half", "}");
        ServerProcess server;
        QCOMPARE(nginx.example.run(server), 3);
        QCOMPARE(server.summary()["known"].toInt(), 13); // and afterBurst
        QCOMPARE(server.summary()["parked"].toInt(), 9);
        QCOMPARE(server.summary()["failed"].toInt(), 0);
        const auto says = [&](const QByteArray &text) {
            return server.log().contains("parked: " + text);
        };
        QVERIFY2(says("wrong.example: unknown directive \"retrun\" in wrong.example:2\n"),
                 server.log());
        QVERIFY2(says("ends.example: unexpected \"}\" in ends.example:1\n"), server.log());
        QVERIFY2(says("opens.example: unexpected end of file, expecting \"}\" in opens.example:1"),
                 server.log());
        QVERIFY2(says("away.example: cannot load certificate \"/nowhere\""), server.log());
        QVERIFY2(says("a b; return 200: a file must have a server's name"), server.log());
        QVERIFY2(says("-x: a file must have a server's name"), server.log());
        QVERIFY2(says(QByteArray(251, 'l') + ": the server's name must be of 250"), server.log());
        QCOMPARE(nginx.served(),
                 (QStringList{"*.star.example.conf", "a.example.conf", "nginx.conf.conf"}));
        QTRY_COMPARE(nginx.reloadsDone(), 1);
        QCOMPARE(nginx.answer("a.example"), "first");
        QCOMPARE(nginx.answer("x.star.example"), "star");
        QCOMPARE(nginx.answer("nginx.conf"), "a name like any other");

        // One that is served gets wrong: the last one that was right stays.
        nginx.host("a.example", "return 200 \"second;");
        nginx.host("wrong.example", "return 200 right;");
        ServerProcess again;
        QCOMPARE(nginx.example.run(again), 3);
        QCOMPARE(again.summary()["parked"].toInt(), 9);
        QVERIFY2(again.log().contains("parked: a.example: unexpected end of file"), again.log());
        QTRY_COMPARE(nginx.reloadsDone(), 2);
        QCOMPARE(nginx.answer("wrong.example"), "right");
        QCOMPARE(nginx.answer("a.example"), "first");
    }

    void aParkedHostIsTriedAgainWhenItsFileHasChanged()
    {
        const NginxExample nginx;
        nginx.example.replaceInSession(R"("10s")", R"("100ms", "parkedRetryInterval": "1h")");
        nginx.host("a.example", "retrun 200;");
        nginx.example.write("behind", "retrun 200;");
        nginx.example.must("ln", {"-s", "../behind", "hosts/b.example"});
        ServerProcess server;
        server.start({nginx.example.file("session.json")});
        QVERIFY2(server.waitForLog("parked: a.example"), server.log());
        QVERIFY2(server.waitForLog("parked: b.example"), server.log());
        nginx.example.write("behind", "return 200 behind;");
        QTRY_COMPARE(nginx.served(), QStringList("b.example.conf"));
        nginx.example.write("hosts/.a.example", "return 200 right;");
        nginx.example.must("mv", {"hosts/.a.example", "hosts/a.example"});
        QTRY_COMPARE(nginx.served(), (QStringList{"a.example.conf", "b.example.conf"}));
        bool isRight = false; // once a process that is newer has answered, older ones may still
        QTRY_VERIFY(isRight = isRight || nginx.answer("a.example") == "right");
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void reloadsOnceForManyHosts()
    {
        constexpr int Hosts = 16;
        const NginxExample nginx;
        // The folder is a link, so that all of it changes at the same time.
        const auto makeHosts = [&](const QString &folder, const QByteArray &text) {
            for (int i = 0; i < Hosts; ++i)
                nginx.example.write(QStringLiteral("%1/host%2.example").arg(folder).arg(i),
                                    "return 200 \"" + text + "\";");
            nginx.example.must("ln", {"-s", folder, "link"});
            nginx.example.must("mv", {"-T", "link", "hosts"});
        };
        // Once all of them were: processes that are older may answer after newer ones.
        QByteArray served;
        const auto isServed = [&](const QByteArray &text) {
            for (int i = 0; i < Hosts && served != text; ++i) {
                if (nginx.answer("host" + QByteArray::number(i) + ".example") != text)
                    return false;
            }
            served = text;
            return true;
        };
        QDir(nginx.example.file("hosts")).removeRecursively();
        makeHosts("first", "one");
        nginx.example.replaceInSession(R"("./list")", R"("sh", "-c", "./list && echo >> lists")");
        nginx.example.replaceInSession(R"("10s")", R"("2s")");
        const auto lists = [&] { return contentsOf(nginx.example.file("lists")).count('\n'); };
        QElapsedTimer timer;
        timer.start();
        // What is busy for ten seconds may reload once more.
        const auto permitted = [&] { return 1 + timer.elapsed() / 10'000; };
        ServerProcess server;
        server.start({nginx.example.file("session.json")});
        QTRY_VERIFY(isServed("one"));
        QCOMPARE(nginx.served().size(), Hosts);
        const qsizetype first = nginx.reloads();
        QVERIFY2(first >= 1 && first <= permitted(), QByteArray::number(first));

        // Further lists find nothing to do.
        const auto before = lists();
        QTRY_VERIFY(lists() >= before + 3);
        QCOMPARE(nginx.reloads(), first);

        timer.restart();
        makeHosts("second", "two");
        QTRY_VERIFY(isServed("two"));
        // The list before may have had some of them handled, and the next one the others.
        const qsizetype second = nginx.reloads() - first;
        QVERIFY2(second >= 1 && second <= 1 + permitted(), QByteArray::number(second));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void takesAwayWhatWentWhileNothingRanAndNothingWhenTheFolderIsAway()
    {
        const NginxExample nginx;
        nginx.host("a.example", "return 200 a;");
        nginx.host("b.example", "return 200 b;");
        ServerProcess server;
        QVERIFY2(nginx.example.run(server) == 0, server.log());
        QTRY_COMPARE(nginx.reloadsDone(), 1);
        QCOMPARE(nginx.answer("b.example"), "b");

        // Once it was half written.
        QVERIFY(QFile::remove(nginx.example.file("hosts/b.example")));
        nginx.example.write("vhosts.d/half.example.part", "server {");
        nginx.example.write("vhosts.d/README", "not one of these");
        ServerProcess later;
        QVERIFY2(nginx.example.run(later) == 0, later.log());
        QCOMPARE(nginx.served(), (QStringList{"README", "a.example.conf"}));
        QTRY_COMPARE(nginx.reloadsDone(), 2);
        QCOMPARE(nginx.answer("b.example"), "a"); // the first that is left

        QVERIFY(QDir().rename(nginx.example.file("hosts"), nginx.example.file("away")));
        ServerProcess without;
        without.start({nginx.example.file("session.json"), "--json"});
        QVERIFY2(without.waitForLog("No such file or directory"), without.log());
        QCOMPARE(without.end(), 128 + SIGTERM);
        QCOMPARE(without.summary()["lastList"].toString(), "failed");
        QCOMPARE(nginx.served(), (QStringList{"README", "a.example.conf"}));

        // A folder that is empty, as where a disk should be mounted.
        QVERIFY(QDir().mkpath(nginx.example.file("hosts")));
        ServerProcess empty;
        QCOMPARE(nginx.example.run(empty), 3);
        QVERIFY2(empty.log().contains("held"), empty.log());
        QCOMPARE(nginx.served(), (QStringList{"README", "a.example.conf"}));
        QCOMPARE(nginx.answer("a.example"), "a");
    }

    void aHostHasNoOtherNameOrPortThanItsOwn()
    {
        const NginxExample nginx;
        nginx.host("0.example", "server_name a.example;\nreturn 200 robbed;");
        nginx.host("1.example", "location /x { }\tlisten 127.0.0.1:1;");
        nginx.host("2.example", "# it's a comment; listen\nlocation ~ a'b{ }listen 127.0.0.1:1;");
        nginx.host("a.example", "return 200 a;");
        nginx.host("b.example", "# no; listen 1;\nset $it \"\\\"; listen 1;\";\n"
                                "set $other ${it}listen;\nreturn 200 '; server_name';");
        ServerProcess server;
        QCOMPARE(nginx.example.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 3);
        for (const QByteArray name : {"0", "1", "2"})
            QVERIFY2(server.log().contains("parked: " + name
                                           + ".example: listen and server_name "
                                             "must not stand in the file"),
                     server.log());
        QCOMPARE(nginx.served(), (QStringList{"a.example.conf", "b.example.conf"}));
        QTRY_COMPARE(nginx.reloadsDone(), 1);
        QCOMPARE(nginx.answer("a.example"), "a");
        QCOMPARE(nginx.answer("b.example"), "; server_name");
    }

    void aNameThatNginxHasNoRoomForKeepsNoOtherAway()
    {
        const NginxExample nginx;
        const QString name(200, 'l');
        nginx.host(name, "return 200 long;");
        ServerProcess server;
        QCOMPARE(nginx.example.run(server), 3);
        QCOMPARE(server.summary()["parked"].toInt(), 1);
        QVERIFY2(server.log().contains("could not build server_names_hash"), server.log());
        nginx.host("a.example", "return 200 a;");
        nginx.host("*.b.example", "return 200 b;");
        ServerProcess later;
        QCOMPARE(nginx.example.run(later), 3);
        QCOMPARE(later.summary()["parked"].toInt(), 1);
        QCOMPARE(later.summary()["failed"].toInt(), 0);
        QCOMPARE(nginx.served(), (QStringList{"*.b.example.conf", "a.example.conf"}));
        QTRY_VERIFY(nginx.reloadsDone() == nginx.reloads());
        QCOMPARE(nginx.answer("a.example"), "a");
        QCOMPARE(nginx.answer("x.b.example"), "b");
    }

    void whatHasGotWrongSinceNeverReachesTheRunningNginx()
    {
        const NginxExample nginx;
        nginx.example.replaceInSession(R"("10s")", R"("10s", "maxRetries": 0)");
        nginx.example.write("included", "# nothing");
        nginx.host("a.example", "return 200 before;");
        nginx.host("b.example", "include \"" + nginx.example.file("included").toUtf8() + "\";");
        ServerProcess server;
        QVERIFY2(nginx.example.run(server) == 0, server.log());
        QTRY_COMPARE(nginx.reloadsDone(), 1);
        QCOMPARE(nginx.answer("a.example"), "before");

        nginx.host("a.example", "return 200 after;");
        nginx.example.write("included", "retrun 200;");
        ServerProcess wrong;
        QCOMPARE(nginx.example.run(wrong), 3);
        QCOMPARE(wrong.summary()["failed"].toInt(), 1);
        QVERIFY2(wrong.log().contains("afterBurst: unknown directive \"retrun\""), wrong.log());
        QVERIFY2(wrong.log().contains("/included:1"), wrong.log());
        QCOMPARE(nginx.reloads(), 1);
        QCOMPARE(nginx.answer("a.example"), "before");

        nginx.example.write("included", "return 200 right;");
        ServerProcess cured;
        QVERIFY2(nginx.example.run(cured) == 0, cured.log());
        QTRY_COMPARE(nginx.reloadsDone(), 2);
        QCOMPARE(nginx.answer("a.example"), "after");
        QCOMPARE(nginx.answer("b.example"), "right");
    }

    void saysWhatIsWrongWithNginxItself()
    {
        const NginxExample nginx(false);
        nginx.example.replaceInSession(R"("10s")", R"("10s", "maxRetries": 0)");
        nginx.host("a.example", "return 200 a;");
        const QByteArray right = contentsOf(nginx.example.file("nginx.conf"));
        const auto saysWith = [&](const QByteArray &configuration, const QByteArray &text) {
            nginx.example.write("nginx.conf", configuration);
            ServerProcess server;
            const int status = nginx.example.run(server);
            const QJsonObject summary = server.summary();
            // Nothing is the fault of a host.
            return status == 3 && summary["parked"].toInt() == 0 && summary["failed"].toInt() > 0
                   && server.log().contains(text);
        };
        QVERIFY(saysWith(right + "nonsense;\n", "a.example: unknown directive \"nonsense\" in "
                                                    + nginx.example.file("nginx.conf").toUtf8()));
        QVERIFY(
            saysWith(QByteArray(right).replace("include vhosts.d/*.conf;", ""),
                     "a.example: nginx reads no virtual hosts: put 'include vhosts.d/*.conf;'"));
        QVERIFY(nginx.served().isEmpty());
        // It does not run.
        QVERIFY(saysWith(right, "afterBurst: invalid PID number \"\""));
        QCOMPARE(nginx.served(), (QStringList{"a.example.conf"}));
    }
};

QONTROLLER_GUILESS_TEST(NginxExampleTest)
#include "tst_nginx.moc"
