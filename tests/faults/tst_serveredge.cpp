// SPDX-License-Identifier: LGPL-3.0-or-later
#include "asleep.h"
#include "authority.h"
#include "descriptors.h"
#include "effort.h"
#include "eventually.h"
#include "files.h"
#include "freeport.h"
#include "gate.h"
#include "httpget.h"
#include "programs.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QProcess>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// Each user can make files there, and nobody can remove those of others.
void openToAll(const ServerProcess &server)
{
    if (::chmod(server.file(".").toLocal8Bit().constData(), 01777) != 0)
        qFatal("cannot change the folder");
}

/// A pipe with a name that nothing reads, full to the last byte.
class FullPipe
{
public:
    explicit FullPipe(const QString &file)
        : m_file(file)
    {
        const QByteArray name = file.toLocal8Bit();
        if (::mkfifo(name.constData(), 0600) != 0)
            qFatal("no pipe");
        m_descriptor = ::open(name.constData(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        const QByteArray bytes(4096, 'x');
        while (::write(m_descriptor, bytes.constData(), bytes.size()) > 0) {
        }
    }
    ~FullPipe() { ::close(m_descriptor); }
    FullPipe(const FullPipe &) = delete;
    FullPipe &operator=(const FullPipe &) = delete;

    /// Takes what is in it.
    void read()
    {
        QByteArray bytes(4096, 'x');
        while (::read(m_descriptor, bytes.data(), bytes.size()) > 0) {
        }
    }
    [[nodiscard]] QByteArray file() const { return m_file.toLocal8Bit(); }

private:
    QString m_file;
    int m_descriptor = -1;
};

/// Whether \a log, but for what refuses a start, is made of JSON lines alone.
bool isJson(const QByteArray &log)
{
    const QList<QByteArray> lines = log.split('\n');
    return std::all_of(lines.begin(), lines.end(), [](const QByteArray &line) {
        return line.isEmpty() || line.startsWith("qontrollerd: ")
               || QJsonDocument::fromJson(line).isObject();
    });
}

/// Also those that have ended and are not reaped.
QList<pid_t> childrenOf(pid_t pid)
{
    QList<pid_t> children;
    const QString name = QString::number(pid);
    const QByteArray all = contentsOf("/proc/" + name + "/task/" + name + "/children");
    for (const QByteArray &child : all.split(' ')) {
        if (child.toInt() > 0)
            children << child.toInt();
    }
    return children;
}

/// What came of looking at a server.
struct Look
{
    int status = -1;
    QByteArray words;
};

Look lookAt(const QString &socket)
{
    QProcess terminal;
    terminal.start(QONTROLLERCTL, {"--host", socket, "status"});
    if (!terminal.waitForFinished(60'000) || terminal.exitStatus() != QProcess::NormalExit)
        return {-1, terminal.readAllStandardError()};
    return {terminal.exitCode(), terminal.readAllStandardError()};
}

/// What a running process may have of something.
void limit(pid_t process, __rlimit_resource what, rlim_t most)
{
    rlimit now{};
    if (::prlimit(process, what, nullptr, &now) != 0)
        qFatal("no limit can be read");
    now.rlim_cur = std::min(most, now.rlim_max);
    if (::prlimit(process, what, &now, nullptr) != 0)
        qFatal("no limit can be set");
}

rlim_t addressSpaceOf(pid_t process)
{
    const QByteArray pages = contentsOf("/proc/" + QString::number(process) + "/statm");
    return pages.split(' ').first().toULongLong() * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

/// The edge of the process: descriptors, signals, and how it ends. Exit status and log of each.
class ServerEdgeTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsPrintedNeverGoesIntoMirroredFiles()
    {
        ServerProcess server;
        QVERIFY(QDir().mkpath(server.file("source")));
        for (int i = 0; i < 20; ++i)
            server.write(QStringLiteral("source/%1").arg(i), QByteArray::number(i));
        const QString session = server.session(
            {{"name", "photos"},
             {"plugin", "folder-mirror"},
             {"parameters",
              QJsonObject{{"source", server.file("source")}, {"target", server.file("target")}}}});
        server.redirect("0<&- 1>&- 2>&-");
        QCOMPARE(server.run({session, "--until-idle", "--status-interval", "10ms"}), 1);
        for (int i = 0; i < 20; ++i)
            QCOMPARE(contentsOf(server.file(QStringLiteral("target/%1").arg(i))),
                     QByteArray::number(i));
    }

    void aLogThatNothingReadsHoldsUpNothing()
    {
        ServerProcess server;
        const FullPipe log(server.file("log"));
        server.redirect("2>" + log.file());
        server.start({server.behaviour({{"outcome", "park"}, {"objects", 500}}), "--json",
                      "--status-interval", "20ms"});
        QVERIFY(server.waitForOutput("\"parked\":500"));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void statusThatNothingReadsHoldsUpNothing()
    {
        ServerProcess server;
        const FullPipe output(server.file("output"));
        server.redirect(">" + output.file());
        server.start({server.behaviour({}), "--status-interval", "10ms"});
        QVERIFY(server.waitForLog("started"));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
        QVERIFY2(server.log().contains("error: cannot write the output: nothing reads it\n"),
                 server.log());
    }

    void aMetricTellsThatNothingReadsTheLog()
    {
        ServerProcess server;
        FullPipe log(server.file("log"));
        server.redirect("2>" + log.file());
        const QString address = "127.0.0.1:" + QString::number(freePort());
        server.start(
            {server.behaviour({{"outcome", "park"}, {"objects", 500}}), "--metrics", address});
        const QUrl url("http://" + address + "/metrics");
        const auto waiting = [&url] {
            const QByteArray page = httpGet(url);
            const QByteArray name = "\nqontroller_log_lines_waiting ";
            const qsizetype begin = page.indexOf(name);
            return begin < 0 ? -1 : page.mid(begin + name.size()).split('\n').first().toInt();
        };
        QTRY_VERIFY(waiting() > 10);
        log.read();
        QTRY_COMPARE((log.read(), waiting()), 0);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void aTerminalThatGoesAwayIsAnOrderlyEnd()
    {
        ServerProcess folder;
        const QString log = folder.file("log");
        const QByteArray command = "exec " QONTROLLERD " " + folder.behaviour({}).toUtf8()
                                   + " --plugin-path " FIXTURES " --trust-path " FIXTURES
                                     " --metrics off --control off --state-dir "
                                   + folder.file("state").toUtf8() + " 2>" + log.toUtf8()
                                   + " >/dev/null";
        int terminal = -1;
        const pid_t server = ::forkpty(&terminal, nullptr, nullptr, nullptr);
        if (server == 0)
            ::_exit(::execl("/bin/sh", "sh", "-c", command.constData(), nullptr));
        const auto said = [&log](const QByteArray &text) {
            QFile file(log);
            return file.open(QIODevice::ReadOnly) && file.readAll().contains(text);
        };
        QTRY_VERIFY(said("started"));
        ::kill(server, SIGHUP); // a word, as long as the terminal is there
        QTRY_VERIFY(said("session: 1 untouched, asked for by SIGHUP"));
        ::close(terminal);
        int status = 0;
        QCOMPARE(::waitpid(server, &status, 0), server);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 128 + SIGHUP);
        QVERIFY(said("ending: what is queued and running has 30s"));
    }

    void withoutThreadsItEndsInOrder_data()
    {
        QTest::addColumn<int>("threads");
        // For the program's own, the end, the controller, its handlers: whatever lacks.
        for (int threads = 2; threads <= 12; ++threads)
            QTest::newRow(qPrintable(QString::number(threads))) << threads;
    }
    void withoutThreadsItEndsInOrder()
    {
        QFETCH(int, threads);
        if (::geteuid() != 0)
            QSKIP("only root can give a program a user without other processes");
        ServerProcess server;
        openToAll(server);
        server.startBy({"setpriv", "--reuid", "4321", "--clear-groups", "prlimit",
                        QStringLiteral("--nproc=%1:%1").arg(threads)});
        const int status = server.run({server.behaviour({}), "--run-for", "100ms", "--json",
                                       "--state-dir", server.file("state")});
        const QByteArray log = server.log();
        if (status != 0) {
            QCOMPARE(status, 1);
            QVERIFY2(log.contains("no thread") || log.contains("cannot start its threads"), log);
        } else {
            QCOMPARE(server.summary().value("name").toString(), QStringLiteral("test"));
        }
    }

    void withoutDescriptorsNoSessionIsWrong_data()
    {
        QTest::addColumn<int>("descriptors");
        QTest::addColumn<QString>("option");
        for (const char *option : {"--control", "--metrics", "--metrics-tls"}) {
            for (int descriptors = 8; descriptors <= 48; descriptors += 4)
                QTest::addRow("%s, %d", option, descriptors) << descriptors << option;
        }
    }
    void withoutDescriptorsNoSessionIsWrong()
    {
        QFETCH(int, descriptors);
        QFETCH(QString, option);
        ServerProcess server;
        QStringList arguments{server.behaviour({}), "--run-for", "100ms", "--log", "json"};
        if (option == "--control") {
            arguments << option << server.file("control.sock");
        } else {
            arguments << "--metrics"
                      << "127.0.0.1:0";
        }
        if (option == "--metrics-tls") {
            QVERIFY(QDir().mkpath(server.file("tls")));
            Authority("hosts").give("server", server.file("tls"));
            arguments << option << server.file("tls");
        }
        server.startBy({"prlimit", QStringLiteral("--nofile=%1:%1").arg(descriptors)});
        const int status = server.run(arguments);
        QVERIFY2(status == 0 || status == 1 || status == 3, server.log());
        QVERIFY2(isJson(server.log()), server.log());
        QVERIFY2(status != 1 || server.log().contains("descriptor")
                     || server.log().contains("Too many open files"),
                 server.log());
    }

    void beingLookedAtWearsNothingOut()
    {
        ServerProcess server;
        const QString socket = server.file("control.sock");
        server.start({server.behaviour({}), "--control", socket});
        QVERIFY(server.waitForLog("reach this host at"));
        const std::string process = std::to_string(server.pid());
        QCOMPARE(lookAt(socket).status, 0);
        auto before = test::descriptorCount(process);
        QTRY_VERIFY(std::exchange(before, test::descriptorCount(process)) == before);
        for (int i = 0; i < 40; ++i)
            QCOMPARE(lookAt(socket).status, 0);
        QTRY_VERIFY(test::descriptorCount(process) <= before);
    }

    void connectionsThatDoNotAskKeepNobodyFromTheMetrics()
    {
        constexpr int Most = 256; // at once
        ServerProcess server;
        server.start({server.behaviour({}), "--metrics", "127.0.0.1:0"});
        const quint16 port = server.metricsPort();
        const auto ended = [&server] {
            return metricOf(server, "qontroller_metrics_connections_ended_total");
        };
        QCOMPARE(ended(), 0.0);
        std::array<QTcpSocket, Most + 44> halfOpen;
        for (QTcpSocket &socket : halfOpen) {
            socket.connectToHost(QHostAddress::LocalHost, port);
            QVERIFY(socket.waitForConnected(10'000));
            socket.write("GET /metrics HTTP/1.1\r\nHo");
            QVERIFY(socket.waitForBytesWritten(10'000));
        }
        QVERIFY(!server.metrics().isEmpty());
        QTRY_VERIFY(ended() >= double(halfOpen.size() - Most));
        QVERIFY2(server.waitForLog(" warning: metrics: more than 256 connections are open: those "
                                   "that have said nothing for the longest time are ended\n"),
                 server.log());
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void r10_aShortageTurnsCallersAwayAndEndsNothing_data()
    {
        QTest::addColumn<int>("descriptors"); // that are left; -1: as many as ever
        QTest::addColumn<int>("mebibytes");   // the same
        for (int left = 64; left >= -16; left -= 8)
            QTest::addRow("%d descriptors", left) << left << -1;
        for (int left = 96; left >= 0; left -= 12)
            QTest::addRow("%d MiB", left) << -1 << left;
    }
    void r10_aShortageTurnsCallersAwayAndEndsNothing()
    {
        QFETCH(int, descriptors);
        QFETCH(int, mebibytes);
        ServerProcess server;
        const QString socket = server.file("control.sock");
        server.start({server.behaviour({}), "--control", socket, "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForLog("reach this host at"));
        const pid_t pid = server.pid();
        QVERIFY(comesTrue([&] { return areOthersAsleep(pid); })); // for a moment, between others
        if (mebibytes < 0)
            limit(pid, RLIMIT_NOFILE,
                  rlim_t(test::descriptorCount(std::to_string(pid)) + descriptors));
        else
            limit(pid, RLIMIT_AS, addressSpaceOf(pid) + (rlim_t(mebibytes) << 20U));
        const Look look = lookAt(socket);
        QVERIFY2(look.status == 0 || look.status == 5, look.words);
        limit(pid, RLIMIT_NOFILE, RLIM_INFINITY);
        limit(pid, RLIMIT_AS, RLIM_INFINITY);
        if (look.status != 0) {
            const QByteArray lack = mebibytes < 0 ? "it has hardly any descriptors left"
                                                  : "it has hardly any memory left";
            QVERIFY2(look.words.contains("the host turns you away: " + lack), look.words);
            QVERIFY2(server.waitForLog("turned away: " + lack), server.log());
            QVERIFY(server.metrics().contains("\nqontroller_control_refused_total 1\n"));
        }
        QTRY_COMPARE(lookAt(socket).status, 0);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void withoutThreadsItIsLookedAtAndEnds()
    {
        if (IsSanitized)
            QSKIP("the address sanitizer needs a thread of its own at the end");
        if (::geteuid() != 0)
            QSKIP("only root can give a program a user without other processes");
        ServerProcess server;
        openToAll(server);
        const QStringList asOther{"setpriv", "--reuid", "4321", "--clear-groups"};
        const QString socket = server.file("control.sock");
        server.startBy(asOther);
        server.start(
            {server.behaviour({}), "--control", socket, "--state-dir", server.file("state")});
        QVERIFY(server.waitForLog("test: started"));
        QCOMPARE(QProcess::execute(asOther.front(),
                                   asOther.mid(1)
                                       + QStringList{"prlimit", "--pid",
                                                     QString::number(server.pid()), "--nproc=1"}),
                 0);
        std::array<QProcess, 8> followers;
        for (QProcess &each : followers)
            each.start(QONTROLLERCTL, {"--host", socket, "events", "-f"});
        for (int i = 0; i < 8; ++i)
            QCOMPARE(lookAt(socket).status, 0);
        for (QProcess &each : followers) {
            each.kill();
            QVERIFY(each.waitForFinished());
        }
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void aServerThatLacksWhatControlNeedsDoesNotBegin_data()
    {
        QTest::addColumn<QString>("limit");
        for (int threads : {8, 24, 64, 90, 98, 102, 106, 112, 140})
            QTest::addRow("%d threads", threads) << QStringLiteral("--nproc=%1").arg(threads);
        for (int mebibytes : {300, 900, 1300, 1640, 1700, 1900, 2060, 2300})
            QTest::addRow("%d MiB", mebibytes)
                << QStringLiteral("--as=%1").arg(std::int64_t(mebibytes) << 20);
    }
    void aServerThatLacksWhatControlNeedsDoesNotBegin()
    {
        if (::geteuid() != 0)
            QSKIP("only root can give a program a user without other processes");
        QFETCH(QString, limit);
        if (IsSanitized && limit.startsWith("--as="))
            QSKIP("a sanitizer needs addresses of its own");
        ServerProcess server;
        openToAll(server);
        server.startBy({"setpriv", "--reuid", "4321", "--clear-groups", "prlimit", limit});
        const int status = server.run({server.behaviour({}), "--run-for", "100ms", "--control",
                                       server.file("control.sock"), "--state-dir",
                                       server.file("state")});
        // A slow machine lists in more than 100 ms.
        const bool hasBegun = status == 0 || server.log().contains("no list has ended");
        QVERIFY2(hasBegun || status == 1, server.log());
        QVERIFY2(hasBegun || server.log().contains("--control: ")
                     || server.log().contains("error: ")
                     || server.log().contains("the server cannot start: "),
                 server.log());
    }

    void whatIsHeldAndKeptIsNamedAtTheEnd()
    {
        ServerProcess server;
        const QString socket = server.file("control.sock");
        server.start(
            {server.behaviour({{"lists", "once"}, {"objects", 20}}, {{"resyncInterval", "100ms"}}),
             "--control", socket});
        QVERIFY(server.waitForLog("held"));
        QCOMPARE(QProcess::execute(QONTROLLERCTL, {"--host", socket, "refuse", "test/object-3"}),
                 0);
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
        QVERIFY2(server.log().contains("test: not in order: 19 removals were held to the end, and "
                                       "not decided: object-0, object-1, object-10, "),
                 server.log());
        QVERIFY2(server.log().contains("test: not in order: 1 object had vanished and was kept by "
                                       "an operator: object-3\n"),
                 server.log());
    }

    void tooManySourcesMakeNoController_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::newRow("in the process") << "none";
        QTest::newRow("in a process of its own") << "process";
    }
    void tooManySourcesMakeNoController()
    {
        QFETCH(QString, isolation);
        ServerProcess server;
        const QString session = server.session({{"name", "test"},
                                                {"plugin", "behaviour"},
                                                {"isolation", isolation},
                                                {"parameters", QJsonObject{{"sources", 1000}}}});
        QCOMPARE(server.run({session}), 2);
        QVERIFY2(server.log().contains("its plugin gave 1000 sources: a controller has at most 32"),
                 server.log());
    }

    void asTheFirstProcessItReapsAndPassesSignalsOn()
    {
        const QStringList container = asFirstProcess();
        if (container.isEmpty())
            QSKIP("this machine refuses a namespace of processes");
        ServerProcess server;
        server.startBy(container);
        // What the command leaves behind ends later, as a child of process 1.
        const QString session = server.session(
            {{"name", "test"},
             {"plugin", "script"},
             {"parameters", QJsonObject{{"list", QJsonArray{"echo", "a"}},
                                        {"add", QJsonArray{"sh", "-c",
                                                           "setsid sh -c 'exec > /dev/null 2>&1; "
                                                           "until [ -e gate ]; do :; done' & "
                                                           "touch added"}},
                                        {"workingDirectory", server.file(".")}}}});
        server.start({session});
        QTRY_VERIFY(QFile::exists(server.file("added")));
        const QList<pid_t> first = childrenOf(server.pid());
        QCOMPARE(first.size(), 1);
        QTRY_COMPARE(childrenOf(first.front()).size(), 2); // the server, and what was left behind
        server.write("gate", {});
        QTRY_COMPARE(childrenOf(first.front()).size(), 1);
        ::kill(first.front(), SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
        QVERIFY2(server.log().contains("ending: what is queued and running has 30s"), server.log());
        QVERIFY2(!server.log().contains("a second signal came"), server.log());
    }

    void aPluginThatClosesDescriptorsEndsTheProgram_data()
    {
        QTest::addColumn<QJsonObject>("behaviour");
        QTest::addColumn<QByteArray>("sentence");
        const QByteArray rest =
            " has closed descriptors of this program, which ends, for it cannot "
            "go on without them: give such a controller \"isolation\": "
            "\"process\"\n";
        QTest::newRow("in create()") << QJsonObject{{"create", "close"}}
                                     << " error: test: create() of the plugin behaviour" + rest;
        QTest::newRow("in a handler")
            << QJsonObject{{"outcome", "close"}, {"objects", 1}} << " error: a plugin" + rest;
        QTest::newRow("the standard ones")
            << QJsonObject{{"outcome", "closeStreams"}, {"objects", 1}}
            << " error: a plugin" + rest;
    }
    void aPluginThatClosesDescriptorsEndsTheProgram()
    {
        QFETCH(QJsonObject, behaviour);
        QFETCH(QByteArray, sentence);
        ServerProcess server;
        QCOMPARE(server.run({server.behaviour(behaviour), "--metrics", "127.0.0.1:0", "--control",
                             server.file("control.sock")}),
                 1);
        QVERIFY2(server.log().contains(sentence), server.log());
        QVERIFY(!QFile::exists(server.file("control.sock")));
    }

    void theSocketGoesWithTheProgram_data()
    {
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<int>("status"); // -1: it crashes
        QTest::newRow("exit") << "exit" << 1;
        QTest::newRow("abort") << "abort" << -1;
        QTest::newRow("fault") << "fault" << -1;
    }
    void theSocketGoesWithTheProgram()
    {
        QFETCH(QString, outcome);
        ServerProcess server;
        const QString socket = server.file("control.sock");
        Gate gate(server.file("gate"));
        server.start({server.behaviour({{"outcome", outcome},
                                        {"objects", 1},
                                        {"lists", "block"},
                                        {"gate", server.file("gate")}}),
                      "--control", socket});
        QVERIFY2(server.waitForLog("reach this host at " + socket.toUtf8()), server.log());
        gate.openForCall();
        QTEST(server.wait(), "status");
        QVERIFY(!QFile::exists(socket));
    }

    void aWordThatComesBeforeMainIsKept()
    {
        ServerProcess server;
        server.setEnvironment("LD_PRELOAD", QStringLiteral(HANGUP));
        server.setEnvironment("ASAN_OPTIONS",
                              qEnvironmentVariable("ASAN_OPTIONS") + ":verify_asan_link_order=0");
        server.start({server.behaviour({})});
        QVERIFY2(server.waitForLog("1 untouched, asked for by SIGHUP"), server.log());
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 128 + SIGTERM);
    }

    void aPluginThatCallsExitEndsNothingWell()
    {
        ServerProcess server;
        // By many threads at once: the end of one is not the end of what the others use.
        const QString session = server.behaviour({{"outcome", "exit"}, {"objects", 64}},
                                                 {{"workers", 32}});
        for (int i = 0; i < 20; ++i)
            QCOMPARE(server.run({session}), 1);
        QVERIFY2(server.log().contains("behaviour.so has called exit(): the program ends"),
                 server.log());
    }
};

QONTROLLER_GUILESS_TEST(ServerEdgeTest)
#include "tst_serveredge.moc"
