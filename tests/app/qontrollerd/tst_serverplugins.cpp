// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "files.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtCore/QScopeGuard>
#include <QtTest/QtTest>

#include <chrono>
#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The real server with a folder of plugins of its own.
class Server : public ServerProcess
{
public:
    Server()
    {
        QDir().mkpath(plugins());
        setEnvironment("QONTROLLER_FIXTURE_MARK", file("mark"));
    }

    [[nodiscard]] QString plugins() const { return file("plugins"); }
    QString put(const QString &name) const
    {
        return putPlugin(QStringLiteral(PLUGIN_FIXTURES), name, plugins());
    }
    QString sessionOf(const QString &plugin)
    {
        return session({{"name", "test"}, {"plugin", plugin}});
    }
    /// A session with controllers of the plugin "crashing" and one that works.
    QString crashAndWork(const QStringList &crashing = {"test"})
    {
        QJsonArray controllers;
        for (const QString &name : crashing)
            controllers << QJsonObject{{"name", name}, {"plugin", "crashing"}};
        controllers << QJsonObject{{"name", "other"}, {"plugin", "behaviour"}};
        return write("session.json",
                     QJsonDocument(QJsonObject{{"version", 1}, {"controllers", controllers}})
                         .toJson());
    }
    /// Arguments that use and trust \a plugin, a file.
    [[nodiscard]] QStringList with(const QString &plugin, QStringList arguments) const
    {
        arguments << "--plugin-path" << plugins() << "--until-idle"
                  << "--json"
                  << "--trust" << sha256Of(plugin);
        return arguments;
    }
    /// What one run adds to the log.
    int runAgain(const QStringList &arguments)
    {
        m_before = log().size();
        return run(arguments);
    }
    [[nodiscard]] QString said() const { return QString::fromUtf8(log().mid(m_before)); }
    /// The first line of the log, as JSON, on \a event of \a controller; empty: there is none.
    [[nodiscard]] QJsonObject lineOf(const QString &controller, const QString &event) const
    {
        for (const QByteArray &line : log().split('\n')) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            if (object.value("controller") == controller && object.value("event") == event)
                return object;
        }
        return {};
    }
    [[nodiscard]] QStringList marks(const QString &stateDir) const
    {
        return QDir(stateDir + "/crash-guard").entryList(QDir::Files);
    }

    /// Makes all marks of crashes older.
    void age(const QString &stateDir, std::chrono::seconds by) const
    {
        for (const QString &mark : marks(stateDir)) {
            QFile file(stateDir + "/crash-guard/" + mark);
            const QDateTime at = QFileInfo(file).lastModified().addSecs(-by.count());
            if (!file.open(QIODevice::ReadWrite)
                || !file.setFileTime(at, QFileDevice::FileModificationTime))
                qFatal("no time set");
        }
    }

private:
    qsizetype m_before = 0;
};

} // namespace

/// What plugins that are bad, foreign or deadly do to the real program.
class ServerPluginsTest final : public QObject
{
    Q_OBJECT

private slots:
    void usesWhatIsInATrustedFolder()
    {
        Server server;
        server.put("good");
        const QString session = server.session(
            {{"name", "test"}, {"plugin", "good"}, {"parameters", QJsonObject{{"folder", "/"}}}});
        const QStringList arguments{session, "--until-idle", "--plugin-path", server.plugins()};
        QCOMPARE(server.run(arguments), 2);
        QVERIFY2(server.log().contains("is not trusted"), server.log());
        const QStringList trusting = arguments + QStringList{"--trust-path", server.file(".")};
        QCOMPARE(server.run(trusting), 0);
        QCOMPARE(server.run(arguments), 2); // that was for one run
        QVERIFY(QFile::setPermissions(server.plugins(), QFile::Permissions(0x7777)));
        QCOMPARE(server.run(trusting), 2);
        QVERIFY2(server.log().contains("others can write its folder"), server.log());
    }

