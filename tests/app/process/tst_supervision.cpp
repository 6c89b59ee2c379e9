// SPDX-License-Identifier: LGPL-3.0-or-later
// Real processes that run, crash, hang, fork and ignore SIGTERM.
#include "printing.h"
#include "servicevariables.h"
#include "supervisionrig.h"
#include "testprogram.h"

#include "app/plugins/process/specfile.h"

#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <algorithm>
#include <csignal>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr int HugeBody = 64 << 20;

} // namespace

class SupervisionTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QVERIFY(!hasChildren()); }

    void stopsNothingWhileTheFolderOfSpecsIsAway()
    {
        Rig rig;
        rig.specify("web", {"sleep", "1000"});
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        QVERIFY(QDir().rename(rig.path("specs"), rig.path("elsewhere")));
        rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"web"}}});
        QVERIFY(comesTrue([&] { return rig.row("web").errors > 0; }));
        QVERIFY2(rig.row("web").text.ends_with("bring it back, or wait for the next list"),
                 rig.row("web").text.c_str());
        QCOMPARE(rig.pid("web"), pid);
        QVERIFY(isAlive(pid));
    }

    // As where a file system is not mounted: E9's guard sees lists, and single answers too late.
    void believesNoFolderThatIsInThePlaceOfTheListedOne()
    {
        const QTemporaryDir folder;
        const QString specs = folder.filePath("specs");
        QVERIFY(QDir().mkdir(specs));
        QFile spec(specs + "/web.json");
        QVERIFY(spec.open(QIODevice::WriteOnly));
        spec.write(R"({"command": ["true"]})");
        spec.close();
        const ControllerParts parts = makeProcessParts(
            {specs.toStdString(), folder.filePath("state").toStdString(), LOGWRITER, OnStop::Stop});
        struct : ListSink
        {
            void add(std::string_view, Version) override {}
            void addLeftover(std::string_view) override {}
        } sink;
        const auto answer = [&] { return parts.reconciler->get({"web", {}, 1, 0, {}, {}}).kind(); };
        using Answer = Fetched<void>::Kind;

        QVERIFY(parts.listerWatcher->list(sink, {}).kind() == ListResult::Kind::Complete);
        QVERIFY(answer() == Answer::Found);
        QVERIFY(QDir().rename(specs, folder.filePath("elsewhere")));
        QVERIFY(answer() == Answer::Failed);
        QVERIFY(QDir().mkdir(specs));
        QVERIFY(answer() == Answer::Failed);
        QVERIFY(!parts.listerWatcher->list(sink, {}).doubt().empty());
        QVERIFY(answer() == Answer::Failed); // what it lacks may not be held yet
        QVERIFY(parts.listerWatcher->list(sink, {}).kind() == ListResult::Kind::Complete);
        QVERIFY(answer() == Answer::Gone);
    }

    void aSpecThatIsNoFileHoldsNothingUp()
    {
        Rig rig;
        for (int i = 0; i < 8; ++i) // more than workers
            QCOMPARE(::mkfifo(qPrintable(rig.path(QStringLiteral("specs/a%1.json").arg(i))), 0600),
                     0);
        QVERIFY(QFile::link("/dev/zero", rig.path("specs/b.json")));
        rig.write("specs/c.json", QByteArray((1 << 20) + 1, ' '));
        rig.script("web", "exec sleep 1000");
        rig.host.submit({0, ControllerVerb::Resync});
        QVERIFY(rig.runs("web"));
        for (const char *id : {"a0", "b"}) {
            QVERIFY(comesTrue([&] { return rig.row(id).errors > 0; }));
            QVERIFY2(rig.row(id).text.ends_with(".json must be a file"), rig.row(id).text.c_str());
        }
        QVERIFY(comesTrue([&] { return rig.row("c").errors > 0; }));
        QVERIFY2(rig.row("c").text.ends_with("c.json must have at most 1 MiB"),
                 rig.row("c").text.c_str());
    }

    // As vim saves: it renames the file first and writes it then. Here the moment is a long one.
    void aSpecThatIsSavedUnchangedRestartsNothing()
    {
        Rig rig(OnStop::Stop, LOGWRITER, 1h);
        rig.script("web", "exec sleep 1000");
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        const auto handled = [&] {
            const TimePoint before = rig.row("web").lastSuccess;
            rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"web"}}});
            return comesTrue([&] { return rig.row("web").lastSuccess > before; });
        };
        for (int round = 0; round < 3; ++round) {
            QVERIFY(QFile::rename(rig.path("specs/web.json"), rig.path("specs/web.json~")));
            QVERIFY(handled());
            QCOMPARE(rig.pid("web"), pid);
            rig.script("web", "exec sleep 1000");
            QVERIFY(QFile::remove(rig.path("specs/web.json~")));
            QVERIFY(handled());
            QCOMPARE(rig.pid("web"), pid);
        }
        QVERIFY(isAlive(pid));
        QCOMPARE(rig.endsOf("web"), 0);
        QCOMPARE(rig.counted("supervised_process_ends_total"), 0.0);
    }

    void runsWhatIsSpecifiedUntilTheSpecGoes()
    {
        Rig rig;
        rig.script("web", "echo ready; echo trouble >&2; exec sleep 1000");
        QVERIFY(rig.runs("web"));
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "ready\ntrouble\n"; }));
        const long pid = rig.pid("web");
        rig.drop("web");
        QVERIFY(comesTrue([&] { return !isAlive(pid) && !hasChildren(); }));
        QVERIFY(comesTrue([&] { return !QFile::exists(rig.path("state/web.running")); }));
    }

    void startsAgainWhatEnds()
    {
        Rig rig;
        rig.script("crash", "echo x >> \"$1/runs\"; kill -SEGV $$", {{"restart", Quick}});
        QVERIFY(comesTrue([&] { return rig.read("runs").count('x') >= 40; }));
        QVERIFY(comesTrue(
            [&] { return rig.actual("crash").find("last end: signal 11") != std::string::npos; }));
        QVERIFY(rig.hasEvent("crash", "signal 11 (Segmentation fault), after it had run for 0."));
        QVERIFY(!rig.row("crash").looping); // its spec says how often
        QVERIFY(rig.endsOf("crash") > 0);
        QVERIFY(comesTrue([&] { return rig.counted("supervised_process_ends_total") >= 39; }));
    }

    void noticesAnEndAtOnce()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000", {{"restart", Quick}});
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        QVERIFY(comesTrue([&] { return rig.pid("web") > 0 && rig.pid("web") != pid; }));
    }

    void whatASignalHasStoppedIsNotReady()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000");
        QVERIFY(rig.runs("web"));
        const auto pid = static_cast<pid_t>(rig.pid("web"));
        const auto asked = [&] {
            rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"web"}}});
            return rig.row("web");
        };
        QCOMPARE(::kill(pid, SIGSTOP), 0);
        const std::string why = "it to go on: a signal has stopped it, and kill -CONT -"
                                + std::to_string(pid) + " lets it go on";
        QVERIFY2(comesTrue([&] { return asked().text.ends_with(why); }),
                 rig.row("web").text.c_str());
        QVERIFY(rig.actual("web").starts_with("state: stopped by a signal\n"));
        QCOMPARE(::kill(-pid, SIGCONT), 0);
        QVERIFY(comesTrue([&] { return !asked().text.ends_with(why); }));
        QCOMPARE(rig.pid("web"), static_cast<long>(pid));
    }

    void givesUpAfterTheLimit()
    {
        Rig rig;
        QJsonObject restart = Quick;
        restart.insert("limit", 3);
        rig.script("crash", "echo x >> \"$1/runs\"; exit 3", {{"restart", restart}});
        QVERIFY(comesTrue(
            [&] { return rig.knows("crash") && rig.row("crash").state == ItemState::Parked; }));
        QCOMPARE(rig.read("runs").count('x'), 4);
        QVERIFY(rig.row("crash").text.starts_with(
            "it ended 4 times in a row; at last it ended with exit status 3"));
        rig.script("crash", "exec sleep 1000");
        QVERIFY(rig.runs("crash"));
    }

    void letsRestWhatIsDone_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("status");
        QTest::newRow("on failure") << "on-failure" << 0;
        QTest::newRow("never") << "never" << 1;
    }
    void letsRestWhatIsDone()
    {
        QFETCH(QString, policy);
        QFETCH(int, status);
        Rig rig;
        QJsonObject restart = Quick;
        restart.insert("policy", policy);
        rig.script("once", "echo x >> \"$1/runs\"; exit " + QString::number(status),
                   {{"restart", restart}});
        const std::string end = "last end: exit status " + std::to_string(status);
        QVERIFY(comesTrue([&] { return rig.actual("once").find(end) != std::string::npos; }));
        QVERIFY(comesTrue([&] { return rig.row("once").state == ItemState::InSync; }));
        QCOMPARE(rig.read("runs").count('x'), 1);
    }

    void killsWhatIgnoresTheSignalWithAllItsChildren()
    {
        Rig rig;
        rig.specify("stubborn", {COMMAND_PROBE, "family"}, {{"grace", "50ms"}});
        QVERIFY(comesTrue([&] { return rig.read("state/stubborn.log").endsWith('\n'); }));
        const auto pids = numbersIn(rig.read("state/stubborn.log").toStdString());
        QCOMPARE(pids.size(), std::size_t{2});
        QVERIFY(isAlive(pids[0]) && isAlive(pids[1]));
        rig.drop("stubborn");
        QVERIFY(comesTrue([&] { return !isAlive(pids[0]) && !isAlive(pids[1]); }));
    }

    void killsChildrenThatAProcessLeavesBehind()
    {
        Rig rig;
        rig.specify("leaves", {COMMAND_PROBE, "leave"},
                    {{"restart", QJsonObject{{"policy", "never"}}}});
        QVERIFY(comesTrue([&] { return rig.read("state/leaves.log").endsWith('\n'); }));
        const auto pids = numbersIn(rig.read("state/leaves.log").toStdString());
        QVERIFY(comesTrue([&] { return !isAlive(pids.at(0)); }));
    }

    void startsAgainWhenTheSpecChanges()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000");
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        rig.script("web", "exec sleep 2000");
        QVERIFY(comesTrue([&] { return rig.pid("web") > 0 && rig.pid("web") != pid; }));
        QVERIFY(!isAlive(pid));
    }

    void saysWhatIsWrongAndLetsTheProcessRun()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000");
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        rig.write("specs/web.json", "{ \"command\": [] }");
        QVERIFY(comesTrue([&] { return rig.row("web").state == ItemState::Parked; }));
        QVERIFY2(rig.row("web").text.find("web.json: command: must be") != std::string::npos,
                 rig.row("web").text.c_str());
        QVERIFY(isAlive(pid));
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        // Reaped in a run that may still end.
        QVERIFY(comesTrue([&] { return ::kill(static_cast<pid_t>(pid), 0) != 0; }));
        QVERIFY(comesTrue([&] { return rig.row("web").state == ItemState::Parked; }));
    }

    void saysThatAProgramIsMissing()
    {
        Rig rig;
        rig.specify("missing", {"/no/such/program"});
        QVERIFY(comesTrue([&] {
            return rig.knows("missing")
                   && rig.row("missing").text.starts_with("command[0] must name a program");
        }));
    }

    void saysThatItsFolderIsMissing()
    {
        Rig rig;
        rig.write("specs/web.json",
                  R"({ "command": ["sleep", "99"], "workingDirectory": "/no/such" })");
        QVERIFY(comesTrue([&] {
            return rig.knows("web")
                   && rig.row("web").text.starts_with("workingDirectory must be a folder, but");
        }));
    }

    void startsWithItsEnvironmentFolderAndLimits()
    {
        Rig rig;
        rig.specify("limits",
                    {"sh", "-c",
                     "echo $COLOUR $QONTROLLER_ID $(pwd) $(ulimit -n) $(ulimit -v) $(ulimit -c) "
                     "$(ulimit -t); exec sleep 1000"},
                    {{"environment", QJsonObject{{"COLOUR", "blue"}}},
                     {"workingDirectory", "/usr"},
                     {"limits", QJsonObject{{"files", 64},
                                            {"memory", 512 << 20},
                                            {"core", 0},
                                            {"cpu", "10s"}}}});
        QVERIFY(comesTrue(
            [&] { return rig.read("state/limits.log") == "blue limits /usr 64 524288 0 10\n"; }));
    }

    void knowsNothingOfTheServiceManager()
    {
        const ServiceVariables variables;
        Rig rig;
        rig.script("web", ServiceVariables::Shown + QString("exec sleep 1000"));
        QVERIFY(comesTrue([&] { return rig.read("state/web.log").endsWith("no more\n"); }));
        QCOMPARE(rig.read("state/web.log"), QByteArray("no more\n"));
    }

    void waitsUntilItIsReady_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("command") << "command";
        QTest::newRow("tcp") << "tcp";
        QTest::newRow("http") << "http";
    }
    void waitsUntilItIsReady()
    {
        QFETCH(QString, kind);
        Rig rig;
        QTcpServer server;
        QTcpSocket
            port; // bound, so that no other gets it, and deaf until it is given to the server
        QVERIFY(port.bind(QHostAddress::LocalHost));
        const QString address = "127.0.0.1:" + QString::number(port.localPort());
        QJsonObject readiness{{"interval", "20ms"}, {"timeout", "5s"}};
        if (kind == "command")
            readiness.insert("command", QJsonArray{"test", "-e", rig.path("ready")});
        else
            readiness.insert(kind, kind == "tcp" ? address : "http://" + address + "/health");
        rig.script("web", "exec sleep 1000", {{"readiness", readiness}});
        QVERIFY(rig.runs("web"));
        QVERIFY(comesTrue([&] { return rig.row("web").text.starts_with("it to be ready: "); }));
        QVERIFY(rig.actual("web").find("ready: no") != std::string::npos);

        rig.write("ready", "x");
        if (kind != "command")
            QVERIFY(::listen(int(port.socketDescriptor()), 8) == 0
                    && server.setSocketDescriptor(::dup(int(port.socketDescriptor()))));
        QObject::connect(&server, &QTcpServer::newConnection, &server, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            socket->write("HTTP/1.0 204 No Content\r\n\r\n");
            socket->disconnectFromHost();
        });
        QTRY_VERIFY(rig.actual("web").find("ready: yes") != std::string::npos);
    }

    void anAnswerCountsWithItsHead_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("size");
        const QByteArray ok = "HTTP/1.1 200 OK\r\n";
        const QByteArray stream = ok + "Content-Type: text/event-stream\r\n\r\n";
        QTest::newRow("a stream without an event so far") << stream << 0;
        QTest::newRow("a stream that does not end") << stream + "data: x\n\n" << 0;
        QTest::newRow("in chunks") << ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc" << 0;
        QTest::newRow("a body that is huge")
            << ok + "Content-Length: " + QByteArray::number(HugeBody) + "\r\n\r\n"
            << HugeBody;
    }
    void anAnswerCountsWithItsHead()
    {
        QFETCH(QByteArray, head);
        QFETCH(int, size);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        qint64 left = size;
        qint64 sent = 0;
        QByteArray asked;
        bool isOver = false;
        QObject::connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            server.close(); // one answer is enough
            const auto more = [&, socket](qint64 written) {
                sent += written;
                const QByteArray part(std::min<qint64>(left, 1 << 20), 'x');
                left -= part.size();
                socket->write(part);
            };
            QObject::connect(socket, &QTcpSocket::bytesWritten, socket, more);
            QObject::connect(socket, &QTcpSocket::readyRead, socket,
                             [&, socket] { asked += socket->readAll(); });
            QObject::connect(socket, &QTcpSocket::disconnected, socket, [&] { isOver = true; });
            socket->write(head);
        });
        const QString url = "http://127.0.0.1:" + QString::number(server.serverPort());
        Rig rig;
        rig.script("web", "exec sleep 1000",
                   {{"readiness", QJsonObject{{"http", url},
                                              {"interval", "20ms"},
                                              {"timeout", "1h"},
                                              {"failureThreshold", 1000}}}});
        const bool isReady = comesTrue([&] {
            QCoreApplication::processEvents();
            return isOver && rig.actual("web").find("ready: yes") != std::string::npos;
        });
        QVERIFY2(isReady, rig.row("web").text.c_str());
        QVERIFY2(sent < HugeBody / 2, QByteArray::number(sent)); // no more than sockets hold
        QVERIFY2(asked.startsWith("GET / HTTP/1.1\r\n"), asked);
    }

    void isDescribedWhileItsProbeTakesItsTime()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000",
                   {{"readiness",
                     QJsonObject{{"command", QJsonArray{"sh", "-c", "touch \"$0\"; exec sleep 1000",
                                                        rig.path("asked")}},
                                 {"interval", "20ms"},
                                 {"timeout", "1h"}}}});
        QVERIFY(comesTrue([&] { return QFile::exists(rig.path("asked")); }));
        const std::string text = rig.actual("web"); // hangs if it waits for the probe
        QVERIFY2(text.find("ready: no, it has just started") != std::string::npos, text.c_str());
    }

    void stopsAllWhenTheControllerStops()
    {
        std::vector<long> pids;
        {
            Rig rig;
            rig.script("a", "exec sleep 1000");
            rig.specify("b", {COMMAND_PROBE, "stubborn"}, {{"grace", "50ms"}});
            QVERIFY(rig.runs("a") && rig.runs("b"));
            pids = {rig.pid("a"), rig.pid("b")};
        }
        for (const long pid : pids)
            QVERIFY(!isAlive(pid));
    }

    void anEndThatComesJustBeforeTheStopIsSaid()
    {
        const QTemporaryDir folder;
        auto supervisor = std::make_unique<Supervisor>(folder.filePath("state").toStdString(),
                                                       LOGWRITER, OnStop::Stop);
        QVERIFY(supervisor->takeState());
        const auto spec = readSpec(R"({"command": ["sleep", "1000"], "log": {"to": "discard"}})");
        QVERIFY(supervisor->keep("web", *spec, {}).kind() == Outcome::Kind::RequeueAfter);
        const QString said = QString::fromStdString(supervisor->describe("web"));
        const auto pid = said.section("pid: ", 1).section('\n', 0, 0).toInt();
        QCOMPARE(::kill(pid, SIGKILL), 0);
        pollfd ended{supervisor->fd(), POLLIN, 0};
        QCOMPARE(::poll(&ended, 1, 30'000), 1);
        QTest::ignoreMessage(QtWarningMsg,
                             QRegularExpression(
                                 "^web: ended: signal 9 \\(Killed\\), after it had "));
        supervisor.reset();
    }

    void keepsProcessesIfItIsToldTo()
    {
        long pid = 0;
        {
            Rig rig(OnStop::Keep);
            rig.script("a", "exec sleep 1000");
            QVERIFY(rig.runs("a"));
            pid = rig.pid("a");
        }
        QVERIFY(isAlive(pid));
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        QCOMPARE(::waitpid(static_cast<pid_t>(pid), nullptr, 0), static_cast<pid_t>(pid));
        QVERIFY(::waitpid(-1, nullptr, 0) > 0); // the writer of its log ends with it
    }
};

QONTROLLER_GUILESS_TEST(SupervisionTest)
#include "tst_supervision.moc"
