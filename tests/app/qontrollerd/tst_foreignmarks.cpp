// SPDX-License-Identifier: LGPL-3.0-or-later
// Two servers that do not know of each other, at one target.
#include "files.h"
#include "programs.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include "core/plugins/process/processstat.h"

#include <QtCore/QDateTime>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr const char *Owned = R"(qontroller_owned_by_another_host{controller="shared"})";

/// What both servers work on.
struct Shared
{
    Shared()
    {
        for (const char *name : {"target", "specs", "objects"})
            QDir(folder.path()).mkdir(name);
        writeContents(folder.filePath("specs/one.json"),
                      QStringLiteral(R"({"command": ["/bin/sh", "-c",
                          "echo $$ >> '%1'; exec sleep 1000"], "log": {"to": "discard"}})")
                          .arg(pids())
                          .toUtf8());
    }
    ~Shared()
    {
        for (const pid_t pid : running())
            ::kill(pid, SIGKILL);
    }
    Shared(const Shared &) = delete;
    Shared &operator=(const Shared &) = delete;

    [[nodiscard]] QString pids() const { return folder.filePath("pids"); }
    /// Processes of the only spec that run.
    [[nodiscard]] QList<pid_t> running() const
    {
        QList<pid_t> all;
        for (const QByteArray &line : contentsOf(pids()).split('\n')) {
            const auto pid = static_cast<pid_t>(line.toInt());
            if (pid > 0 && processStat(pid))
                all += pid;
        }
        return all;
    }
    [[nodiscard]] QString mark(const QString &plugin) const
    {
        const QString place = plugin == "folder-mirror" ? "target/.qontroller-mirror.owner"
                              : plugin == "process"     ? "specs/.qontroller-process.owner"
                                                        : "objects/.qontroller-load-balancer.owner";
        return folder.filePath(place);
    }

    QTemporaryDir folder;
};

/// A server with a state of its own that works on what is shared.
struct Host
{
    Host(const Shared &with, QString plugin, QString isolation = "none")
        : shared(with)
        , m_plugin(std::move(plugin))
        , m_isolation(std::move(isolation))
    {
        QDir(server.file({})).mkdir("source");
        server.write("source/" + QString::number(quintptr(this)), "x");
    }

    [[nodiscard]] QString session()
    {
        const auto in = [this](const char *place) { return shared.folder.filePath(place); };
        const QJsonObject parameters = m_plugin == "folder-mirror"
                                           ? QJsonObject{{"source", server.file("source")},
                                                         {"target", in("target")}}
                                       : m_plugin == "process"
                                           ? QJsonObject{{"folder", in("specs")},
                                                         {"state", server.file("state")}}
                                           : QJsonObject{{"folder", in("objects")},
                                                         {"adapter", "observed"},
                                                         {"url", "http://127.0.0.1:9"}};
        return server.session({{"name", name},
                               {"plugin", m_plugin},
                               {"isolation", m_isolation},
                               {"parameters", parameters}});
    }
    /// As on a copy of the machine of \a other: with its id, and a kernel that was started anew.
    void becomeCloneOf(const Host &other, const QStringList &starter)
    {
        QDir(server.file({})).mkdir("host");
        writeContents(server.file("host/host-id"), contentsOf(other.server.file("host/host-id")));
        const QString boot = server.write("boot", "00000000-0000-4000-8000-000000000000\n");
        server.startBy(starter
                       + QStringList{"sh", "-c",
                                     "mount --bind \"$0\" /proc/sys/kernel/random/boot_id && "
                                     "exec \"$@\"",
                                     boot});
    }
    void start()
    {
        server.start({session(), "--state-dir", server.file("host"), "--control", control(),
                      "--metrics", "127.0.0.1:0"});
    }
    void kill()
    {
        server.signal(SIGKILL);
        server.wait();
    }
    [[nodiscard]] bool startsToWork()
    {
        start();
        return QTest::qWaitFor([this] { return works(); }, 60'000);
    }
    [[nodiscard]] bool startsIdle()
    {
        start();
        return QTest::qWaitFor([this] { return isIdle(); }, 60'000);
    }
    [[nodiscard]] QString control() { return server.file("control"); }
    [[nodiscard]] QByteArray says(const QStringList &words) { return said(control(), words); }
    [[nodiscard]] QString reason() { return statusAt(control()).value("reason").toString(); }
    [[nodiscard]] bool works()
    {
        const QByteArray state = server.file("host").toUtf8();
        const QJsonObject status = statusAt(control());
        return contentsOf(shared.mark(m_plugin)).contains(state)
               && status.value("name").toString() == name
               && !status.value("reason").toString().startsWith("owned by another controller: ")
               && metricOf(server, owned()) == 0;
    }
    /// By its name.
    [[nodiscard]] bool isMarked() const
    {
        return m_plugin == "load-balancer" // which has one for the host
               || contentsOf(shared.mark(m_plugin))
                      .contains("\ncontroller " + name.toUtf8() + '\n');
    }
    [[nodiscard]] bool isIdle()
    {
        const QJsonObject status = statusAt(control());
        return status.value("reason").toString().startsWith("owned by another controller: ")
               && status.value("health") == "failing" && metricOf(server, owned()) == 1;
    }
    [[nodiscard]] QByteArray owned() const
    {
        return "qontroller_owned_by_another_host{controller=\"" + name.toUtf8() + "\"}";
    }

    ServerProcess server;
    const Shared &shared;
    QString name = "shared";

private:
    QString m_plugin;
    QString m_isolation;
};

/// As if its owner had not renewed it for an hour.
void makeOld(const QString &mark)
{
    QByteArray text = contentsOf(mark);
    const qint64 hourAgo = QDateTime::currentMSecsSinceEpoch() - 3'600'000;
    const auto at = text.indexOf("renewed ") + 8;
    text.replace(at, 14, QByteArray::number(hourAgo).rightJustified(14, '0'));
    writeContents(mark, text);
    QFile file(mark);
    if (!file.open(QIODevice::ReadWrite)
        || !file.setFileTime(QDateTime::fromMSecsSinceEpoch(hourAgo),
                             QFileDevice::FileModificationTime))
        qFatal("cannot make it old");
}

} // namespace

class ForeignMarksTest final : public QObject
{
    Q_OBJECT

private slots:
    void p15_oneWorksAndTheOtherSaysWhoseItIs_data() { addPlugins(); }
    void p15_oneWorksAndTheOtherSaysWhoseItIs()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        Host two(shared, plugin, isolation);
        QVERIFY(two.startsIdle());
        QVERIFY2(two.reason().contains(one.server.file("host")), qPrintable(two.reason()));
        QVERIFY(two.server.waitForLog(one.server.file("host").toUtf8()));
        QCOMPARE(metricOf(one.server, Owned), 0.0);
        QVERIFY(one.works());
        if (plugin == "folder-mirror")
            QCOMPARE(QDir(shared.folder.filePath("target")).entryList(QDir::Files).size(), 1);
        if (plugin == "process")
            QCOMPARE(shared.running().size(), 1);

