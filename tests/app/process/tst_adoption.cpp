// SPDX-License-Identifier: LGPL-3.0-or-later
// The real server is killed; the next one finds its processes.
#include "commands.h"
#include "programs.h"
#include "serverprocess.h"

#include "app/plugins/process/processidentity.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtCore/QSaveFile>
#include <QtNetwork/QTcpServer>
#include <QtTest/QtTest>

#include <csignal>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class AdoptionTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("specs"));
    }

    void adoptsWhatAKilledServerLeft()
    {
        specify("web", "echo $$ >> \"$1/pids\"; while :; do echo line; sleep 0.01; done");
        kill9AfterStart();
        const long pid = pids().at(0);
        QVERIFY(isAlive(pid));

        ServerProcess second;
        second.start({session(second), "--json"});
        // Its log is rotated by the new server although the old one opened it.
        QVERIFY(comesTrue([&] { return QFile::exists(file("state/web.log.1")); }));
        QVERIFY(isAlive(pid));
        QCOMPARE(pids().size(), std::size_t{1});

        ::kill(static_cast<pid_t>(pid), SIGKILL); // its end is noticed though it is no child
        QVERIFY(comesTrue([&] { return pids().size() == 2; }));
        const long successor = pids().at(1);
        QVERIFY(QFile::remove(file("specs/web.json")));
        QVERIFY(comesTrue([&] { return !isAlive(successor); }));
        second.signal(SIGTERM);
        QCOMPARE(second.wait(), 143);
    }

    void warnsOnceOfASecretThatCannotBeHidden()
    {
        const QByteArray spec = R"({"command": ["sleep", "1000"],
                                    "environment": {"TOKEN": {"fromEnv": "TEST_SECRET"}}})";
        const auto write = [&](const QByteArray &text) {
            QSaveFile output(file("specs/web.json"));
            return output.open(QIODevice::WriteOnly) && output.write(text) == text.size()
                   && output.commit();
        };
        QVERIFY(write(spec));
        ServerProcess server;
        server.setEnvironment("TEST_SECRET", "abc");
        server.start({session(server), "--json", "--status-interval", "20ms"});
        QVERIFY(server.waitForOutput("\"handled\":1,"));
        QVERIFY(write(spec + '\n'));
        QVERIFY(server.waitForOutput("\"handled\":2,"));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        const QByteArray warning = "the secret of environment.TOKEN has fewer than 4 bytes";
        QVERIFY2(server.log().count(warning) == 1, server.log());
        QVERIFY(!server.log().contains("abc"));
    }

    void stopsWhatItAdoptedWhenItStops()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long pid = pids().at(0);
        ServerProcess second;
        second.start({session(second), "--json", "--status-interval", "20ms"});
        QVERIFY(second.waitForOutput("\"handled\":1"));
        QVERIFY(isAlive(pid));
        second.signal(SIGTERM);
        QCOMPARE(second.wait(), 143);
        QVERIFY(!isAlive(pid));
    }

    void stopsWhatLostItsSpecMeanwhile()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long pid = pids().at(0);
        QVERIFY(QFile::remove(file("specs/web.json")));
        ServerProcess second;
        second.start({session(second)});
        QVERIFY(comesTrue([&] { return !isAlive(pid); }));
        second.signal(SIGTERM);
        QCOMPARE(second.wait(), 143);
    }

    void startsAnotherWhenItEndedMeanwhile()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long pid = pids().at(0);
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        QVERIFY(comesTrue([&] { return !isAlive(pid); }));
        ServerProcess second;
        second.start({session(second)});
        QVERIFY(comesTrue([&] { return pids().size() == 2; }));
        second.signal(SIGTERM);
        QCOMPARE(second.wait(), 143);
        QVERIFY(!isAlive(pids().at(1)));
    }

    void adoptsWhatWasStartedAndNotNoted()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long pid = pids().at(0);
        // As if the server had been killed between the start and the note of the number.
        forgetNumber("web");
        ServerProcess second;
        second.start({session(second), "--json", "--status-interval", "20ms"});
        QVERIFY(second.waitForOutput("\"handled\":1"));
        QVERIFY(isAlive(pid));
        QCOMPARE(pids().size(), std::size_t{1});
        second.signal(SIGTERM);
        QCOMPARE(second.wait(), 143);
        QVERIFY(!isAlive(pid));
    }

    void startsNothingThatItCannotNote()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        QVERIFY(QDir().mkpath(file("state/web.running"))); // a folder where the note should be
        ServerProcess server;
        QCOMPARE(server.run({session(server), "--until-idle", "--json"}), 3);
        QVERIFY2(server.log().contains("so it is not known what runs"), server.log());
        QCOMPARE(server.summary().value("failed").toInt(), 1);
        QVERIFY2(server.log().contains("web: is not stopped: the state file"), server.log());
        QVERIFY(pids().empty());
    }

    void whatIsKeptOutlivesAnIsolatedPlugin()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess server;
        server.start({session(server, "process")});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        const QRegularExpression line("its process runs, pid (\\d+)");
        QVERIFY(server.waitForLog("its process runs, pid "));
        const pid_t plugin = line.match(server.log()).captured(1).toInt();
        QVERIFY(plugin > 0);
        ::kill(plugin, SIGKILL);
        QVERIFY(server.waitForLog("its process runs, pid ", 2));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        QVERIFY(isAlive(pids().at(0))); // adopted, and left running
        QCOMPARE(pids().size(), std::size_t{1});
        ::kill(static_cast<pid_t>(pids().at(0)), SIGKILL);
    }

    void refusesAStateFolderThatIsInUse()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess first;
        first.start({session(first)});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        ServerProcess second;
        second.start({session(second)});
        QVERIFY(second.waitForLog("is used by another program"));
        second.signal(SIGTERM);
        second.wait();
        first.signal(SIGTERM);
        QCOMPARE(first.wait(), 143);
        QCOMPARE(pids().size(), std::size_t{1});
    }

    void theExampleDoesWhatItSays()
    {
        const QByteArray missing = missingPrograms({"python3"});
        QVERIFY2(missing.isEmpty(), missing);
        QTcpServer free; // a port that is not used
        QVERIFY(free.listen(QHostAddress::LocalHost));
        const QByteArray port = QByteArray::number(free.serverPort());
        free.close();
        for (const char *name : {"session.json", "specs/web.json", "specs/clock.json"}) {
            QByteArray text = contentOf(QStringLiteral(EXAMPLE "/") + name);
            text.replace("/srv/process", m_folder->path().toUtf8()).replace("18080", port);
            QFile out(file(name));
            QVERIFY(!text.isEmpty() && out.open(QIODevice::WriteOnly));
            out.write(text);
        }
        ServerProcess server;
        server.start({file("session.json"), "--json", "--status-interval", "50ms"});
        QVERIFY(comesTrue([&] { return contentOf(file("state/clock.log")).count('\n') >= 2; }));
        QVERIFY(comesTrue(
            [&] { return contentOf(file("state/web.log")).contains("\"GET / HTTP/1.1\" 200"); }));
        server.signal(SIGTERM);
        QCOMPARE(server.wait(), 143);
        QVERIFY(!QFile::exists(file("state/web.running")));
    }

