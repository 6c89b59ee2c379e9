// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "files.h"
#include "programs.h"
#include "servercontrol.h"
#include "servermetrics.h"
#include "testprogram.h"

#include <QtCore/QDir>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/resource.h>

using namespace qontroller;
using namespace qontroller::test;

namespace {

bool isDone(const QByteArray &answer)
{
    if (answer.startsWith("status"))
        qWarning("%s", answer.constData());
    return !answer.startsWith("status");
}

/// A *script* whose objects are the files of a folder, which cannot say what was there before.
class Files
{
public:
    explicit Files(ServerProcess &server, const char *add = R"([ "$1" != f19 ])")
        : m_server(server)
        , m_socket(server.file("control.sock"))
        , m_session(server.session(controller(add)))
    {
        QDir(server.file(".")).mkpath("files");
        for (int i = 0; i < 20; ++i)
            put(name(i));
    }
    [[nodiscard]] const QString &socket() const { return m_socket; }
    static QString name(int number) { return QStringLiteral("f%1").arg(number, 2, 10, QChar('0')); }
    void put(const QString &id) { m_server.write("files/" + id, "x"); }
    void drop(const QString &id) { QFile::remove(m_server.file("files/" + id)); }

    /// … and waits until it has handled all that is there.
    [[nodiscard]] bool start(const QStringList &more = {})
    {
        m_server.start(
            QStringList{m_session, "--json", "--metrics", "127.0.0.1:0", "--control", m_socket}
            + more);
        // Twice, for its lists are looked at after its queue.
        return comesTrue([this] { return isSettled() && isSettled(); });
    }
    void end(int signal)
    {
        m_server.signal(signal);
        m_server.wait();
    }
    /// Of an object, as `qontrollerctl items` tells it.
    [[nodiscard]] QJsonObject item(const QString &id) const
    {
        for (const QByteArray &line : said(m_socket, {"items", "-o", "jsonl"}).split('\n')) {
            const QJsonObject item = QJsonDocument::fromJson(line).object();
            if (item["id"] == id)
                return item;
        }
        return {};
    }
    /// What was left with an object, as `qontrollerctl describe` tells it.
    [[nodiscard]] QString kept(const QString &id) const
    {
        const QByteArray told = said(m_socket, {"describe", "test/" + id, "-o", "json"});
        return QJsonDocument::fromJson(told).object()["kept"].toString();
    }
    /// The ids that were cleaned up.
    [[nodiscard]] QByteArray removed() const
    {
        return QFile::exists(m_server.file("removed")) ? contentsOf(m_server.file("removed")) : "";
    }

private:
    [[nodiscard]] bool isSettled() const
    {
        const QJsonObject status = statusAt(m_socket);
        return status["listAgeSeconds"].isDouble() && status["queued"].toInt() == 0
               && status["running"].toInt() == 0;
    }
    static QJsonObject controller(const char *add)
    {
        const auto sh = [](const char *script) { return QJsonArray{"sh", "-c", script, "sh"}; };
        const QJsonObject parameters{{"workingDirectory", "{session}"},
                                     {"list", QJsonArray{"ls", "files"}},
                                     {"get", sh(R"([ -e "files/$1" ] || exit 66)")},
                                     {"add", sh(add)},
                                     {"delete", sh(R"(echo "$1" >> removed)")}};
        return {{"name", "test"},
                {"plugin", "script"},
                {"parameters", parameters},
                {"options", QJsonObject{{"backoff", QJsonObject{{"base", "1h"}, {"max", "1h"}}},
                                        {"resyncInterval", "1h"}}}};
    }

    ServerProcess &m_server;
    QString m_socket;
    QString m_session;
};

} // namespace

/// What the real server knows after it was ended, however it was.
class ServerRestartTest final : public QObject
{
    Q_OBJECT

private slots:
    void e30_whoEndsWhenIdleDoesNotWaitForAControllerThatIsPaused_data()
    {
        QTest::addColumn<QString>("until");
        QTest::newRow("once") << "--once";
        QTest::newRow("until idle") << "--until-idle";
    }
    void e30_whoEndsWhenIdleDoesNotWaitForAControllerThatIsPaused()
    {
        QFETCH(QString, until);
        ServerProcess server;
        Files files(server, "true");
        QVERIFY(files.start());
        QVERIFY(isDone(said(files.socket(), {"pause", "test", "--reason", "moving"})));
        files.end(SIGTERM);
        files.put("new");
        QCOMPARE(server.run({server.file("session.json"), until, "--json"}), 3);
        QVERIFY2(server.log().contains("21 objects are left undone"), server.log());
    }