        // It goes on by itself when the first one has ended in order.
        QCOMPARE(one.server.end(), 128 + SIGTERM);
        QVERIFY(!two.says({"resync", "shared"}).startsWith("status"));
        QTRY_VERIFY(two.works());
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
        QCOMPARE(two.server.end(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(shared.mark(plugin)));
    }

    void whoEndsWithoutWorkEndsWithThree()
    {
        const Shared shared;
        Host one(shared, "folder-mirror");
        QVERIFY(one.startsToWork());
        Host two(shared, "folder-mirror");
        QCOMPARE(two.server.runUntilIdle(two.session()), 3);
        QVERIFY2(two.server.log().contains(one.server.file("host").toUtf8()), two.server.log());
        QVERIFY2(two.server.log().contains("another controller owns what it works on"),
                 two.server.log());
    }

    void whatAKilledOneHasLeftIsTakenByAPerson_data() { addPlugins(); }
    void whatAKilledOneHasLeftIsTakenByAPerson()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        Host two(shared, plugin, isolation);
        QVERIFY(two.startsIdle());
        QCOMPARE(one.says({"take", "shared", "--yes"}),
                 "shared: take nothing over: no other controller owns what it works on\n");
        one.kill();
        static_cast<void>(two.says({"resync", "shared"}));
        QTRY_VERIFY2(two.reason().contains("that process has ended"), qPrintable(two.reason()));
        const QByteArray asked = two.says({"take", "shared"});
        QVERIFY2(asked.startsWith("status 2: ") && asked.contains("--yes"), asked);
        QCOMPARE(two.says({"take", "shared", "--dry-run"}), "shared: would take over\n");
        QVERIFY(two.isIdle());
        QCOMPARE(two.says({"take", "shared", "--yes"}), "shared: takes over, and lists now\n");
        QTRY_VERIFY(two.works());
        QTRY_COMPARE(metricOf(two.server, Owned), 0.0);
        if (plugin == "process") // what the first one had started is ended
            QTRY_COMPARE(shared.running().size(), 1);
        QVERIFY(two.server.waitForLog("take over"));

        QVERIFY(one.startsIdle()); // it is the second one's by now
    }