private:
    [[nodiscard]] QString file(const QString &name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::vector<long> pids() const
    {
        return numbersIn(contentOf(file("pids")).toStdString());
    }
    void specify(const QString &id, const QString &script) const
    {
        const QJsonObject spec{{"command", QJsonArray{"sh", "-c", script, "sh", m_folder->path()}},
                               {"restart", QJsonObject{{"base", "10ms"}}},
                               {"readiness",
                                QJsonObject{{"command", QJsonArray{"true"}}, {"interval", "20ms"}}},
                               {"log", QJsonObject{{"size", 500}}}};
        QFile out(file("specs/" + id + ".json"));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QJsonDocument(spec).toJson());
    }
    [[nodiscard]] QString session(ServerProcess &server, const QString &isolation = "none") const
    {
        const QString onStop = isolation == "none" ? "stop" : "keep";
        return server.session({{"name", "processes"},
                               {"plugin", "process"},
                               {"isolation", isolation},
                               {"parameters", QJsonObject{{"folder", file("specs")},
                                                          {"state", file("state")},
                                                          {"onStop", onStop}}}});
    }
    void forgetNumber(const QString &id) const
    {
        QFile note(file("state/" + id + ".running"));
        QVERIFY(note.open(QIODevice::ReadWrite));
        QJsonObject json = QJsonDocument::fromJson(note.readAll()).object();
        json.insert("pid", -1);
        QVERIFY(note.resize(0) && note.seek(0));
        note.write(QJsonDocument(json).toJson());
    }
    /// When the process "web" is remembered.
    void kill9AfterStart() const
    {
        ServerProcess first;
        first.start({session(first)});
        QVERIFY(comesTrue(
            [&] { return pids().size() == 1 && QFile::exists(file("state/web.running")); }));
        first.signal(SIGKILL);
        first.wait();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(AdoptionTest)
#include "tst_adoption.moc"
