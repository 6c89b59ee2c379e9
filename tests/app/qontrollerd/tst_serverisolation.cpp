// SPDX-License-Identifier: LGPL-3.0-or-later
#include "badplugins.h"
#include "core/base/files/uniquefd.h"
#include "serverprocess.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

using namespace qontroller;

namespace {

const QStringList UntilIdle{"--until-idle", "--json"};

QByteArray read(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject isolated(const QString &plugin, const QJsonObject &parameters)
{
    return {{"name", "apart"},
            {"plugin", plugin},
            {"parameters", parameters},
            {"isolation", "process"}};
}

/// A session with `apart`, whose create() goes wrong as \a how says, and `calm`, which works.
QString besideACalmOne(ServerProcess &server, const QString &how)
{
    const QJsonObject calm{{"name", "calm"}, {"plugin", "behaviour"}};
    const QJsonArray both{isolated("behaviour", {{"create", how}}), calm};
    return server.write("session.json",
                        QJsonDocument(QJsonObject{{"version", 1}, {"controllers", both}}).toJson());
}

/// The number of the process that the log of \a server named last.
pid_t processOf(const ServerProcess &server)
{
    const QRegularExpression line("apart: process: its process runs, pid (\\d+)");
    pid_t pid = 0;
    for (auto it = line.globalMatch(server.log()); it.hasNext();)
        pid = it.next().captured(1).toInt();
    return pid;
}

} // namespace

/// Real plugins in the real qontroller-pluginhost under the real qontrollerd.
class ServerIsolationTest final : public QObject
{
    Q_OBJECT

private slots:
    void mirrorsAFolder()
    {
        ServerProcess server;
        QVERIFY(QDir().mkpath(server.file("source/deep")));
        server.write("source/a.txt", "first");
        server.write("source/deep/b.txt", "second");
        const QString session = server.session(
            isolated("folder-mirror",
                     {{"source", server.file("source")}, {"target", server.file("target")}}));
        QCOMPARE(server.run(QStringList{session} + UntilIdle), 0);
        QCOMPARE(read(server.file("target/a.txt")), QByteArray("first"));
        QCOMPARE(read(server.file("target/deep/b.txt")), QByteArray("second"));
        QVERIFY(processOf(server) > 0);
    }

    void aPluginKnowsNothingOfTheServiceManager()
    {
        ServerProcess server;
        server.setEnvironment("NOTIFY_SOCKET", "/nowhere/notify");
        server.start({server.session(isolated("behaviour", {}))});
        QVERIFY2(server.waitForLog("apart: process: its process runs, pid "), server.log());
        const QByteArray variables = read("/proc/" + QString::number(processOf(server))
                                          + "/environ");
        QVERIFY(variables.contains("PATH="));
        QVERIFY(!variables.contains("NOTIFY_SOCKET="));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void refusesAConsistController()
    {
        ServerProcess server;
        const QString session = server.session(isolated("consist", {}));
        const QString plugin = QStringLiteral(PLUGIN_FIXTURES "/consist.so");
        const QStringList trust{"--plugin-path", PLUGIN_FIXTURES, "--trust",
                                test::sha256Of(plugin)};
        QCOMPARE(server.run(QStringList{session} + trust + UntilIdle), 2);
        QVERIFY2(server.log().contains(
                     "controllers[0].isolation: must be \"none\": a consist controller works in "
                     "the host's process only, beside the store of its marks"),
                 qPrintable(server.log()));
    }

    void checksASession()
    {
        ServerProcess server;
        const QString session = server.session(isolated("behaviour", {}));
        QCOMPARE(server.run({"--check", session}), 0);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QJsonObject>("controller");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("what the plugin refuses")
            << isolated("folder-mirror", {{"source", "/tmp"}, {"target", "/tmp/inside"}})
            << QByteArray("controllers[0].parameters.target: must not be inside source");
        QTest::newRow("another plugin")
            << isolated("nothing", {}) << QByteArray("controllers[0].plugin: there is no");
        QTest::newRow("a wrong parameter") << isolated("behaviour", {{"objects", -1}})
                                           << QByteArray("controllers[0].parameters.objects: ");
        QTest::newRow("what the schema does not have")
            << isolated("behaviour", {{"lists", "misread"}})
            << QByteArray("controllers[0].parameters: strange: is read by the plugin, but");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QJsonObject, controller);
        QFETCH(QByteArray, sentence);
        ServerProcess server;
        QCOMPARE(server.run(QStringList{server.session(controller)} + UntilIdle), 2);
        QVERIFY2(server.log().contains(sentence), server.log());
    }

