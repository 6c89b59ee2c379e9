// SPDX-License-Identifier: LGPL-3.0-or-later
// A server that was killed in a cgroup of its own, and its next life in the same one.
#include "commands.h"
#include "programs.h"
#include "serverprocess.h"
#include "testcgroup.h"
#include "testprogram.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::test;

namespace {

/// The first life leaves a command, a process that neither its environment nor its parent nor a
/// group of a command betrays, and a service; the next one says whether they worked together.
constexpr const char *LeavingAdd = R"(if [ -e again ]; then
    grep -q sleep /proc/$(cat escaped)/cmdline && touch together
    exit 0
fi
env -i bash -c 'set -m; %1 (sleep 1000 > /dev/null 2>&1 & echo $! > escaped)'
setsid sh -c 'echo $$ > service; exec sleep 1000' > /dev/null 2>&1 &
until [ -s service ]; do sleep 0.01; done
echo $$ > adding
exec sleep 1000)";

QJsonArray sh(const QString &script)
{
    return {"sh", "-c", script, "sh"};
}

pid_t numberIn(const QString &file)
{
    return contentsOf(file).trimmed().toInt();
}

} // namespace

class EarlierLivesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_group = std::make_unique<TestCgroup>();
        if (!m_group->isThere())
            QSKIP("no cgroup can be made here");
    }
    void cleanup() { m_group.reset(); }

    void p12_whatHidesFromItsEnvironmentEndsInACgroup_data()
    {
        QTest::addColumn<QString>("isolation");
        QTest::addColumn<bool>("isDelegated");
        QTest::addColumn<QString>("trap");
        QTest::newRow("in the server") << "none" << true << "";
        QTest::newRow("deaf to SIGTERM") << "none" << true << "trap \"\" TERM;";
        QTest::newRow("in a process of its own") << "process" << true << "";
        QTest::newRow("in a cgroup that is not delegated") << "none" << false << "";
    }
    void p12_whatHidesFromItsEnvironmentEndsInACgroup()
    {
        QFETCH(QString, isolation);
        QFETCH(bool, isDelegated);
        QFETCH(QString, trap);
        QVERIFY(!isDelegated || m_group->delegate());
        ServerProcess server;
        server.startBy(m_group->starter());
        const QString file = server.session(
            {{"name", "test"},
             {"plugin", "script"},
             {"isolation", isolation},
             {"parameters", QJsonObject{{"list", sh("echo a")},
                                        {"add", sh(QString(LeavingAdd).arg(trap))},
                                        {"workingDirectory", server.file(".")}}}});
        server.start({file, "--log-level", "debug"});
        QTRY_VERIFY(numberIn(server.file("adding")) > 0);
        const pid_t escaped = numberIn(server.file("escaped"));
        const pid_t service = numberIn(server.file("service"));
        server.signal(SIGKILL);
        QCOMPARE(server.wait(), -1);
        QVERIFY(isAlive(escaped) && isAlive(service));
        // A process of its own ends its command as soon as it sees that its server has gone.
        const bool isCommandLeft = isolation == "none";
        QVERIFY(!isCommandLeft || isAlive(numberIn(server.file("adding"))));

        server.write("again", {});
        QCOMPARE(server.runUntilIdle(file), 0);
        QCOMPARE(isAlive(escaped), !isDelegated);
        QCOMPARE(QFile::exists(server.file("together")), !isDelegated);
        QVERIFY(isAlive(service)); // has a session of its own
        QVERIFY(!isAlive(numberIn(server.file("adding"))));
        const QRegularExpression wanted(
            !isDelegated ? "found by a variable of its environment only"
            : isCommandLeft
                ? "an earlier life of this program has left 2 processes at work: ended"
                : "an earlier life of this program has left \\d process(es)? at work: ended");
        QVERIFY2(QString(server.log()).contains(wanted), server.log());
        ::kill(service, SIGKILL);
        ::kill(escaped, SIGKILL);
    }

    void aSessionOfAnotherNamespaceIsToldOf()
    {
        const QStringList container = asFirstProcess();
        if (container.isEmpty())
            QSKIP("this machine refuses a namespace of processes");
        QVERIFY(m_group->delegate());
        ServerProcess server;
        server.startBy(container + m_group->starter(TestCgroup::Session::AsItIs));
        QCOMPARE(server.run({server.behaviour({}), "--until-idle", "--log-level", "debug"}), 0);
        QVERIFY2(server.log().contains("a variable of its environment only: its session is that "
                                       "of another pid namespace"),
                 server.log());
        QCOMPARE(m_group->groups(), QStringList());
    }

    void whatIsSupervisedOutlivesTheServer()
    {
        QVERIFY(m_group->delegate());
        ServerProcess server;
        server.startBy(m_group->starter());
        QVERIFY(QDir(server.file(".")).mkdir("specs"));
        const QJsonObject spec{{"command", sh("echo $$ >> pids; exec sleep 1000")},
                               {"workingDirectory", server.file(".")}};
        server.write("specs/web.json", QJsonDocument(spec).toJson());
        const QString file = server.session(
            {{"name", "test"},
             {"plugin", "process"},
             {"parameters", QJsonObject{{"folder", server.file("specs")},
                                        {"state", server.file("state")},
                                        {"onStop", "keep"}}}});
        server.start({file});
        QTRY_VERIFY(numberIn(server.file("pids")) > 0);
        server.signal(SIGKILL);
        QCOMPARE(server.wait(), -1);

        server.start({file, "--json", "--status-interval", "20ms"});
        QVERIFY(server.waitForOutput("\"handled\":1"));
        QVERIFY(isAlive(numberIn(server.file("pids")))); // one number: it was not started again
        QVERIFY(!server.log().contains("an earlier life"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(isAlive(numberIn(server.file("pids"))));
    }

    void whatIsOfOthersInTheSameCgroupStays()
    {
        QVERIFY(m_group->delegate());
        QProcess stranger;
        stranger.start("/bin/sh", m_group->starter().mid(1) << "sleep"
                                                            << "1000");
        QTRY_VERIFY(contentsOf(m_group->file("cgroup.procs")).trimmed().toInt()
                    == stranger.processId());
        ServerProcess server;
        server.startBy(m_group->starter());
        const QString file = server.behaviour({});
        server.start({file});
        QVERIFY(server.waitForLog("test: started"));
        const QStringList first = m_group->groups();
        QCOMPARE(first.size(), 1);
        server.signal(SIGKILL);
        QCOMPARE(server.wait(), -1);
        server.start({file});
        QVERIFY(server.waitForLog("test: started", 2));
        QCOMPARE(m_group->groups().size(), 1); // that of the first life is gone
        QVERIFY(m_group->groups() != first);
        QCOMPARE(contentsOf(m_group->file("cgroup.procs")).trimmed().toInt(), stranger.processId());
        stranger.kill();
        stranger.waitForFinished();
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

private:
    std::unique_ptr<TestCgroup> m_group;
};

QONTROLLER_GUILESS_TEST(EarlierLivesTest)
#include "tst_earlierlives.moc"
