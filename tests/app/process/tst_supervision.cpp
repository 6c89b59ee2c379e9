// SPDX-License-Identifier: LGPL-3.0-or-later
// Real processes that run, crash, hang, fork and ignore SIGTERM.
#include "commands.h"
#include "printing.h"

#include "app/plugins/process/processparts.h"
#include "core/host/host.h"
#include "core/observe/description.h"
#include "core/observe/itemdetail.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A controller of processes in a folder of its own.
class Rig
{
public:
    explicit Rig(OnStop onStop = OnStop::Stop)
    {
        QDir(m_folder.path()).mkpath("specs");
        ControllerOptions options;
        options.resyncInterval = 1h;
        options.massDeletionGuard = false;
        const ProcessOptions where{path("specs").toStdString(), path("state").toStdString(),
                                   onStop};
        m_id = host.add({"processes", "process", makeProcessParts(where), options}).value();
    }

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QSaveFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
            qFatal("cannot write");
    }
    /// A spec of that command with \a more in it.
    void specify(const QString &id, const QStringList &command, QJsonObject more = {}) const
    {
        more.insert("command", QJsonArray::fromStringList(command));
        write("specs/" + id + ".json", QJsonDocument(more).toJson());
    }
    void script(const QString &id, const QString &text, const QJsonObject &more = {}) const
    {
        specify(id, {"sh", "-c", text, "sh", m_folder.path()}, more);
    }
    void drop(const QString &id) const { QFile::remove(path("specs/" + id + ".json")); }

    [[nodiscard]] ItemRow row(const ObjectId &id)
    {
        return host.detail(m_id, id).value_or(ItemDetail{}).row;
    }
    [[nodiscard]] bool knows(const ObjectId &id) { return host.detail(m_id, id).has_value(); }
    [[nodiscard]] std::string actual(const ObjectId &id)
    {
        return host.describe(m_id, id, {}).value_or(Description{}).actual;
    }
    /// The number in a line of describe(), 0 if there is none.
    [[nodiscard]] long property(const ObjectId &id, const std::string &name)
    {
        const std::string text = actual(id);
        const std::size_t at = text.find(name + ": ");
        return at == std::string::npos ? 0 : std::atol(text.c_str() + at + name.size() + 2);
    }
    [[nodiscard]] long pid(const ObjectId &id) { return property(id, "pid"); }
    [[nodiscard]] bool runs(const ObjectId &id)
    {
        return comesTrue([&] { return pid(id) > 0 && isAlive(pid(id)); });
    }

private:
    QTemporaryDir m_folder;

public:
    Host host;

private:
    ControllerId m_id = 0;
};

const QJsonObject Quick{{"base", "10ms"}, {"max", "20ms"}};

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
        rig.host.submit({0, RequeueItems{{"web"}}});
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
            {specs.toStdString(), folder.filePath("state").toStdString(), OnStop::Stop});
        struct : ListSink
        {
            void add(std::string_view, Version) override {}
            void addLeftover(std::string_view) override {}
        } sink;
        const auto answer = [&] { return parts.reconciler->get({"web", {}, 1, 0, {}, {}}).kind(); };
        using Kind = Fetched<void>::Kind;

        QVERIFY(parts.listerWatcher->list(sink, {}).kind() == ListResult::Kind::Complete);
        QVERIFY(answer() == Kind::Found);
        QVERIFY(QDir().rename(specs, folder.filePath("elsewhere")));
        QVERIFY(answer() == Kind::Failed);
        QVERIFY(QDir().mkdir(specs));
        QVERIFY(answer() == Kind::Failed);
        QVERIFY(parts.listerWatcher->list(sink, {}).kind() == ListResult::Kind::Complete);
        QVERIFY(answer() == Kind::Gone);
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
        rig.host.submit({0, ResyncNow{}});
        QVERIFY(rig.runs("web"));
        for (const char *id : {"a0", "b"}) {
            QVERIFY(comesTrue([&] { return rig.row(id).errors > 0; }));
            QVERIFY2(rig.row(id).text.ends_with(".json must be a file"), rig.row(id).text.c_str());
        }
        QVERIFY(comesTrue([&] { return rig.row("c").errors > 0; }));
        QVERIFY2(rig.row("c").text.ends_with("c.json must have at most 1 MiB"),
                 rig.row("c").text.c_str());
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
        QVERIFY(comesTrue([&] { return rig.read("runs").count('x') >= 5; }));
        QVERIFY(comesTrue(
            [&] { return rig.actual("crash").find("last end: signal 11") != std::string::npos; }));
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
        QVERIFY(comesTrue([] { return !hasChildren(); })); // reaped in a run that may still end
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
        QTRY_VERIFY_WITH_TIMEOUT(rig.actual("web").find("ready: yes") != std::string::npos, 60'000);
    }

    void isDescribedWhileItsProbeTakesItsTime()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000",
                   {{"readiness", QJsonObject{{"command", QJsonArray{"sh", "-c",
                                                                     "touch \"$0\"; exec sleep 1000",
                                                                     rig.path("asked")}},
                                              {"interval", "20ms"},
                                              {"timeout", "1h"}}}});
        QVERIFY(comesTrue([&] { return QFile::exists(rig.path("asked")); }));
        const std::string text = rig.actual("web"); // hangs if it waits for the probe
        QVERIFY2(text.find("ready: no, it has just started") != std::string::npos, text.c_str());
    }

    void rotatesTheLogOfAProcessThatRuns()
    {
        Rig rig;
        rig.script("chatty", "while :; do echo 0123456789; sleep 0.01; done",
                   {{"log", QJsonObject{{"size", 100}, {"count", 2}}},
                    {"readiness",
                     QJsonObject{{"command", QJsonArray{"true"}}, {"interval", "20ms"}}}});
        QVERIFY(comesTrue([&] { return QFile::exists(rig.path("state/chatty.log.2")); }));
        QVERIFY(rig.read("state/chatty.log.2").startsWith("0123456789\n"));
        QVERIFY(!QFile::exists(rig.path("state/chatty.log.3")));
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
    }
};

QTEST_GUILESS_MAIN(SupervisionTest)
#include "tst_supervision.moc"