    void refusesASessionWithABadPlugin_data()
    {
        QTest::addColumn<BadPlugin>("plugin");
        for (const BadPlugin &plugin : badPlugins())
            QTest::newRow(qPrintable(plugin.name)) << plugin;
    }
    void refusesASessionWithABadPlugin() // unless it throws in create(): then others run
    {
        QFETCH(BadPlugin, plugin);
        Server server;
        const QString file = server.put(plugin.name);
        const QString session = server.sessionOf(plugin.id);
        const bool isKeptBack = plugin.at == BadAt::Create;
        QCOMPARE(server.run(server.with(file, {session})), isKeptBack ? 3 : 2);
        if (isKeptBack) {
            const QString line = " warning: test: not started: parameters: " + plugin.sentence
                                 + ": it is tried again in 1m\n";
            QVERIFY2(server.log().contains(line.toUtf8()), server.log());
            return;
        }
        const QString about = "plugin: " + file + ' ';
        QCOMPARE(QString::fromUtf8(server.log()),
                 "qontrollerd: " + session + ": controllers[0]." + about + plugin.sentence + '\n');
        QVERIFY(!QFile::exists(server.file("mark")));
    }

    void p4_goesOnBesideABadPlugin_data() { refusesASessionWithABadPlugin_data(); }
    void p4_goesOnBesideABadPlugin()
    {
        QFETCH(BadPlugin, plugin);
        Server server;
        const QString file = server.put(plugin.name);
        QCOMPARE(server.run(server.with(file, {server.behaviour({{"objects", 2}}), "--json"})), 0);
        QCOMPARE(server.summary().value("handled").toInt(), 2);
        const QByteArray sentence = (file + ' ' + plugin.sentence).toUtf8();
        QCOMPARE(server.log().contains(sentence), plugin.at == BadAt::Look);
        QVERIFY(!QFile::exists(server.file("mark")));
    }

    void trustsAForeignFileByItsChecksum()
    {
        Server server;
        const QString file = server.put("crashing");
        const QString session = server.sessionOf("crashing");
        QCOMPARE(server.run({session, "--plugin-path", server.plugins()}), 2);
        QCOMPARE(QString::fromUtf8(server.log()),
                 "qontrollerd: " + session + ": controllers[0].plugin: " + file
                     + " is not trusted: it is outside the installation's plugin folder; if it is "
                       "what you expect, trust it in the window, or start with --trust "
                     + sha256Of(file) + '\n');
        QCOMPARE(server.runAgain(server.with(file, {session})), 0);
        QCOMPARE(server.runAgain({session, "--plugin-path", server.plugins(), "--check"}), 2);
    }