    void e30_onceDoesNotWaitForABackOffOfAnEarlierLife()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        QVERIFY(comesTrue([&] { return files.item("f19")["state"] == "back-off"; }));
        files.end(SIGTERM);
        QCOMPARE(server.run({server.file("session.json"), "--once", "--json"}), 3);
        QVERIFY2(server.log().contains("test: failed"), server.log());
    }

    void e30_aRestartForgetsNothing_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("killed") << SIGKILL;
        QTest::newRow("ended") << SIGTERM;
    }
    void e30_aRestartForgetsNothing()
    {
        QFETCH(int, signal);
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        QVERIFY(comesTrue([&] { return files.item("f19")["state"] == "back-off"; }));
        for (int i = 2; i < 16; ++i) // more than the guard lets go
            files.drop(Files::name(i));
        QVERIFY(isDone(said(files.socket(), {"resync", "test"})));
        QVERIFY(comesTrue([&] { return statusAt(files.socket())["held"].toInt() == 14; }));
        QVERIFY(isDone(said(files.socket(), {"keep", "test/f02", "test/f03"})));
        QVERIFY(isDone(
            said(files.socket(), {"pause", "test/f00", "--reason", "moving", "--for", "2h"})));
        files.end(signal);

        QVERIFY(files.start());
        QCOMPARE(statusAt(files.socket())["held"].toInt(), 12);
        QCOMPARE(files.item("f00")["state"].toString(), QString("paused"));
        QCOMPARE(files.item("f00")["reason"].toString(), QString("moving"));
        QCOMPARE(files.item("f19")["state"].toString(), QString("back-off"));
        QCOMPARE(files.item("f02")["state"].toString(), QString("in-sync"));
        QCOMPARE(files.removed(), QByteArray());
        QVERIFY2(server.waitForLog("test: journal: knows 20 objects (1 paused, 14 held or kept) "
                                   "from before the start"),
                 server.log());
        const QByteArray journal = said(files.socket(), {"journal", "compact", "-o", "json"});
        const QJsonObject kept = QJsonDocument::fromJson(journal).object();
        QVERIFY2(kept["file"].toString().endsWith(".sqlite") && kept["bytes"].toInt() >= 4096
                     && kept["notWritten"].toString().isEmpty(),
                 journal);
        const QJsonObject restored = kept["restored"].toArray().first().toObject();
        QCOMPARE(restored["objects"].toInt(), 20);
        QCOMPARE(restored["withheld"].toInt(), 14);
        QVERIFY2(said(files.socket(), {"journal"}).contains("RESTORED"), journal);
        QCOMPARE(metricOf(server, "qontroller_journal_healthy"), 1.0);
    }

    void e30_aJobThatIsUnderWayGoesOn_data() { e30_aRestartForgetsNothing_data(); }
    void e30_aJobThatIsUnderWayGoesOn()
    {
        QFETCH(int, signal);
        ServerProcess server;
        Files files(server, "true");
        QVERIFY(files.start());
        QVERIFY(isDone(said(files.socket(), {"pause", "--yes", "--filter", "id:/f/", "--reason",
                                             "moving", "--pace", "5"})));
        const auto job = [&] {
            const QByteArray told = said(files.socket(), {"jobs", "-o", "json"});
            return QJsonDocument::fromJson(told).object()["jobs"].toArray().last().toObject();
        };
        QVERIFY(comesTrue([&] { return job()["done"].toObject()["succeeded"].toInt() >= 3; }));
        files.end(signal);
        QVERIFY2(signal == SIGKILL
                     || server.log().contains("job 1 has not ended, and goes on with the next "
                                              "start after"),
                 server.log());

        QCOMPARE(server.run({server.file("session.json"), "--once", "--json"}),
                 3); // some are paused
        QVERIFY2(server.log().contains("1 job of earlier lives: left for a start"), server.log());
        QVERIFY(files.start());
        QVERIFY2(server.waitForLog("job 1 goes on after"), server.log());
        QVERIFY(job()["done"].toObject()["succeeded"].toInt() >= 2); // 200 ms before the last
        QVERIFY(comesTrue([&] { return statusAt(files.socket())["paused"].toInt() == 20; }));
        QVERIFY(comesTrue([&] { return job()["state"] == "ended"; }));
        QCOMPARE(job()["done"].toObject()["succeeded"].toInt(), 20);
        QVERIFY(isDone(said(files.socket(), {"resync", "test"}))); // what was before is on disk
        files.end(signal);
        QVERIFY(files.start());
        QCOMPARE(server.log().count("goes on after"), 1);
        QCOMPARE(files.item("f07")["reason"].toString(), QString("moving"));
    }

    void e8_whatIsDeletedWhileItIsOffIsCleanedUp_data() { e30_aRestartForgetsNothing_data(); }
    void e8_whatIsDeletedWhileItIsOffIsCleanedUp()
    {
        QFETCH(int, signal);
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        files.end(signal);
        files.drop("f01");
        QVERIFY(files.start());
        QVERIFY(comesTrue([&] { return files.removed() == "f01\n"; }));
        QVERIFY(isDone(said(files.socket(), {"resync", "test"}))); // what was before is on disk
        files.end(signal);
        QVERIFY(files.start());
        QCOMPARE(files.removed(), QByteArray("f01\n"));
        QVERIFY2(server.waitForLog("knows 19 objects"), server.log());
    }

    void e9_whatWentBeforeARestartCounts_data() { e30_aRestartForgetsNothing_data(); }
    void e9_whatWentBeforeARestartCounts()
    {
        QFETCH(int, signal);
        ServerProcess server;
        Files files(server, "true");
        QVERIFY(files.start());
        for (const int first : {0, 4, 8}) { // each time fewer than the guard lets go
            for (int i = first; i < first + 4; ++i)
                files.drop(Files::name(i));
            QVERIFY(isDone(said(files.socket(), {"resync", "test"})));
            QVERIFY(comesTrue([&] {
                const QJsonObject now = statusAt(files.socket());
                return now["known"].toInt() == 16 - first || now["held"].toInt() == 4;
            }));
            // What has gone is on disk before this is answered.
            QVERIFY(isDone(said(files.socket(), {"pause", "test/f18"})));
            files.end(signal);
            QVERIFY(files.start());
        }
        QCOMPARE(statusAt(files.socket())["held"].toInt(), 4);
        for (int i = 0; i < 12; ++i)
            QCOMPARE(files.removed().contains(Files::name(i).toLatin1()), i < 8);
    }

    // Killed while it goes on, or right after it: what has been made is known, and made once.
    void e31_whatACommandHasMadeIsKnownAfterAKill()
    {
        ServerProcess server;
        Files files(server,
                    R"([ -z "$QONTROLLER_KEPT" ] || { echo "$QONTROLLER_KEPT" >> known; exit; }
                               echo "$1" >> made
                               printf '{"keep":"server of %s"}\n' "$1" >&3
                               [ "$1" != f19 ] || { echo 'half of it' >&2; exit 1; }
                               [ "$1" != f18 ] || exec sleep 60)");
        server.start({server.file("session.json"), "--control", files.socket()});
        QVERIFY(server.waitForLog("reach this host"));
        QVERIFY(comesTrue([&] { return files.kept("f18") == "server of f18"; }));
        QVERIFY(comesTrue([&] { // all but that one have ended
            const QJsonObject status = statusAt(files.socket());
            return status["queued"].toInt() == 0 && status["running"].toInt() == 1;
        }));
        QCOMPARE(files.item("f19")["state"].toString(), QString("back-off"));
        // What f18 has left while it runs is on disk soon, and before this is answered.
        QVERIFY(isDone(said(files.socket(), {"pause", "test/f00"})));
        files.end(SIGKILL);

        QVERIFY(files.start());
        QVERIFY(isDone(said(files.socket(), {"requeue", "test/f19", "--wait"})));
        QCOMPARE(files.kept("f19"), QString("server of f19"));
        const QByteArray made = contentsOf(server.file("made"));
        for (int i = 0; i < 20; ++i)
            QCOMPARE(made.count(Files::name(i).toLatin1() + '\n'), 1);
        QVERIFY(contentsOf(server.file("known")).contains("server of f18\n"));
    }

    void e30_aPausedControllerStaysPaused()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        QVERIFY(isDone(said(files.socket(), {"pause", "test", "--reason", "full disk"})));
        files.end(SIGKILL);
        files.put("new");
        server.start({server.file("session.json"), "--control", files.socket()});
        QVERIFY2(server.waitForLog("and is paused"), server.log());
        QVERIFY(server.waitForLog("reach this host"));
        QVERIFY(statusAt(files.socket())["reason"].toString().contains("full disk"));
    }

    void e30_optionsThatWereChangedAndTheOperatorLogOutlastTheServer()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        QVERIFY(
            isDone(said(files.socket(), {"options", "test", "maxRetries=7", "resyncInterval=2h"})));
        QVERIFY(isDone(said(files.socket(), {"workers", "test", "3", "--for", "1h"})));
        files.end(SIGKILL);

        QVERIFY(files.start());
        QVERIFY2(server.waitForLog("test: journal: as an operator has set it, maxRetries is 7"),
                 server.log());
        QVERIFY2(said(files.socket(), {"options", "test"}).contains("maxRetries=7\n"),
                 server.log());
        QVERIFY(comesTrue([&] { // with the first turn of the journal's writer
            const QByteArray status = said(files.socket(), {"status", "-o", "wide"});
            return status.contains("test: resyncInterval is 2h, and 1h in the session")
                   && status.contains("test: workers is 3 for 59m ");
        }));
        QVERIFY2(said(files.socket(), {"log"}).contains("maxRetries"),
                 said(files.socket(), {"log"}));
        files.end(SIGTERM);

        // Its own options are of that run alone.
        server.run({server.file("session.json"), "--once", "--json"});
        QVERIFY2(server.waitForLog("as an operator has set it, maxRetries is 7", 2), server.log());
        QVERIFY2(!server.log().contains("the session has changed since"), server.log());

        QByteArray session = contentsOf(server.file("session.json"));
        QVERIFY(session.contains("\"1h\""));
        server.write("session.json", QByteArray(session).replace("\"resyncInterval\": \"1h\"",
                                                                 "\"resyncInterval\": \"3h\""));
        server.run({server.file("session.json"), "--once", "--json"});
        const QByteArray overruled = "resyncInterval is as the session says, and no longer 2h";
        QVERIFY2(server.waitForLog(overruled), server.log());
        QVERIFY(files.start());
        const QByteArray others = said(files.socket(), {"options", "test"});
        QVERIFY2(others.contains("resyncInterval=3h\n") && others.contains("maxRetries=7\n"),
                 others);
        files.end(SIGTERM);
        server.write("session.json", session); // what has been overruled does not come back
        QVERIFY(files.start());
        const QByteArray options = said(files.socket(), {"options", "test"});
        QVERIFY2(options.contains("resyncInterval=1h\n") && options.contains("maxRetries=7\n"),
                 options);
        QCOMPARE(server.log().count(overruled), 1);
        files.end(SIGTERM);
        server.write("session.json", session.replace("\"test\"", "\"other\""));
        QVERIFY(files.start());
        QVERIFY2(server.waitForLog("what an operator had set (maxRetries=7, "), server.log());
    }

    void e30_aDamagedJournalIsSaidAsLongAsTheProgramRuns()
    {
        ServerProcess server;
        Files files(server, "true");
        const QStringList folder{"--state-dir", server.file("state")};
        QVERIFY(files.start(folder));
        QVERIFY2(server.waitForLog("journal.sqlite is new: nothing is known"), server.log());
        files.end(SIGTERM);
        QFile journal(server.file("state/journal.sqlite"));
        QVERIFY(journal.resize(journal.size() / 2));
        QVERIFY(files.start(folder));
        const QByteArray status = said(files.socket(), {"status"});
        QVERIFY2(status.contains("Lost before the start: ") && status.contains("is set aside as"),
                 status);
        QVERIFY(said(files.socket(), {"journal", "-o", "json"}).contains("\"lost\":\"/"));
        QCOMPARE(metricOf(server, "qontroller_journal_whole"), 0.0);
        files.end(SIGTERM);
        QVERIFY(files.start(folder)); // the one after it has all
        QCOMPARE(metricOf(server, "qontroller_journal_whole"), 1.0);
        QVERIFY(!said(files.socket(), {"status"}).contains("Lost"));
        files.end(SIGTERM);
        QVERIFY(journal.resize(journal.size() / 2));
        QCOMPARE(server.run(QStringList{server.file("session.json"), "--until-idle"} + folder), 3);
    }

    void e30_whatWasSaidLastIsInTheLogOfTheNextLife()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        QVERIFY(isDone(said(files.socket(), {"workers", "test", "3", "--for", "1h"})));
        QVERIFY(isDone(said(files.socket(), {"workers", "test", "3"}))); // and this is to stay
        QVERIFY(isDone(said(files.socket(), {"pause", "test/f00", "--reason", "moving"})));
        files.end(SIGKILL);
        QVERIFY(files.start());
        const QByteArray log = said(files.socket(), {"log"});
        QVERIFY2(log.contains("pause test/f00"), log);
        QVERIFY(comesTrue([&] { // with the first turn of the journal's writer
            return said(files.socket(), {"status", "-o", "wide"})
                .contains("test: workers is 3, and ");
        }));
    }

    void e30_aDiskThatIsFullIsSaidAndCaughtUpWith()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start({"--run-for", "1h"}));
        QVERIFY(isDone(
            said(files.socket(), {"requeue", "--yes", "--filter", "id:/f1/", "--pace", "0.01/s"})));
        const rlimit none{4096, RLIM_INFINITY}; // no file may be larger: the disk is full
        const rlimit any{RLIM_INFINITY, RLIM_INFINITY};
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &none, nullptr), 0);
        files.put("new");
        static_cast<void>(said(files.socket(), {"resync", "test"}));
        QVERIFY2(server.waitForLog(" error: journal: cannot be written"), server.log());
        for (const QStringList &each : {QStringList{"pause", "test/f00"},
                                        {"workers", "test", "3"},
                                        {"workers", "test", "2", "--for", "1h"},
                                        {"options", "test", "maxRetries=5"},
                                        {"stop", "1"},
                                        {"pause", "test"},
                                        {"resume", "test"}}) {
            const QByteArray told = said(files.socket(), each);
            QVERIFY2(told.startsWith("status 3: qontrollerctl: A restart would forget"), told);
        }
        QVERIFY(said(files.socket(), {"journal"}).startsWith("status 3"));
        QVERIFY(comesTrue([&] { return files.item("new")["state"] == "in-sync"; })); // it goes on
        QCOMPARE(metricOf(server, "qontroller_journal_healthy"), 0.0);
        QVERIFY(comesTrue([&] {
            return said(files.socket(), {"status"}).contains("A restart would forget what happens");
        }));

        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &any, nullptr), 0);
        QVERIFY2(server.waitForLog(" journal: is written again"), server.log());
        QVERIFY(isDone(said(files.socket(), {"resume", "test/f00"})));
        QCOMPARE(metricOf(server, "qontroller_journal_healthy"), 1.0);
        files.end(SIGKILL);
        files.drop("new");
        QVERIFY(files.start());
        QVERIFY(comesTrue([&] { return files.removed() == "new\n"; }));
    }

    void e30_whatEndsWhileTheDiskIsFullIsNotForgotten()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        const rlimit none{4096, RLIM_INFINITY}; // no file may be larger: the disk is full
        const rlimit any{RLIM_INFINITY, RLIM_INFINITY};
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &none, nullptr), 0);
        files.put("new");
        static_cast<void>(said(files.socket(), {"resync", "test"}));
        QVERIFY2(server.waitForLog(" error: journal: cannot be written"), server.log());
        QVERIFY(comesTrue([&] { return files.item("new")["state"] == "in-sync"; }));
        QVERIFY(said(files.socket(), {"pause", "test/f00"}).startsWith("status 3"));
        const QByteArray session = contentsOf(server.file("session.json"));
        server.write("session.json", QByteArray(session).replace("f19", "f18")); // starts anew
        QVERIFY(said(files.socket(), {"apply", "--yes"}).startsWith("status 3"));
        QVERIFY2(server.waitForLog(": no other session is applied while the journal cannot"),
                 server.log());
        QCOMPARE(metricOf(server, "qontroller_session_applied"), 0.0);
        QCOMPARE(files.item("new")["state"], QString("in-sync")); // nothing was stopped for it
        static_cast<void>(said(files.socket(), {"drain", "test", "--yes"}));
        QVERIFY(comesTrue([&] { return statusAt(files.socket()).isEmpty(); }));
        QCOMPARE(::prlimit(server.pid(), RLIMIT_FSIZE, &any, nullptr), 0);
        QVERIFY2(server.waitForLog(" journal: is written again"), server.log());
        files.end(SIGKILL);
        server.write("session.json", session);
        files.drop("new");
        QVERIFY(files.start());
        QVERIFY(comesTrue([&] { return files.removed() == "new\n"; }));
        QCOMPARE(files.item("f00")["state"], QString("paused"));
    }

    void withoutAJournalNothingIsKept()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start({"--journal", "off"}));
        QVERIFY(!server.metrics().contains("qontroller_journal_healthy"));
        QVERIFY(said(files.socket(), {"journal"}).startsWith("The host keeps no journal"));
        files.end(SIGTERM);
        QVERIFY(!QFile::exists(server.file("qontroller/journals")));
    }

    void e30_twoServersOfOneStateFolderAreOneTooMany()
    {
        ServerProcess server;
        Files files(server);
        const QStringList state{"--state-dir", server.file("state")};
        QVERIFY(files.start(state));
        ServerProcess second;
        QCOMPARE(second.run(QStringList{server.file("session.json")} + state), 2);
        QVERIFY2(second.log().contains("/state\" is used by another program"), second.log());
        QCOMPARE(metricOf(server, "qontroller_journal_healthy"), 1.0);
        QVERIFY(isDone(said(files.socket(), {"resync", "test"})));
    }

    void e30_aStateFolderThatIsReadOnlyIsSaidAndNothingIsForgotten()
    {
        const QStringList mounts = withOwnMounts();
        if (mounts.isEmpty())
            QSKIP("no folder can be mounted here");
        ServerProcess server;
        Files files(server);
        const QString folder = server.file("state");
        const QStringList state{"--state-dir", folder};
        QVERIFY(files.start(state));
        files.end(SIGKILL);
        files.drop("f01");
        const QString readOnly = QStringLiteral("mount --bind %1 %1 && mount -o remount,bind,ro %1 "
                                                "&& exec \"$0\" \"$@\"")
                                     .arg(folder);
        server.startBy(mounts + QStringList{"/bin/sh", "-c", readOnly});
        QCOMPARE(server.run(QStringList{server.file("session.json")} + state), 2);
        QVERIFY2(server.log().contains("Read-only file system"), server.log());
        server.startBy({});
        QVERIFY(files.start(state));
        QVERIFY(comesTrue([&] { return files.removed() == "f01\n"; }));
    }

    void e30_aJournalThatCannotBeOpenedKeepsTheServerFromStarting()
    {
        ServerProcess server;
        Files files(server);
        QDir(server.file(".")).mkpath("state/journal.sqlite"); // a folder
        QFile::setPermissions(server.file("state"),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(server.run({server.file("session.json"), "--state-dir", server.file("state")}), 2);
        QVERIFY2(server.log().contains("state/journal.sqlite: "), server.log());
        QVERIFY2(server.log().contains("start with --journal off if that is meant"), server.log());
    }

    void oneObjectAloneIsJudgedByNoJournal()
    {
        ServerProcess server;
        Files files(server);
        QVERIFY(files.start());
        files.end(SIGTERM);
        QCOMPARE(server.run({server.file("session.json"), "--only", "test/f00", "--once"}), 0);
        QCOMPARE(files.removed(), QByteArray());
        QVERIFY(files.start());
        QVERIFY2(server.waitForLog("knows 20 objects"), server.log());
    }
};

QONTROLLER_GUILESS_TEST(ServerRestartTest)
#include "tst_serverrestart.moc"
