// SPDX-License-Identifier: LGPL-3.0-or-later
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <array>
#include <csignal>
#include <functional>

#include <sys/stat.h>

using namespace qontroller;

namespace {

/// A server that is to end, and what of it does not return.
struct Stuck
{
    const char *name;
    /// Starts it and has it end; whether it came so far.
    std::function<bool(ServerProcess &)> begin;
    int status;
    QList<QByteArray> said; ///< by its log
    QByteArray saidLast;
};

/// Starts a server in whose list or handler a call never returns, and ends it by SIGTERM.
struct DeafCall
{
    QJsonObject behaviour;
    const char *isolation;
    QByteArray until; ///< the status line that shows the call
    QStringList arguments = {};

    bool operator()(ServerProcess &server) const
    {
        const QString gate = server.file("gate");
        if (::mkfifo(gate.toLocal8Bit().constData(), 0600) != 0)
            return false;
        QJsonObject parameters = behaviour;
        parameters.insert("gate", gate);
        const QString session = server.session({{"name", "test"},
                                                {"plugin", "behaviour"},
                                                {"isolation", isolation},
                                                {"parameters", parameters}});
        server.start(
            QStringList{session, "--state-dir", server.file("state"), "--status-interval", "100ms"}
            + arguments);
        if (!server.waitForOutput(until))
            return false;
        if (arguments.isEmpty())
            server.signal(SIGTERM);
        return true;
    }
};

/// Has a running server make a controller that never gets made, and asks it to end so many \a times.
struct DeafCreation
{
    int times;

    bool operator()(ServerProcess &server) const
    {
        server.start({server.behaviour({}), "--control", server.file("control.sock")});
        if (!server.waitForLog("test: started"))
            return false;
        server.behaviour({{"create", "block"}});
        server.signal(SIGHUP);
        if (!server.waitForLog("is being applied"))
            return false;
        server.signal(SIGTERM);
        if (!server.waitForLog("holds up the end of this program"))
            return false;
        for (int i = 1; i < times; ++i)
            server.signal(SIGTERM);
        return true;
    }
};

/// Starts a server whose plugin does not come to its end.
struct DeafEnd
{
    const char *what;

    bool operator()(ServerProcess &server) const
    {
        server.start({server.behaviour({{"end", what}}), "--until-idle"});
        return true;
    }
};

QList<Stuck> all()
{
    const QJsonObject handler{{"outcome", "block"}, {"objects", 1}};
    const QJsonObject list{{"lists", "block"}};
    const QStringList noSignal{"--run-for", "1s"};
    const QByteArray deaf = "does not return although it was asked to stop";
    const QList<QByteArray> inHandler{"test: add of object-0 has run for ", deaf};
    const QList<QByteArray> inList{"test: list has run for ", deaf};
    const QByteArray creation = " warning: test: create() of the plugin behaviour (or loading it) ";
    const QByteArray late = " not returned for 10s: the program ends without it\n";
    constexpr int Asked = 128 + SIGTERM;
    return {
        {"handler", DeafCall{handler, "none", " 1 running,"}, Asked, inHandler, {}},
        {"list", DeafCall{list, "none", " 0 running,"}, Asked, inList, {}},
        {"list, without a signal", DeafCall{list, "none", " 0 running,", noSignal}, 1, inList, {}},
        {"handler in a process of its own",
         DeafCall{handler, "process", " 1 running,"},
         Asked,
         inHandler,
         {}},
        {"list in a process of its own, without a signal",
         DeafCall{list, "process", " 0 running,", noSignal},
         1,
         inList,
         {}},
        {"create()",
         DeafCreation{1},
         Asked,
         {},
         creation + "does not return: the program ends without it\n"},
        {"create(), and a second signal",
         DeafCreation{2},
         Asked,
         {},
         creation
             + "holds up the end of this program, for 30s at the most; a second signal ends it "
               "within 2s\n"},
        {"destructor",
         DeafEnd{"block"},
         1,
         {"test: a destructor of the plugin's parts has" + late},
         {}},
        {"atexit()",
         DeafEnd{"atexit"},
         1,
         {"what a plugin does at the end of the program, as a handler of atexit(), has" + late},
         {}},
    };
}

} // namespace

/// What never returns holds up the end of the real program only for so long.
class ServerStuckTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatNeverReturnsEndsWithTheProgram()
    {
        const QList<Stuck> stuck = all();
        std::array<ServerProcess, 9> servers; // at once, for many take half a minute to end
        QCOMPARE(stuck.size(), qsizetype(servers.size()));
        for (qsizetype i = 0; i < stuck.size(); ++i)
            QVERIFY2(stuck[i].begin(servers[i]), stuck[i].name + servers[i].log());
        for (qsizetype i = 0; i < stuck.size(); ++i) {
            ServerProcess &server = servers[i];
            const int status = server.wait();
            const QByteArray what = stuck[i].name + (": " + server.log());
            QVERIFY2(status == stuck[i].status, what);
            for (const QByteArray &sentence : stuck[i].said)
                QVERIFY2(server.log().contains(sentence), what);
            QVERIFY2(server.log().endsWith(stuck[i].saidLast), what);
            QVERIFY2(!QFile::exists(server.file("control.sock")), what);
            QVERIFY2(QDir(server.file("state/crash-guard")).isEmpty(QDir::Files), what);
        }
    }
};

QONTROLLER_GUILESS_TEST(ServerStuckTest)
#include "tst_serverstuck.moc"
