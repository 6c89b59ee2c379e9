// SPDX-License-Identifier: LGPL-3.0-or-later
// The real server is killed; the next one finds its processes.
#include "commands.h"
#include "freeport.h"
#include "programs.h"
#include "servermetrics.h"
#include "testprogram.h"

#include "app/plugins/process/processidentity.h"
#include "app/plugins/process/specfile.h"
#include "app/plugins/process/statefolder.h"
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/earlierlife.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtCore/QSaveFile>
#include <QtTest/QtTest>

#include <algorithm>
#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Prints numbers from 0 on until there is a file "enough", and notes which is the first that it
/// did not print.
const QString Flood = "echo $$ >> \"$1/pids\"; i=0; while [ ! -e \"$1/enough\" ]; do "
                      "seq $i $((i + 99)); i=$((i + 100)); done; echo $i > \"$1/past\"; "
                      "exec sleep 1000";
/// So many bytes of it show that it goes on.
constexpr qint64 Some = 2000;

/// Starts a journal of systemd that is the test's own, in a place of its own, and then a program;
/// prints what the journal has when that ends.
constexpr const char *UnderJournal = R"(
mount -t tmpfs none /run || exit 77
mkdir -p /run/systemd/journal /run/log/journal
/lib/systemd/systemd-journald 2>&- &
journal=$!
until [ -S /run/systemd/journal/socket ] && [ -S /run/systemd/journal/stdout ]; do
    kill -0 $journal || exit 78