    void whatAKilledOneHasLeftIsTakenWhenItIsOld_data() { addPlugins(Apart::No); }
    void whatAKilledOneHasLeftIsTakenWhenItIsOld()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        one.kill();
        Host two(shared, plugin, isolation);
        QVERIFY(two.startsIdle());
        makeOld(shared.mark(plugin));
        static_cast<void>(two.says({"resync", "shared"}));
        QTRY_VERIFY(two.works());
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
    }

    void aRestartGoesOnAtOnce_data() { addPlugins(); }
    void aRestartGoesOnAtOnce()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        one.kill();
        const QByteArray before = contentsOf(shared.mark(plugin));
        one.start();
        QTRY_VERIFY(contentsOf(shared.mark(plugin)) != before && one.works());
        QVERIFY2(!one.server.log().contains("is that of"), one.server.log());
        if (plugin == "process")
            QCOMPARE(shared.running().size(), 1);
    }

    void oneThatRunsGivesWhatAPersonTakes_data() { addPlugins(); }
    void oneThatRunsGivesWhatAPersonTakes()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        Host two(shared, plugin, isolation);
        QVERIFY(two.startsIdle());
        static_cast<void>(two.says({"take", "shared", "--yes"}));
        QTRY_VERIFY(one.isIdle());
        static_cast<void>(two.says({"resync", "shared"}));
        QTRY_VERIFY(two.works());
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
    }

    void oneThatIsRenamedByApplyGoesOn_data() { addPlugins(); }
    void oneThatIsRenamedByApplyGoesOn()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        one.name = "renamed";
        const QByteArray applied = one.says({"apply", one.session(), "--yes"});
        QVERIFY2(applied.contains("renamed: start\n"), applied);
        QTRY_VERIFY2_WITH_TIMEOUT(one.works() && one.isMarked(), qPrintable(one.reason()), 60'000);
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
        QCOMPARE(one.server.end(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(shared.mark(plugin)));
    }

    void oneThatIsRenamedAfterACrashTouchesNothingThatIsNotItsOwn_data() { addPlugins(); }
    void oneThatIsRenamedAfterACrashTouchesNothingThatIsNotItsOwn()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        one.kill();
        one.name = "renamed";
        one.start();
        if (plugin == "folder-mirror") { // it may be another mirror, of another source
            QTRY_VERIFY_WITH_TIMEOUT(one.isIdle(), 60'000);
            QVERIFY2(one.reason().contains("is that of controller shared of this host (process "),
                     qPrintable(one.reason()));
            QCOMPARE(QDir(shared.folder.filePath("target")).entryList(QDir::Files).size(), 1);
            static_cast<void>(one.says({"take", "renamed", "--yes"}));
        }
        QTRY_VERIFY2_WITH_TIMEOUT(one.works(), qPrintable(one.reason()), 60'000);
        if (plugin == "process")
            QCOMPARE(shared.running().size(), 1);
        if (plugin == "folder-mirror")
            QCOMPARE(QDir(shared.folder.filePath("target")).entryList(QDir::Files).size(), 1);
    }

    void oneThatLostItsIdTouchesNothingBeforeAPersonTakesIt_data() { addPlugins(Apart::No); }
    void oneThatLostItsIdTouchesNothingBeforeAPersonTakesIt()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        one.kill();
        QVERIFY(QFile::remove(one.server.file("host/host-id")));
        const QByteArray mark = contentsOf(shared.mark(plugin));
        one.start();
        QTRY_VERIFY_WITH_TIMEOUT(one.isIdle(), 60'000);
        QVERIFY2(one.reason().contains("that process has ended"), qPrintable(one.reason()));
        QCOMPARE(contentsOf(shared.mark(plugin)), mark);
        static_cast<void>(one.says({"take", "shared", "--yes"}));
        QTRY_VERIFY2_WITH_TIMEOUT(one.works(), qPrintable(one.reason()), 60'000);
    }

    void p15_ofTwoThatStartAtTheSameMomentOneWorks_data() { addPlugins(Apart::No); }
    void p15_ofTwoThatStartAtTheSameMomentOneWorks()
    {
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const Shared shared;
        Host one(shared, plugin, isolation);
        Host two(shared, plugin, isolation);
        one.start();
        two.start();
        QTRY_VERIFY((one.works() && two.isIdle()) || (two.works() && one.isIdle()));
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
    }

    void p15_ofTwoClonesTheLaterOneWorks_data() { addPlugins(Apart::No); }
    void p15_ofTwoClonesTheLaterOneWorks()
    {
        NEEDS_PROGRAMS("unshare", "mount");
        QFETCH(QString, plugin);
        QFETCH(QString, isolation);
        const QStringList starter = withOwnMounts();
        if (starter.isEmpty())
            QSKIP("this machine does not let the test mount a file");
        const Shared shared;
        Host one(shared, plugin, isolation);
        QVERIFY(one.startsToWork());
        Host two(shared, plugin, isolation);
        two.becomeCloneOf(one, starter);
        QVERIFY(two.startsToWork()); // it takes the mark for that of its earlier life
        static_cast<void>(one.says({"resync", "shared"}));
        QTRY_VERIFY(one.isIdle());
        QVERIFY2(one.reason().contains("a cloned machine"), qPrintable(one.reason()));
        QVERIFY(one.server.waitForLog("a cloned machine"));
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
        static_cast<void>(one.says({"resync", "shared"}));
        QVERIFY(one.isIdle() && two.works());

        static_cast<void>(one.says({"take", "shared", "--yes"}));
        QTRY_VERIFY(one.works());
        static_cast<void>(two.says({"resync", "shared"}));
        QTRY_VERIFY(two.isIdle());
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
    }

    void anIsolatedPluginThatIsStartedAnewGoesOn_data()
    {
        QTest::addColumn<QString>("plugin");
        QTest::newRow("folder-mirror") << "folder-mirror";
        QTest::newRow("process") << "process";
    }
    void anIsolatedPluginThatIsStartedAnewGoesOn()
    {
        QFETCH(QString, plugin);
        const Shared shared;
        Host one(shared, plugin, "process");
        QVERIFY(one.startsToWork());
        const QByteArray before = contentsOf(shared.mark(plugin));
        const QRegularExpression line("\nprocess (\\d+)");
        const pid_t apart = line.match(before).captured(1).toInt();
        QVERIFY(apart > 0 && apart != one.server.pid());
        ::kill(apart, SIGKILL);
        QTRY_VERIFY(contentsOf(shared.mark(plugin)) != before && one.works());
        QVERIFY2(!one.server.log().contains("is that of"), one.server.log());
        if (plugin == "process")
            QTRY_COMPARE(shared.running().size(), 1);
    }

    void anOperationOnAServerRunsOnce()
    {
        const Shared shared;
        const auto in = [&shared](const char *name) { return shared.folder.filePath(name); };
        writeContents(in("haproxy.cfg"),
                      QStringLiteral("global\n stats socket %1 mode 600 level admin\n"
                                     "defaults\n mode http\n timeout connect 2s\n"
                                     " timeout client 60s\n timeout server 60s\n"
                                     "frontend in\n bind unix@%2\n default_backend web\n"
                                     "backend web\n balance leastconn\n")
                          .arg(in("socket"), in("front"))
                          .toUtf8());
        QProcess haproxy;
        haproxy.start("/usr/sbin/haproxy", {"-db", "-f", in("haproxy.cfg")});
        QTRY_VERIFY(QFile::exists(in("socket")));
        writeContents(in("objects/web.json"), R"({"kind": "Service", "backend": "web",
            "selector": {"app": "web"}, "check": "off"})");
        writeContents(in("objects/s1.json"), R"({"kind": "Server", "labels": {"app": "web"},
            "address": "127.0.0.1:9", "ready": true,
            "operations": [{"id": "restart-1", "type": "restart"}]})");
        const QJsonObject restart{
            {"restart", QJsonArray{"/bin/sh", "-c", "echo ran >> '" + in("ran") + '\''}}};
        std::array<ServerProcess, 2> servers;
        for (ServerProcess &server : servers)
            server.start({server.session({{"name", "shared"},
                                          {"plugin", "load-balancer"},
                                          {"parameters", QJsonObject{{"folder", in("objects")},
                                                                     {"socket", in("socket")},
                                                                     {"operate", restart}}}}),
                          "--state-dir", server.file("host"), "--control", server.file("control"),
                          "--metrics", "127.0.0.1:0"});
        const auto idle = [&servers] {
            return std::ranges::count_if(servers, [](ServerProcess &server) {
                return metricOf(server, Owned) == 1;
            });
        };
        QTRY_COMPARE(contentsOf(in("ran")), "ran\n");
        QTRY_COMPARE(idle(), 1);
        for (ServerProcess &server : servers)
            QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(contentsOf(in("ran")), "ran\n");
        haproxy.kill();
        haproxy.waitForFinished();
    }

private:
    enum class Apart : bool {
        No,
        Too,
    };
    static void addPlugins(Apart apart = Apart::Too)
    {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QString>("isolation");
        for (const char *plugin : {"folder-mirror", "process", "load-balancer"})
            QTest::newRow(plugin) << plugin << "none";
        if (apart == Apart::No)
            return;
        QTest::newRow("folder-mirror apart") << "folder-mirror"
                                             << "process";
        QTest::newRow("process apart") << "process"
                                       << "process";
    }
};

QONTROLLER_GUILESS_TEST(ForeignMarksTest)
#include "tst_foreignmarks.moc"
