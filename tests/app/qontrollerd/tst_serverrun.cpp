// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "gate.h"
#include "leftundone.h"
#include "servermetrics.h"
#include "testprogram.h"

#include "core/base/files/uniquefd.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Where a service manager listens; \a name begins with a zero byte if it is abstract.
UniqueFd datagramsAt(const QByteArray &name)
{
    UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const timeval patience{60, 0};
    ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.constData(), std::size_t(name.size()));
    const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + std::size_t(name.size()));
    if (::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), length) != 0)
        qFatal("no socket");
    return fd;
}

} // namespace

/// The real program at work.
class ServerRunTest final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhichCreateDoesNotReturn()
    {
        ServerProcess run; // beside each other, for both take their time
        ServerProcess check;
        run.start({run.behaviour({{"create", "block"}})});
        check.start({"--check", check.behaviour({{"create", "block"}})});
        for (ServerProcess *each : {&run, &check}) {
            QVERIFY2(each->waitForLog("warning: test: create() of the plugin behaviour (or loading "
                                      "it) has not returned for 10 s\n"),
                     each->log());
            each->signal(SIGTERM);
            QCOMPARE(each->wait(), -1); // by the signal itself: nothing runs yet
        }
    }

    void aHangUpDuringTheStartIsActedOnWhenTheServerRuns()
    {
        ServerProcess server;
        const Gate gate(server.file("gate"));
        server.start({server.behaviour({{"create", "wait"}, {"gate", server.file("gate")}})});
        const int opened = gate.open();
        server.signal(SIGHUP);
        server.write("session.json", R"({"version":1,"controllers":[]})");
        ::close(opened);
        QVERIFY2(server.waitForLog("session: 1 stopped, asked for by SIGHUP"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void tellsTheServiceManagerWhenItRuns_data()
    {
        QTest::addColumn<bool>("isAbstract");
        QTest::newRow("a path") << false;
        QTest::newRow("an abstract name") << true;
    }
    void tellsTheServiceManagerWhenItRuns()
    {
        QFETCH(bool, isAbstract);
        ServerProcess server;
        const QByteArray path = server.file("notify").toLocal8Bit();
        const UniqueFd manager = datagramsAt((isAbstract ? QByteArray(1, '\0') : "") + path);
        server.setEnvironment("NOTIFY_SOCKET", (isAbstract ? "@" : "") + path);
        const Gate gate(server.file("gate"));
        server.start({server.behaviour({{"create", "wait"}, {"gate", server.file("gate")}})});
        const int opened = gate.open();
        std::array<char, 64> text{};
        QCOMPARE(::recv(manager.get(), text.data(), text.size(), MSG_DONTWAIT), -1);
        ::close(opened);
        QVERIFY(::recv(manager.get(), text.data(), text.size(), 0) > 0);
        QCOMPARE(text.data(), "READY=1");
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aShortageAtTheStartIsNoWrongSession_data()
    {
        QTest::addColumn<int>("descriptors");
        for (int descriptors = 4; descriptors < 40; descriptors += descriptors < 10 ? 1 : 2)
            QTest::addRow("%d", descriptors) << descriptors;
    }
    void aShortageAtTheStartIsNoWrongSession()
    {
        QFETCH(int, descriptors);
        ServerProcess server;
        // What a runner of tests leaves open is closed first.
        server.startBy({"/bin/sh", "-c",
                        R"(exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; exec "$0" "$@")", "prlimit",
                        "--nofile=" + QString::number(descriptors)});
        const QString session = server.session({{"name", "apart"},
                                                {"plugin", "behaviour"},
                                                {"isolation", "process"},
                                                {"parameters", QJsonObject{}}});
        const int status = server.run({session, "--metrics", "127.0.0.1:0", "--run-for", "0s"});
        QVERIFY2(status != 2 && status != -1, server.log());
        if (descriptors < 14)
            QVERIFY2(status == 1, server.log());
    }

    void aCallerThatIgnoresSigchldChangesNothing()
    {
        ServerProcess server;
        server.startBy({"env", "--ignore-signal=CHLD"});
        const QString session = server.session(
            {{"name", "hosts"},
             {"plugin", "script"},
             {"parameters",
              QJsonObject{{"list", QJsonArray{"echo", "a"}}, {"add", QJsonArray{"true"}}}}});
        QCOMPARE(server.runUntilIdle(session), 0);
        QCOMPARE(server.summary().value("added").toInt(), 1);
    }

    void saysThatNothingCanReachItWithoutAFolderForASocket()
    {
        const QByteArray sentence = "qontrollerctl and windows do not reach this host: neither "
                                    "RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set, so name a "
                                    "socket with --control\n";
        ServerProcess server;
        server.useDefaultControl();
        server.setEnvironment("RUNTIME_DIRECTORY", "");
        server.setEnvironment("XDG_RUNTIME_DIR", "");
        const QString session = server.behaviour({{"objects", 1}});
        server.start({session});
        QVERIFY2(server.waitForLog(sentence), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);

        ServerProcess ending; // has nothing to be reached for
        ending.useDefaultControl();
        ending.setEnvironment("RUNTIME_DIRECTORY", "");
        ending.setEnvironment("XDG_RUNTIME_DIR", "");
        QCOMPARE(ending.runUntilIdle(session), 0);
        QVERIFY2(!ending.log().contains("do not reach this host"), ending.log());
    }

    void givesTheSummaryOfTheContract()
    {
        ServerProcess server;
        QCOMPARE(server.runUntilIdle(server.behaviour({{"objects", 5}})), 0);
        const QRegularExpression contract(
            R"(^\{"event":"summary","controllers":\[\{"name":"test","known":5,"queued":0,"running":0,)"
            R"("backoff":0,"failed":0,"parked":0,"paused":0,"handled":5,"added":5,"removed":0,)"
            R"("errors":0,"retries":0,"lists":1,"watchEvents":0,"waiting":0,"listsComplete":1,"listsPartial":0,)"
            R"("listsFailed":0,"lastList":"complete"\}\],"seconds":\d+(\.\d+)?\}$)");
        const QString last = server.outputLines().last();
        QVERIFY2(contract.match(last).hasMatch(), qPrintable(last));
    }

    /// Lists would come ten times while all objects are handled once, and give it work for ever.
    void e18_endsThoughAPassTakesLongerThanTheResyncInterval()
    {
        ServerProcess server;
        const QString session = server.session(
            {{"name", "test"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"list", QJsonArray{"seq", "20"}},
                                        {"add", QJsonArray{"sh", "-c", "sleep 0.1"}}}},
             {"options", QJsonObject{{"workers", 1}, {"resyncInterval", "100ms"}}}});
        QCOMPARE(server.run({session, "--until-idle", "--json", "--run-for", "200s"}), 0);
        const QJsonDocument last = QJsonDocument::fromJson(server.outputLines().last());
        QVERIFY2(last["seconds"].toDouble() < 200, "it has not ended by itself");
        QVERIFY(server.summary()["handled"].toInt() >= 20);
    }

    void endsWithThreeAfterFailures_data()
    {
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<QString>("key");
        QTest::newRow("failed") << "retry"
                                << "failed";
        QTest::newRow("parked") << "park"
                                << "parked";
    }
    void endsWithThreeAfterFailures()
    {
        QFETCH(QString, outcome);
        QFETCH(QString, key);
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", outcome}},
                                                 {{"maxRetries", 1},
                                                  {"backoff", QJsonObject{{"base", "1ms"}}}});
        QCOMPARE(server.runUntilIdle(session), 3);
        QCOMPARE(server.summary().value(key).toInt(), 3);
        QVERIFY2(server.log().contains(" warning: test: " + key.toUtf8() + ": object-"),
                 server.log());
    }

    void objectsThatAreLeftUndoneAreNotInOrder_data()
    {
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("waiting");
        QTest::addColumn<QStringList>("left");
        const auto all = [](const QString &why) {
            return QStringList{"object-0 " + why, "object-1 " + why, "object-2 " + why};
        };
        QTest::newRow("wait for something else")
            << "wait" << 3 << 3 << all("(waiting: the backup to end)");
        QTest::newRow("the machine is short of something")
            << "shortage" << 3 << 3 << all("(waiting: no descriptors)");
        QTest::newRow("in order for now") << "later" << 0 << 0 << QStringList();
    }
    void objectsThatAreLeftUndoneAreNotInOrder()
    {
        QFETCH(QString, outcome);
        ServerProcess server;
        const QString session = server.behaviour({{"outcome", outcome}});
        QTEST(server.run({session, "--run-for", "1s", "--json"}), "status");
        QTEST(server.summary().value("waiting").toInt(), "waiting");
        QTEST(server.log().contains(" warning: test: 3 objects are left undone: object-") ? 3 : 0,
              "status");
        QTEST(leftUndone(server), "left");
    }

    void endsWithThreeWhenRemovalsAreHeld()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"objects", 20}, {"lists", "once"}},
                                                 {{"resyncInterval", "20ms"}});
        server.start({session, "--json", "--status-interval", "20ms", "--run-for", "1s"});
        QCOMPARE(server.wait(), 3);
        QVERIFY2(server.outputLines().contains(R"({"event":"held","controller":"test","held":20})"),
                 server.output());
        QVERIFY(!server.summary().isEmpty());
    }

    void printsStatusLines()
    {
        ServerProcess server;
        server.start({server.behaviour({}), "--json", "--status-interval", "10ms"});
        QVERIFY(server.waitForOutput(
            "{\"event\":\"status\",\"controllers\":[{\"name\":\"test\",\"known\":3,"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        for (const QByteArray &line : server.outputLines())
            QVERIFY2(QJsonDocument::fromJson(line).isObject(), line);

        ServerProcess human;
        human.start({human.behaviour({}), "--status-interval", "10ms"});
        QVERIFY(human.waitForOutput("s test: 3 known, 0 queued, 0 running, "));
        human.signal(SIGINT);
        QCOMPARE(human.wait(), 130);
        QVERIFY(human.output().contains("\nSummary\n"));
    }

    void drainsAfterASignal_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("status");
        QTest::newRow("SIGTERM") << SIGTERM << 143;
        QTest::newRow("SIGINT") << SIGINT << 130;
    }
    void drainsAfterASignal()
    {
        QFETCH(int, signal);
        QFETCH(int, status);
        ServerProcess server;
        Gate gate(server.file("gate"));
        const QString session = server.behaviour(
            {{"objects", 1}, {"outcome", "block"}, {"gate", server.file("gate")}});
        server.start({session, "--json", "--status-interval", "10ms"});
        QVERIFY(server.waitForOutput("\"running\":1"));
        server.signal(signal);
        QVERIFY(server.waitForLog("a second signal ends at once"));
        QVERIFY(server.summary().isEmpty());
        gate.openForCall();
        QCOMPARE(server.wait(), status);
        QCOMPARE(server.summary().value("added").toInt(), 1);
    }

    void saysWhatItLeavesUndone()
    {
        ServerProcess server;
        const QString session = server.behaviour({{"objects", 2}, {"outcome", "retry"}},
                                                 {{"backoff",
                                                   QJsonObject{{"base", "1h"}, {"max", "1h"}}}});
        server.start({session, "--json", "--status-interval", "10ms"});
        QVERIFY(server.waitForOutput("\"backoff\":2"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(server.log().contains(" warning: test: 2 objects are left undone: object-"),
                 server.log());
        const QString why = " (back-off after 1 failed attempt: it never works)";
        QCOMPARE(leftUndone(server), QStringList({"object-0" + why, "object-1" + why}));
        // What has failed is told of while it is tried again, once for both: they fail alike.
        QCOMPARE(server.log().count(" warning: test: error: object-"), 1);
    }

    void endsAtOnceAfterASecondSignal()
    {
        ServerProcess server;
        const Gate gate(server.file("gate"));
        const QString session = server.behaviour(
            {{"objects", 1}, {"outcome", "block"}, {"gate", server.file("gate")}});
        const QString socket = server.file("control.sock");
        server.start({session, "--json", "--status-interval", "10ms", "--control", socket});
        QVERIFY(server.waitForOutput("\"running\":1"));
        QVERIFY(QFile::exists(socket));
        server.signal(SIGTERM);
        QVERIFY(server.waitForLog("a second signal ends at once"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(socket));
        QVERIFY2(server.log().contains(" warning: a second signal came: ending at once, before "
                                       "these had stopped in order: test; what they have started "
                                       "may run on\n"),
                 server.log());
        QVERIFY(server.summary().isEmpty());
    }

    void demonstratesAndCleansUp()
    {
        ServerProcess server;
        server.start({"--demo", "--json", "--status-interval", "50ms"});
        QVERIFY(server.waitForOutput("{\"name\":\"photos\",\"known\":4"));
        QVERIFY(server.waitForOutput("\"name\":\"servers\""));
        QCOMPARE(demoFolders(server).size(), 1);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(server.summary(0).value("added").toInt() > 0);
        QCOMPARE(server.summary(1).value("name").toString(), "servers");
        QCOMPARE(demoFolders(server), QStringList());
    }

    void cleansUpAfterASecondSignalToo()
    {
        ServerProcess server;
        server.start({"--demo", "--json"});
        QVERIFY(server.waitForLog("started"));
        QVERIFY(server.waitForOutput("\"event\":\"status\""));
        server.signal(SIGINT);
        server.signal(SIGTERM);
        const int status = server.wait();
        QVERIFY2(status == 143 || status == 130, qPrintable(QString::number(status)));
        QCOMPARE(demoFolders(server), QStringList());
    }

private:
    static QStringList demoFolders(const ServerProcess &server)
    {
        return QDir(server.file(".")).entryList({"qontroller-demo-*"});
    }
};

QONTROLLER_GUILESS_TEST(ServerRunTest)
#include "tst_serverrun.moc"