    void p7_keepsBackWhatItsProcessCannotMake_data()
    {
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("abort") << QByteArray("its process was ended by signal 6 (Aborted)");
        QTest::newRow("exit") << QByteArray("its process ended with exit status 0");
        QTest::newRow("throw") << QByteArray("the plugin behaviour threw \"no licence\" instead of "
                                             "saying what is wrong");
        QTest::newRow("block") << QByteArray("its process was ended because its controller was not "
                                             "made within 10 s");
    }
    void p7_keepsBackWhatItsProcessCannotMake()
    {
        QFETCH(QByteArray, why);
        ServerProcess server;
        const QString session = besideACalmOne(server, QTest::currentDataTag());
        QCOMPARE(server.run(QStringList{session} + UntilIdle), 3);
        const QByteArray line = "warning: apart: not started: isolation: " + why
                                + ": it is tried again in 1m\n";
        QVERIFY2(server.log().contains(line), server.log());
        QCOMPARE(server.summary().value("name").toString(), "calm");
        QCOMPARE(server.summary().value("added").toInt(), 3);
    }

    void aCheckSaysThatItsProcessCannotMakeIt()
    {
        ServerProcess server;
        QCOMPARE(server.run({"--check", besideACalmOne(server, "abort")}), 1);
        QVERIFY2(server.log().contains(
                     "controllers[0].isolation: its process was ended by signal 6"),
                 server.log());
    }

    void goesOnAfterAKill()
    {
        ServerProcess server;
        const QByteArray gate = server.file("gate").toLocal8Bit();
        QCOMPARE(::mkfifo(gate.constData(), 0600), 0);
        const QString session = server.session(
            isolated("behaviour", {{"objects", 1}, {"outcome", "block"}, {"gate", QString(gate)}}));
        server.start(QStringList{session, "--status-interval", "100ms"} + UntilIdle);
        QVERIFY(server.waitForOutput("\"running\":1,")); // the handler stands at the gate
        const pid_t first = processOf(server);
        QVERIFY(first > 0);
        QCOMPARE(::kill(first, SIGKILL), 0);
        QVERIFY(server.waitForLog(" warning: apart: process: its process was ended by signal 9 "
                                  "(Killed); it starts again in "
                                  "1 s"));
        QVERIFY2(server.waitForLog("its process runs, pid ", 2), server.log());
        UniqueFd opened;         // once the next attempt stands there; then it may go
        const auto opens = [&] { // asked again after it was true, when none stands there
            if (!opened)
                opened.reset(::open(gate.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
            return bool(opened);
        };
        QTRY_VERIFY(opens());
        QCOMPARE(server.wait(), 0);
        QVERIFY(processOf(server) != first);
        QCOMPARE(server.summary().value("errors").toInt(), 1);
        QCOMPARE(server.summary().value("added").toInt(), 1);
    }

    void aSessionThatDropsItIsNotAppliedWhereItWasNotStoppedInOrder()
    {
        ServerProcess server;
        const QString session = server.session(isolated("behaviour", {{"end", "abort"}}));
        server.start({session, "--metrics", "127.0.0.1:0"});
        QVERIFY2(server.waitForLog("apart: started\n"), server.log());
        server.write("session.json", R"({"version": 1, "controllers": []})");
        server.signal(SIGHUP);
        QVERIFY2(server.waitForLog(" error: apart: session: stop: failed: it was not stopped in "
                                   "order: what it has started may run on\n"),
                 server.log());
        QVERIFY2(server.waitForLog(" warning: session: 1 failed, asked for by SIGHUP\n"),
                 server.log());
        QVERIFY(server.metrics().contains("qontroller_session_applied 0\n"));
        server.signal(SIGINT);
        QCOMPARE(server.wait(), 128 + SIGINT);
        QVERIFY2(server.output().contains("apart was not stopped in order: "), server.output());
    }

    void saysHowItsProcessEndedWithTheServer()
    {
        ServerProcess server;
        const QString session = server.session(isolated("behaviour", {{"end", "abort"}}));
        QCOMPARE(server.run(QStringList{session, "--log-level", "warning"} + UntilIdle), 3);
        QVERIFY2(server.log().endsWith(
                     " warning: apart: process: its process was ended by signal 6 (Aborted): it "
                     "was not stopped in order, and what it has started may run on\n"),
                 server.log());
        QVERIFY2(server.output().contains("{\"event\":\"notStopped\",\"controller\":\"apart\"}\n"),
                 server.output());
    }

    void anOrderlyEndOfItsProcessIsNoWarning()
    {
        ServerProcess server;
        const QString session = server.session(isolated("behaviour", {}));
        QCOMPARE(server.run(QStringList{session, "--log-level", "warning"} + UntilIdle), 0);
        QCOMPARE(server.log(), QByteArray());
    }

    void itsProcessEndsWithTheServer()
    {
        ServerProcess server;
        server.start({server.session(isolated("behaviour", {}))});
        QVERIFY(server.waitForLog("its process runs, pid "));
        const pid_t pid = processOf(server);
        server.signal(SIGKILL);
        QCOMPARE(server.wait(), -1);
        QTRY_VERIFY(::kill(pid, 0) != 0);
    }
};

QONTROLLER_GUILESS_TEST(ServerIsolationTest)
#include "tst_serverisolation.moc"