done
trap 'kill -TERM $server' TERM
"$@" & server=$!
wait $server
wait $server
ended=$?
journalctl --sync
journalctl -D /run/log/journal -o json
kill $journal
exit $ended
)";

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
        QVERIFY(comesTrue([&] { return QFile::exists(file("state/web.log.1")); }));
        QVERIFY(isAlive(pid));
        QCOMPARE(pids().size(), std::size_t{1});

        ::kill(static_cast<pid_t>(pid), SIGKILL); // its end is noticed though it is no child
        QVERIFY(comesTrue([&] { return pids().size() == 2; }));
        const long successor = pids().at(1);
        QVERIFY(QFile::remove(file("specs/web.json")));
        QVERIFY(comesTrue([&] { return !isAlive(successor); }));
        QCOMPARE(second.end(), 128 + SIGTERM);
        // The writers of both logs have ended with their processes, as they should.
        QVERIFY2(!second.log().contains("the writer of its log"), second.log());
    }

    void noEndIsSilent()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        const auto startsAs = [this](ServerProcess &server, std::size_t number) {
            server.start({session(server), "--metrics", "127.0.0.1:0", "--json",
                          "--status-interval", "20ms"});
            return server.waitForOutput("\"handled\":1")
                   && comesTrue([&] { return pids().size() == number; });
        };
        const auto killNow = [this] { ::kill(static_cast<pid_t>(pids().back()), SIGKILL); };
        {
            ServerProcess server;
            QVERIFY(startsAs(server, 1));
            killNow();
            QVERIFY2(server.waitForLog("ended: web: signal 9 (Killed), after it had run for "),
                     server.log());
            QVERIFY(comesTrue([&] {
                return server.metrics().contains(
                    "\nsupervised_process_ends_total{controller=\"processes\"} 1\n");
            }));
            QVERIFY(comesTrue([&] { return pids().size() == 2; }));
            server.signal(SIGKILL);
            server.wait();
        }
        {
            ServerProcess adopting;
            QVERIFY(startsAs(adopting, 2));
            killNow();
            QVERIFY2(adopting.waitForLog("ended: web: an unknown status: only the program that "
                                         "started it is told, after it had run for "),
                     adopting.log());
            QVERIFY(comesTrue([&] { return pids().size() == 3; }));
            adopting.signal(SIGKILL);
            adopting.wait();
        }
        const long last = pids().back();
        killNow();
        QVERIFY(comesTrue([&] { return !isAlive(last); }));
        ServerProcess late;
        QVERIFY(startsAs(late, 4));
        QVERIFY2(late.waitForLog("ended: web: nobody knows how: it ended while no host saw to it"),
                 late.log());
        QCOMPARE(late.end(), 128 + SIGTERM);
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
        QCOMPARE(server.end(), 128 + SIGTERM);
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
        QCOMPARE(second.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(pid));
    }

    void stopsWhatItAdoptedAlsoWithoutItsSpecs_data()
    {
        QTest::addColumn<bool>("isFolderThere");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("the folder was moved away") << false << QByteArray("\"known\":1");
        QTest::newRow("the folder is empty") << true << QByteArray("\"event\":\"status\"");
    }
    void stopsWhatItAdoptedAlsoWithoutItsSpecs()
    {
        QFETCH(bool, isFolderThere);
        QFETCH(QByteArray, shown);
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long web = pids().at(0);
        QVERIFY(QDir().rename(file("specs"), file("away")));
        QVERIFY(!isFolderThere || QDir().mkpath(file("specs")));
        ServerProcess second;
        second.start({session(second), "--json", "--status-interval", "20ms"});
        QVERIFY2(second.waitForLog(isFolderThere ? "held" : "cannot be read"), second.log());
        QVERIFY2(second.waitForOutput(shown), second.output());
        QVERIFY(isAlive(web));
        QCOMPARE(second.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(web));
    }

    void whoOnlyLooksStopsNothing()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const pid_t web = static_cast<pid_t>(pids().at(0));
        QVERIFY(QDir().rename(file("specs"), file("away")));
        for (const char *const option : {"--check", "--dry-run"}) {
            ServerProcess looks;
            static_cast<void>(looks.run({session(looks), option}));
            QVERIFY(isAlive(web));
        }
        ::kill(web, SIGKILL);
    }

    void stopsWhatLostItsSpecMeanwhile()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        specify("other", "exec sleep 1000"); // else all would have gone, and would be held
        kill9AfterStart({"web", "other"});
        const long pid = pids().at(0);
        QVERIFY(QFile::remove(file("specs/web.json")));
        ServerProcess second;
        second.start({session(second)});
        QVERIFY(comesTrue([&] { return !isAlive(pid); }));
        QCOMPARE(second.end(), 128 + SIGTERM);
    }

    void allThatRanIsHeldWhereNoneOfItHasASpecAnyMore()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        const long pid = pids().at(0);
        QVERIFY(QFile::remove(file("specs/web.json")));
        specify("other", "exec sleep 1000");
        ServerProcess second;
        second.start({session(second)});
        QVERIFY2(second.waitForLog("none of the processes that run has a spec in "), second.log());
        QVERIFY(second.waitForLog(" warning: processes: held: 1 object"));
        QVERIFY(isAlive(pid));
        QCOMPARE(second.end(), 128 + SIGTERM);
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
        QCOMPARE(second.end(), 128 + SIGTERM);
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
        QCOMPARE(second.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(pid));
    }

    void endsWhatAnEarlierLifeHasLeftInAnotherStateFolder_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("it was killed") << SIGKILL;
        QTest::newRow("it has stopped in order, and kept its processes") << SIGTERM;
    }
    void endsWhatAnEarlierLifeHasLeftInAnotherStateFolder()
    {
        QFETCH(int, signal);
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess first;
        first.start({session(first, "none", "keep")});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        first.signal(signal);
        first.wait();
        ServerProcess second;
        second.start({session(second, "none", "stop", "other state")});
        QVERIFY(comesTrue([&] { return pids().size() == 2; }));
        QVERIFY(!isAlive(pids().at(0)));
        QCOMPARE(second.end(), 128 + SIGTERM);
    }

    void adoptsByNotesThatWereMovedToAnotherStateFolder()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        kill9AfterStart();
        QVERIFY(QDir().rename(file("state"), file("other state")));
        ServerProcess second;
        second.start({session(second, "none", "stop", "other state"), "--json", "--status-interval",
                      "20ms"});
        QVERIFY(second.waitForOutput("\"handled\":1"));
        QVERIFY(isAlive(pids().at(0)));
        QCOMPARE(second.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(pids().at(0)));
        QCOMPARE(pids().size(), std::size_t{1});
    }

    void notesAnewWhatLostItsNote_data()
    {
        QTest::addColumn<bool>("hasOlder");
        QTest::newRow("there is none") << false;
        QTest::newRow("there is an older one in its place") << true;
    }
    void notesAnewWhatLostItsNote()
    {
        QFETCH(bool, hasOlder);
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess server;
        server.start({session(server), "--json"});
        const QString note = file("state/web.running");
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        const QByteArray pid = "\"pid\":" + QByteArray::number(qlonglong(pids().at(0)));
        const auto isNoted = [&] { return contentOf(note).contains(pid); };
        QVERIFY(comesTrue(isNoted));
        QByteArray older = contentOf(note);
        older.replace(pid, "\"pid\":999999999");
        QVERIFY(QFile::remove(note));
        if (hasOlder)
            writeNote(older);
        QVERIFY(comesTrue(isNoted));
        QVERIFY(server.waitForLog("output: web: its note had gone from the state folder"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QCOMPARE(pids().size(), std::size_t{1});
    }

    void findsWhatRunsWhenTheStateFolderWasEmptied()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        specify("gone", "echo $$ > \"$1/gone\"; exec sleep 1000");
        kill9AfterStart({"web", "gone"});
        QVERIFY(comesTrue([&] { return contentOf(file("gone")).endsWith('\n'); }));
        const long gone = contentOf(file("gone")).toLong();
        QVERIFY(QFile::remove(file("specs/gone.json")));
        QVERIFY(QDir(file("state")).removeRecursively());
        ServerProcess second;
        second.start({session(second), "--json"});
        QVERIFY(comesTrue([&] { return pids().size() == 2; }));
        QVERIFY(!isAlive(pids().at(0))); // what it was started with is not known
        QVERIFY(comesTrue([&] { return !isAlive(gone); }));
        QVERIFY(second.waitForLog("asked to end: web: it ran without a note"));
        QCOMPARE(second.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(pids().at(1)));
    }

    void findsWhatRunsWhenItsNoteIsAnOlderOne_data()
    {
        QTest::addColumn<bool>("hasSpec");
        QTest::newRow("it has its spec") << true;
        QTest::newRow("its spec has gone") << false;
    }
    void findsWhatRunsWhenItsNoteIsAnOlderOne()
    {
        QFETCH(bool, hasSpec);
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        specify("other", "exec sleep 1000"); // else all would have gone, and would be held
        const QByteArray older = killProcessThenServer();
        QVERIFY(hasSpec || QFile::remove(file("specs/web.json")));
        writeNote(older);
        const long left = pids().at(1);
        QVERIFY(isAlive(left));
        ServerProcess second;
        second.start({session(second, "none", "keep"), "--json"});
        QVERIFY(comesTrue([&] { return !isAlive(left); })); // what it was started with is not known
        QVERIFY(!hasSpec || comesTrue([&] { return pids().size() == 3; }));
        QVERIFY(second.waitForLog("asked to end: web: it ran without a note"));
        QCOMPARE(second.end(), 128 + SIGTERM);
        endKept();
    }

    void endsAllThatRunOfOneWithoutANote()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        killProcessThenServer();
        // As an earlier version has left them: the note of one is lost, and another was started.
        QVERIFY(QDir().rename(file("state"), file("state of one")));
        QVERIFY(QDir().mkpath(file("state")));
        const auto another = startMarked("state/web-1");
        const long one = pids().at(1);
        QVERIFY(isAlive(one));
        ServerProcess second;
        second.start({session(second, "none", "keep"), "--json"});
        QVERIFY(comesTrue([&] { return !isAlive(one) && another->hasEnded(); }));
        QVERIFY(comesTrue([&] { return pids().size() == 3; }));
        QCOMPARE(second.end(), 128 + SIGTERM);
        endKept();
    }

    void whatAStateFolderInsideHasStartedIsNotItsOwn()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        const auto inner = startMarked("state/inner/web-1");
        ServerProcess server;
        server.start({session(server), "--json", "--status-interval", "20ms"});
        QVERIFY2(server.waitForOutput("\"handled\":1"), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(!inner->hasEnded());
        inner->signalGroup(SIGKILL);
    }

    void whatHasEscapedIsNotTakenForAProcessThatLostItsNote()
    {
        // Its own pid comes second: who is killed for it sooner takes along what has not escaped.
        specify("web",
                "count() { cat \"$1/escaped\" 2>/dev/null | wc -l; }; before=$(count \"$1\"); "
                "setsid sh -c 'echo $$ >> \"$1/escaped\"; exec sleep 1000' sh \"$1\" & "
                "until [ \"$(count \"$1\")\" -gt \"$before\" ]; do sleep 0.01; done; "
                "echo $$ >> \"$1/pids\"; exec sleep 1000");
        const auto escaped = [this] { return numbersIn(contentOf(file("escaped")).toStdString()); };
        killProcessThenServer();
        QVERIFY(comesTrue([&] { return escaped().size() == 2; }));
        const long last = pids().at(1);
        ::kill(static_cast<pid_t>(last), SIGKILL);
        QVERIFY(comesTrue([&] { return !isAlive(last); }));
        ServerProcess second;
        second.start({session(second, "none", "keep"), "--json"});
        QVERIFY(comesTrue([&] { return pids().size() == 3 && escaped().size() == 3; }));
        QVERIFY(
            second.waitForLog("ended: web: nobody knows how: it ended while no host saw to it"));
        for (const long one : escaped()) {
            QVERIFY(isAlive(one));
            ::kill(static_cast<pid_t>(one), SIGKILL);
        }
        QCOMPARE(second.end(), 128 + SIGTERM);
        endKept();
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
        server.start({session(server, "process", "keep")});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        const QRegularExpression line("its process runs, pid (\\d+)");
        QVERIFY(server.waitForLog("its process runs, pid "));
        const pid_t plugin = line.match(server.log()).captured(1).toInt();
        QVERIFY(plugin > 0);
        ::kill(plugin, SIGKILL);
        QVERIFY(server.waitForLog("its process runs, pid ", 2));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(isAlive(pids().at(0))); // adopted, and left running
        QCOMPARE(pids().size(), std::size_t{1});
        ::kill(static_cast<pid_t>(pids().at(0)), SIGKILL);
    }

    void stopsWhatAKilledPluginHasLeft()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess server;
        server.start({session(server, "process", "stop"), "--json", "--status-interval", "20ms"});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        QVERIFY(server.waitForOutput("\"handled\":1"));
        const QRegularExpression line("its process runs, pid (\\d+)");
        const pid_t plugin = line.match(server.log()).captured(1).toInt();
        QVERIFY(plugin > 0);
        ::kill(plugin, SIGKILL);
        QVERIFY(server.waitForLog("(Killed); it starts again in 1 s"));
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(!isAlive(pids().at(0)));
        QCOMPARE(pids().size(), std::size_t{1});
    }

    void refusesAStateFolderThatIsInUse()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        ServerProcess first;
        first.start({session(first)});
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        ServerProcess second;
        second.start({session(second), "--journal", "off"});
        QVERIFY(second.waitForLog("is used by another program"));
        second.signal(SIGTERM);
        second.wait();
        QCOMPARE(first.end(), 128 + SIGTERM);
        QCOMPARE(pids().size(), std::size_t{1});
    }

    void theOutputHasNoGapWhenServersAreKilled()
    {
        specify("web", Flood, {{"size", 200'000}, {"count", 1000}});
        for (int life = 0; life < 4; ++life) {
            const qint64 before = sizeOfLogs();
            ServerProcess server;
            server.start({session(server)});
            QVERIFY(comesTrue([&] { return sizeOfLogs() > before + Some; }));
            server.signal(SIGKILL);
            server.wait();
        }
        const qint64 before = sizeOfLogs(); // it goes on without a server
        QVERIFY(comesTrue([&] { return sizeOfLogs() > before + Some; }));
        const QByteArray all = endFlood();
        QVERIFY(comesTrue([&] { return sizeOfLogs() >= all.size(); }));
        QVERIFY(logs() == all); // none lost, none twice, in their order
        QCOMPARE(pids().size(), std::size_t{1});
        ::kill(static_cast<pid_t>(pids().at(0)), SIGKILL);
    }

    // The process waits in its write meanwhile, and no signal ends it.
    void whatNothingReadsWaitsInThePipe()
    {
        specify("web", Flood, {{"size", 100'000'000}});
        ServerProcess first;
        first.start({session(first)});
        QVERIFY(comesTrue([&] { return sizeOfLogs() > Some; }));
        first.signal(SIGKILL);
        first.wait();
        const long writer = numbersIn(contentOf(file("state/web.output")).toStdString()).at(0);
        ::kill(static_cast<pid_t>(writer), SIGKILL);
        QVERIFY(comesTrue([&] { return !isAlive(writer); }));
        const qint64 before = sizeOfLogs();
        ServerProcess second;
        second.start({session(second)});
        QVERIFY(comesTrue([&] { return sizeOfLogs() > before + Some; }));
        const QByteArray all = endFlood();
        const QByteArray last = all.mid(all.lastIndexOf('\n', -2));
        QVERIFY(comesTrue([&] { return logs().endsWith(last); }));
        const QList<QByteArray> found = logs().split('\n');
        const QSet<QByteArray> lines(found.begin(), found.end());
        for (const QByteArray &line : all.split('\n'))
            QVERIFY2(lines.contains(line), line);
        QCOMPARE(pids().size(), std::size_t{1});
        QCOMPARE(second.end(), 128 + SIGTERM);
    }

    void adoptsWhatAnEarlierVersionHasStarted()
    {
        specify("web", "echo $$ >> \"$1/pids\"; echo anew; exec sleep 1000");
        QVERIFY(QDir().mkpath(file("state")));
        const std::string log = file("state/web.log").toStdString();
        const auto opened = [&] {
            return UniqueFd(::open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640));
        };
        ChildProcess child({"/bin/sh",
                            {"sh", "-c", "while echo line; do sleep 0.01; done"},
                            {"PATH=/usr/bin:/bin"},
                            {},
                            ChildScope::Session},
                           {opened(), opened(), opened()});
        QCOMPARE(child.error(), 0);
        const auto process = identityOf(child.pid());
        StateFolder state(file("state").toStdString());
        QVERIFY(state.save("web", {*process, "web-1", StateFolder::bootId(),
                                   readSpec(contentOf(file("specs/web.json")))->digest}));
        ServerProcess server;
        server.start({session(server), "--json", "--status-interval", "20ms"});
        QVERIFY(server.waitForOutput("\"handled\":1"));
        QVERIFY(server.waitForLog("an earlier version has started it, and it writes its log by "
                                  "itself"));
        QVERIFY(isAlive(child.pid()));
        QVERIFY(pids().empty());
        QVERIFY(comesTrue([&] { return sizeOfLogs() > 500; })); // beyond its bounds
        child.signalGroup(SIGKILL);
        QVERIFY(comesTrue([&] { return pids().size() == 1; }));
        QVERIFY(comesTrue([&] { return contentOf(file("state/web.log")) == "anew\n"; }));
        QVERIFY(contentOf(file("state/web.log.1")).startsWith("line\n"));
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void aStateFolderThatOthersCanReplaceIsRefused()
    {
        specify("web", "echo $$ >> \"$1/pids\"; exec sleep 1000");
        QCOMPARE(::chmod(qPrintable(m_folder->path()), 0777), 0);
        ServerProcess server;
        QCOMPARE(server.runUntilIdle(session(server)), 3);
        QVERIFY2(server.log().contains(
                     "warning: processes: list failed: the state folder \"" + file("state").toUtf8()
                     + "\" can be replaced: others can write "
                     + QFileInfo(m_folder->path()).canonicalFilePath().toUtf8()
                     + " (mode 0777); take that right away, or name a folder elsewhere\n"),
                 server.log());
        QCOMPARE(server.summary().value("known").toInt(), 0);
        QVERIFY(pids().empty());
    }

    void aFullDiskHoldsNoProcessUp()
    {
        NEEDS_PROGRAMS("unshare", "mount");
        QVERIFY(QDir().mkpath(file("state")));
        specify("web",
                "echo $$ >> \"$1/pids\"; seq 50000; echo 50001 > \"$1/past\"; "
                "until [ -e \"$1/more\" ]; do sleep 0.01; done; echo more; exec sleep 1000",
                {{"size", 100'000'000}});
        const QStringList starter = withOwnMounts();
        if (starter.isEmpty())
            QSKIP("this machine does not let the test mount a folder");
        ServerProcess server;
        server.startBy(
            starter
            + QStringList{"sh", "-c",
                          "mount -t tmpfs -o size=100k,mode=0700 none \"$0\"; exec \"$@\"",
                          file("state")});
        server.start({session(server), "--metrics", "127.0.0.1:0"});
        QVERIFY(server.waitForLog("of its output were dropped: the log \""));
        QVERIFY(server.log().contains("cannot be written: No space left on device"));
        QVERIFY(metricOf(server, R"(supervised_output_lines_dropped_total{controller="processes"})")
                > 0);
        QVERIFY(isAlive(pids().at(0)));
        QVERIFY(comesTrue([&] { return contentOf(file("past")) == "50001\n"; })); // not held up

        const QString log =
            QStringLiteral("/proc/%1/root/%2").arg(server.pid()).arg(file("state/web.log"));
        QVERIFY(contentOf(log).size() > 40'000);
        QVERIFY(QFile::resize(log, 0)); // there is room again
        QVERIFY(comesTrue(
            [&] { return contentOf(log).contains(" lines are missing here: the log "); }));
        touch("more");
        QVERIFY(
            comesTrue([&] { return contentOf(log).endsWith("No space left on device\nmore\n"); }));
        QCOMPARE(pids().size(), std::size_t{1});
        QCOMPARE(server.end(), 128 + SIGTERM);
    }

    void theJournalHasWhatIsForIt()
    {
        NEEDS_PROGRAMS("unshare", "journalctl", "/lib/systemd/systemd-journald");
        specify("web", "echo $$ >> \"$1/pids\"; echo '<4>odd'; exec sleep 1000",
                {{"to", "journal"}});
        const QStringList starter = withOwnMounts();
        if (starter.isEmpty())
            QSKIP("this machine does not let the test mount a folder");
        ServerProcess server;
        server.startBy(starter + QStringList{"sh", "-c", UnderJournal, "sh"});
        server.start({session(server)});
        QVERIFY2(comesTrue([&] { return !pids().empty(); }), server.log());
        QCOMPARE(server.end(), 128 + SIGTERM);
        QJsonObject entry;
        for (const QByteArray &line : server.output().split('\n')) {
            const QJsonObject each = QJsonDocument::fromJson(line).object();
            if (each.value("MESSAGE").toString() == QLatin1String("odd"))
                entry = each;
        }
        QVERIFY2(!entry.isEmpty(), server.output() + server.log());
        QCOMPARE(entry.value("SYSLOG_IDENTIFIER").toString(), QStringLiteral("web"));
        QCOMPARE(entry.value("PRIORITY").toString(), QStringLiteral("4"));
        QVERIFY(!QFile::exists(file("state/web.log")));
    }

    void theExampleDoesWhatItSays()
    {
        NEEDS_PROGRAMS("python3");
        const QByteArray port = QByteArray::number(freePort());
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
        QCOMPARE(server.end(), 128 + SIGTERM);
        QVERIFY(!QFile::exists(file("state/web.running")));
    }

private:
    [[nodiscard]] QString file(const QString &name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::vector<long> pids() const
    {
        return numbersIn(contentOf(file("pids")).toStdString());
    }
    /// Of "web".
    [[nodiscard]] QByteArray logs() const
    {
        QByteArray all;
        for (int number = 1; QFile::exists(file("state/web.log." + QString::number(number)));
             ++number)
            all.prepend(contentOf(file("state/web.log." + QString::number(number))));
        return all + contentOf(file("state/web.log"));
    }
    [[nodiscard]] qint64 sizeOfLogs() const
    {
        qint64 sum = 0;
        for (const QFileInfo &each : QDir(file("state")).entryInfoList({"web.log*"}))
            sum += each.size();
        return sum;
    }
    void touch(const QString &name) const
    {
        QFile made(file(name));
        QVERIFY(made.open(QIODevice::WriteOnly));
    }
    /// All that Flood has printed; it is in the pipe at the latest.
    [[nodiscard]] QByteArray endFlood() const
    {
        touch("enough");
        const auto past = [this] { return contentOf(file("past")); };
        if (!comesTrue([&] { return past().endsWith('\n'); }))
            qFatal("the flood does not end");
        QByteArray all;
        for (long i = 0; i < numbersIn(past().toStdString()).at(0); ++i)
            all += QByteArray::number(qlonglong(i)) + '\n';
        return all;
    }
    void specify(const QString &id, const QString &script,
                 const QJsonObject &log = {{"size", 500}}) const
    {
        const QJsonObject spec{{"command", QJsonArray{"sh", "-c", script, "sh", m_folder->path()}},
                               {"restart", QJsonObject{{"base", "100ms"}}},
                               {"readiness",
                                QJsonObject{{"command", QJsonArray{"true"}}, {"interval", "20ms"}}},
                               {"log", log}};
        QFile out(file("specs/" + id + ".json"));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QJsonDocument(spec).toJson());
    }
    [[nodiscard]] QString session(ServerProcess &server, const QString &isolation = "none",
                                  const QString &onStop = "stop",
                                  const QString &state = "state") const
    {
        server.setEnvironment("XDG_CONFIG_HOME", file("config")); // all are one host, as they
        const QJsonObject controller{{"name", "processes"},       // have one session
                                     {"plugin", "process"},
                                     {"isolation", isolation},
                                     {"parameters", QJsonObject{{"folder", file("specs")},
                                                                {"state", file(state)},
                                                                {"onStop", onStop}}}};
        QFile session(file("session.json"));
        if (!session.open(QIODevice::WriteOnly))
            qFatal("the session cannot be written");
        session.write(
            QJsonDocument(QJsonObject{{"version", 1}, {"controllers", QJsonArray{controller}}})
                .toJson());
        return session.fileName();
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
    /// Kills the process "web", and when another one runs for it, the server. Gives the note of the
    /// former process.
    QByteArray killProcessThenServer() const
    {
        ServerProcess first;
        first.start({session(first, "none", "keep")});
        const auto isNoted = [&](std::size_t number) {
            return comesTrue([&] {
                return pids().size() == number
                       && QJsonDocument::fromJson(contentOf(file("state/web.running")))["pid"]
                                  .toInt(-1)
                              == pids().back();
            });
        };
        bool isDone = isNoted(1);
        const QByteArray note = contentOf(file("state/web.running"));
        ::kill(static_cast<pid_t>(pids().back()), SIGKILL);
        isDone = isDone && isNoted(2);
        first.signal(SIGKILL);
        first.wait();
        if (!isDone)
            qFatal("%s", first.log().constData());
        return note;
    }
    /// A process as the state folder of the mark \a start starts one.
    [[nodiscard]] std::unique_ptr<ChildProcess> startMarked(const QString &start) const
    {
        const auto null = [] { return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)); };
        Invocation sleep{"/bin/sh",
                         {"sh", "-c", "exec sleep 1000"},
                         {"PATH=/usr/bin:/bin", lifeMark(file(start).toStdString())},
                         {},
                         ChildScope::Session};
        auto child = std::make_unique<ChildProcess>(std::move(sleep),
                                                    ChildStreams{null(), null(), null()});
        if (child->error() != 0)
            qFatal("cannot start");
        return child;
    }
    void writeNote(const QByteArray &note) const
    {
        QFile out(file("state/web.running"));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(note) == note.size());
    }
    /// All processes that the state folder has notes of.
    void endKept() const
    {
        ServerProcess last;
        last.start({session(last), "--json", "--status-interval", "20ms"});
        QVERIFY(last.waitForOutput("\"handled\":1"));
        QCOMPARE(last.end(), 128 + SIGTERM);
        QVERIFY(std::ranges::none_of(pids(), isAlive));
    }
    /// When the process "web" is remembered.
    /// All of \a started run then, as their notes say, and "web" has noted its number itself.
    void kill9AfterStart(const QStringList &started = {"web"}) const
    {
        ServerProcess first;
        first.start({session(first)});
        QVERIFY(comesTrue([&] {
            return pids().size() == 1 && std::ranges::all_of(started, [&](const QString &name) {
                       const QByteArray note = contentOf(file("state/" + name + ".running"));
                       return QJsonDocument::fromJson(note)["pid"].toInt(-1) > 0;
                   });
        }));
        first.signal(SIGKILL);
        first.wait();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QONTROLLER_GUILESS_TEST(AdoptionTest)
#include "tst_adoption.moc"