    void takesWhatTheWindowTrusted()
    {
        Server server;
        const QString file = server.put("good");
        const QString session = server.session(
            {{"name", "test"}, {"plugin", "good"}, {"parameters", QJsonObject{{"folder", "/"}}}});
        const QStringList arguments{session, "--plugin-path", server.plugins(), "--check"};
        QVERIFY(QDir().mkpath(server.file("qontroller")));
        const auto decide = [&server](const QJsonObject &trusted) {
            const QString written = server.write("qontroller/plugins.json",
                                                 QJsonDocument(
                                                     QJsonObject{{"version", 1},
                                                                 {"disabled", QJsonArray()},
                                                                 {"trusted", trusted}})
                                                     .toJson());
            for (const QString &name :
                 {written, server.file("qontroller")}) // whatever the umask is
                QFile::setPermissions(name, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            return written;
        };
        const QString decisions = decide({{"/x.so", "no checksum"}});
        QCOMPARE(server.run(arguments), 2);
        QVERIFY2(server.log().contains((decisions + " is not a file of decisions").toUtf8()),
                 server.log());
        decide({{file, sha256Of(file)}});
        QCOMPARE(server.runAgain(arguments), 0);
        QCOMPARE(server.said(), QString());
    }

    void p5_waitsAfterTwoCrashesAndTriesAgain_data()
    {
        QTest::addColumn<QString>("point");
        QTest::addColumn<QStringList>("folder");
        QTest::newRow("while it is loaded") << "load" << QStringList();
        QTest::newRow("while it makes a controller") << "create" << QStringList();
        QTest::newRow("in its first list") << "list" << QStringList{"--state-dir"};
    }
    void p5_waitsAfterTwoCrashesAndTriesAgain()
    {
        QFETCH(QString, point);
        QFETCH(QStringList, folder);
        Server server;
        const QString file = server.put("crashing");
        const QString state = folder.isEmpty() ? server.file("qontroller") : server.file("state");
        if (!folder.isEmpty())
            folder << state;
        const QStringList wanted = server.with(file, folder + QStringList{server.crashAndWork()});
        const QString ended = file + " ended qontrollerd";
        const QString during = "while it was loaded or started for the controller test";
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", point);
        QCOMPARE(server.run(wanted), -1);
        QCOMPARE(server.runAgain(wanted), -1);
        QVERIFY2(server.said().contains("test: tried again: " + ended + " (SIGABRT) " + during
                                        + '\n'),
                 qPrintable(server.said()));

        QCOMPARE(server.runAgain(wanted), 3);
        QVERIFY2(server.said().contains("test: not started: " + ended
                                        + " 2 times in a row (SIGABRT) " + during
                                        + ": it is tried again in "),
                 qPrintable(server.said()));
        QCOMPARE(server.summary().value("name").toString(), QStringLiteral("other"));
        QCOMPARE(server.summary().value("handled").toInt(), 3);
        QCOMPARE(server.marks(state).size(), 2);

        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", {});
        server.age(state, std::chrono::hours(1));
        QCOMPARE(server.runAgain(wanted), 0);
        QCOMPARE(server.marks(state).size(), 0);
    }

    void p5_triesAControllerAgainWhileTheOthersRun()
    {
        Server crashed;
        const QString file = crashed.put("crashing");
        QStringList wanted = crashed.with(file,
                                          {crashed.crashAndWork(), "--metrics", "127.0.0.1:0"});
        crashed.setEnvironment("QONTROLLER_FIXTURE_CRASH", "list");
        QCOMPARE(crashed.run(wanted), -1);
        QCOMPARE(crashed.run(wanted), -1);
        const QString state = crashed.file("qontroller");
        crashed.age(state, std::chrono::seconds(50));

        Server server;
        server.setEnvironment("XDG_CONFIG_HOME", crashed.file("."));
        wanted.removeAll("--until-idle");
        server.start(wanted);
        QVERIFY(server.waitForLog("other: started"));
        QVERIFY(server.metrics().contains("\nqontroller_controllers_in_crash_backoff 1\n"));
        QVERIFY(server.waitForLog("test: tried again"));
        QVERIFY(server.waitForLog("test: started"));
        QVERIFY(server.metrics().contains("\nqontroller_controllers_in_crash_backoff 0\n"));
        QTRY_COMPARE(server.marks(state).size(), 0);
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aSignalIsHeardWhileAControllerIsTriedAgain()
    {
        Server crashed;
        const QString file = crashed.put("crashing");
        QStringList wanted = crashed.with(file, {crashed.crashAndWork()});
        crashed.setEnvironment("QONTROLLER_FIXTURE_CRASH", "create");
        QCOMPARE(crashed.run(wanted), -1);
        QCOMPARE(crashed.run(wanted), -1);
        crashed.age(crashed.file("qontroller"), std::chrono::seconds(55));

        Server server;
        server.setEnvironment("XDG_CONFIG_HOME", crashed.file("."));
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", "block");
        wanted.removeAll("--until-idle");
        server.start(wanted);
        QVERIFY2(server.waitForLog("test: tried again"), server.log());
        server.signal(SIGTERM);
        QVERIFY2(server.waitForLog("warning: test: create() of the plugin crashing (or loading it) "
                                   "holds up the end of this program"),
                 server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void whatIsSaidOfAControllerThatIsKeptBackIsInFields()
    {
        Server server;
        const QString file = server.put("crashing");
        const QStringList wanted = server.with(file, {server.crashAndWork(), "--log", "json"});
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", "create");
        QCOMPARE(server.run(wanted), -1);
        QCOMPARE(server.run(wanted), -1);
        const QJsonObject tried = server.lineOf("test", "tried again");
        QCOMPARE(tried.value("level").toString(), QStringLiteral("warning"));
        QVERIFY(tried.value("text").toString().startsWith(file + " ended qontrollerd (SIGABRT)"));
        QCOMPARE(server.run(wanted), 3);
        const QJsonObject kept = server.lineOf("test", "not started");
        QCOMPARE(kept.value("level").toString(), QStringLiteral("error"));
        QVERIFY(kept.value("text").toString().startsWith(file + " ended qontrollerd 2 times"));
        QVERIFY(!server.lineOf("other", "started").isEmpty());
    }

    void triesEachOfThemAgain()
    {
        Server crashed;
        const QString file = crashed.put("crashing");
        const QStringList wanted = crashed.with(file, {crashed.crashAndWork({"first", "second"})});
        crashed.setEnvironment("QONTROLLER_FIXTURE_CRASH", "create");
        for (int crash = 0; crash < 4; ++crash) // two of each
            QCOMPARE(crashed.run(wanted), -1);
        const QString state = crashed.file("qontroller");
        crashed.age(state, std::chrono::seconds(55));

        Server server;
        server.setEnvironment("XDG_CONFIG_HOME", crashed.file("."));
        QStringList forGood = wanted;
        forGood.removeAll("--until-idle");
        server.start(forGood);
        QVERIFY2(server.waitForLog("first: started"), server.log());
        QVERIFY2(server.waitForLog("second: started"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aPluginThatEndsTheProgramHasCrashedIt()
    {
        Server server;
        const QString file = server.put("crashing");
        const QStringList wanted = server.with(file, {server.crashAndWork()});
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", "exit");
        QCOMPARE(server.run(wanted), 1);
        QCOMPARE(server.run(wanted), 1);
        const QByteArrayList lines = server.log().trimmed().split('\n');
        const QRegularExpression dated(
            QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z "));
        for (const QByteArray &line : lines) // Qt may have ended before exit() is caught
            QVERIFY2(dated.match(line).hasMatch(), line);
        QCOMPARE(server.runAgain(wanted), 3);
        QVERIFY2(server.said().contains(" 2 times in a row (exit())"), qPrintable(server.said()));
    }

    void p6_aKillFromOutsideIsNoCrash()
    {
        Server server;
        const QString file = server.put("crashing");
        const QStringList wanted = server.with(file, {server.sessionOf("crashing")});
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", "hang");
        for (int kill = 0; kill < 3; ++kill) {
            server.start(wanted);
            QVERIFY(server.waitForLog("the list hangs", kill + 1));
            server.signal(SIGKILL);
            QCOMPARE(server.wait(), -1);
        }
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", {});
        QCOMPARE(server.runAgain(wanted), 0);
        QVERIFY2(!server.said().contains("ended qontrollerd"), qPrintable(server.said()));
        QCOMPARE(server.marks(server.file("qontroller")).size(), 0);
    }

    void doesNotTakeAnotherProgramsStartForACrash()
    {
        Server slow;
        const QString file = slow.put("crashing");
        const QStringList wanted = slow.with(file, {slow.sessionOf("crashing")});
        slow.setEnvironment("QONTROLLER_FIXTURE_CRASH", "hang");
        slow.start(wanted);
        QVERIFY(slow.waitForLog("test: started"));
        QTRY_COMPARE(slow.marks(slow.file("qontroller")).size(), 1);

        Server other;
        other.setEnvironment("XDG_CONFIG_HOME", slow.file("."));
        QCOMPARE(other.run(wanted + QStringList{"--journal", "off"}), 0);
        QVERIFY2(!other.said().contains("ended qontrollerd"), qPrintable(other.said()));
        QCOMPARE(slow.marks(slow.file("qontroller")).size(), 1);
    }

    void anEndAtOnceIsNoCrash()
    {
        Server server;
        const QString file = server.put("crashing");
        const QStringList wanted = server.with(file, {server.sessionOf("crashing")});
        server.setEnvironment("QONTROLLER_FIXTURE_CRASH", "hang");
        server.start(wanted);
        QVERIFY(server.waitForLog("the list hangs"));
        server.signal(SIGTERM);
        QVERIFY(server.waitForLog("ending"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(server.marks(server.file("qontroller")).size(), 0);
    }

    void saysThatItIsUnguarded()
    {
        Server server;
        server.setEnvironment("XDG_CONFIG_HOME", "/proc/no");
        QCOMPARE(server.run({server.behaviour({}), "--until-idle"}), 0);
        QVERIFY2(server.log().contains("/proc/no/qontroller/crash-guard: no mark can be written"),
                 server.log());
    }

    void aCheckShowsTheTerminalNothingThatItObeys()
    {
        Server server;
        QCOMPARE(server.run({"--check", server.behaviour({{"create", "escape"}})}), 2);
        QVERIFY2(server.log().contains("gate: must not clear \\x1b[2J\n"), server.log());
    }

    void aPluginThatIgnoresSignalsTakesNone()
    {
        Server server;
        server.start({server.behaviour({{"outcome", "ignore"}, {"objects", 1}})});
        QVERIFY2(server.waitForLog("a plugin has replaced this program's handling of SIGINT, "
                                   "SIGTERM, SIGHUP, which is now restored: give"),
                 server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aChildThatAPluginForkedMayCallExit()
    {
        Server server;
        const QString gate = server.file("waited");
        QCOMPARE(server.run(
                     {server.behaviour({{"outcome", "childexit"}, {"objects", 1}, {"gate", gate}}),
                      "--until-idle"}),
                 0);
        QVERIFY(QFile::exists(gate));
        QVERIFY2(!server.log().contains("has called exit()"), server.log());
    }

    void aChildThatAPluginForkedDoesNotComeBack()
    {
        Server server;
        const QString gate = server.file("status");
        QCOMPARE(server.run(
                     {server.behaviour({{"outcome", "forkback"}, {"objects", 1}, {"gate", gate}}),
                      "--until-idle"}),
                 0);
        QCOMPARE(contentsOf(gate), "70\n");
        QVERIFY2(server.log().contains("has called fork() and come back in the child"),
                 server.log());
    }

    void theNextStartSaysInWhoseCallTheLastCrashed()
    {
        Server server;
        const QStringList state{"--state-dir", server.file("state")};
        QCOMPARE(server.run(QStringList{server.behaviour({{"outcome", "abort"}})} + state), -1);
        server.run(QStringList{server.behaviour({}), "--until-idle"} + state);
        QVERIFY2(server.log().contains("an earlier run of qontrollerd was ended by SIGABRT in a "
                                       "call of the controller test: give it \"isolation\""),
                 server.log());
    }

    void aChildThatAPluginForkedHoldsUpNoStart()
    {
        Server server;
        const QString file = server.behaviour(
            {{"outcome", "fork"}, {"objects", 1}, {"gate", server.file("forked")}});
        const QStringList arguments{file, "--state-dir", server.file("state"), "--control",
                                    server.file("control.sock")};
        server.start(arguments);
        const auto forked = [&server] { return contentsOf(server.file("forked")).toInt(); };
        QTRY_VERIFY(forked() > 0);
        const pid_t child = forked();
        const auto end = qScopeGuard([child] { ::kill(child, SIGKILL); });
        server.signal(SIGKILL);
        QCOMPARE(server.wait(), -1);

        QVERIFY(QFile::remove(server.file("forked")));
        server.start(arguments);
        QTRY_VERIFY(forked() > 0);
        QCOMPARE(::kill(child, 0), 0); // it lived all the time
        ::kill(forked(), SIGKILL);
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY2(!server.log().contains("another program"), server.log());
    }
};

QONTROLLER_GUILESS_TEST(ServerPluginsTest)
#include "tst_serverplugins.moc"
