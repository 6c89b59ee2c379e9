// SPDX-License-Identifier: LGPL-3.0-or-later
// The output of real processes on its way to the log, whatever happens there.
#include "supervisionrig.h"
#include "testprogram.h"

#include "app/plugins/process/output.h"

#include <QtTest/QtTest>

#include <csignal>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::supervision;
using namespace qontroller::test;

namespace {

/// Prints so many numbered lines and stays.
QString flood(int lines)
{
    return "seq " + QString::number(lines) + "; exec sleep 1000";
}

QByteArray numbers(int lines)
{
    QByteArray all;
    for (int i = 1; i <= lines; ++i)
        all += QByteArray::number(i) + '\n';
    return all;
}

/// Prints what is in the file "go" as soon as there is one.
const QString PrintTold = "until [ -e \"$1/go\" ]; do sleep 0.01; done; cat \"$1/go\"; "
                          "exec sleep 1000";

/// A program in \a folder that reads nothing, in the place of a writer.
QString deafWriter(const QTemporaryDir &folder)
{
    QFile file(folder.filePath("deaf"));
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\nexec sleep 1000\n") < 0
        || !file.setPermissions(QFile::ReadOwner | QFile::ExeOwner))
        qFatal("no program");
    return file.fileName();
}

/// How much is in \a pipe.
int sizeOf(const UniqueFd &pipe)
{
    int size = 0;
    return ::ioctl(pipe.get(), FIONREAD, &size) == 0 ? size : -1;
}

/// All that is in \a pipe, which is empty then.
QByteArray textIn(const UniqueFd &pipe)
{
    QByteArray text(sizeOf(pipe), ' ');
    const bool isRead = !text.isEmpty()
                        && ::read(pipe.get(), text.data(), std::size_t(text.size())) > 0;
    return isRead ? text : QByteArray();
}

} // namespace

class OutputTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QVERIFY(!hasChildren()); }

    void allIsThereInItsOrder()
    {
        constexpr int Lines = 200'000;
        Rig rig;
        rig.script("web", flood(Lines), {{"log", QJsonObject{{"size", 100'000'000}}}});
        QVERIFY(
            comesTrue([&] { return rig.read("state/web.log").size() == numbers(Lines).size(); }));
        QVERIFY(rig.read("state/web.log") == numbers(Lines));
    }

    void whatOpensItsStandardErrorAnewTruncatesNothing()
    {
        Rig rig;
        rig.script("web",
                   "echo first; echo second | tee /dev/stderr >&2; echo third > /dev/stdout; "
                   "exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.read("state/web.log").endsWith("third\n"); }));
        QCOMPARE(rig.read("state/web.log"), QByteArray("first\nsecond\nsecond\nthird\n"));
    }

    // As nginx does, which is started by root.
    void alsoOneThatHasGivenUpItsUserOpensItAnew()
    {
        Rig rig;
        rig.script("web", "exec sleep 1000");
        QVERIFY(rig.runs("web"));
        struct stat status
        {
        };
        QCOMPARE(::stat(qPrintable(rig.path("state/web.pipe")), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0622U);
        QCOMPARE(::stat(qPrintable(rig.path("state")), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0700U); // others do not come near it
    }

    void aWriterThatAppendsNothingLeavesNoHole()
    {
        Rig rig;
        rig.script("web",
                   "exec 3> /dev/stdout; i=0; while [ $i -lt 500 ]; do echo $i >&3; "
                   "i=$((i + 1)); done; exec sleep 1000",
                   {{"log", QJsonObject{{"size", 500}, {"count", 1}}}});
        QVERIFY(comesTrue([&] { return rig.read("state/web.log").endsWith("\n499\n"); }));
        QVERIFY(!rig.read("state/web.log").contains('\0'));
        QVERIFY(rig.read("state/web.log").size() <= 500);
    }

    void aWriterThatIsKilledHasASuccessor()
    {
        constexpr int Lines = 300'000;
        Rig rig;
        rig.script("web", flood(Lines), {{"log", QJsonObject{{"size", 100'000'000}}}});
        QVERIFY(rig.runs("web"));
        const long pid = rig.pid("web");
        QVERIFY(comesTrue([&] { return !rig.read("state/web.log").isEmpty(); }));
        const long writer = rig.property("web", "log writer");
        QVERIFY(writer > 0);
        ::kill(static_cast<pid_t>(writer), SIGKILL);
        const QByteArray end = QByteArray::number(Lines) + '\n';
        QVERIFY(comesTrue([&] { return rig.read("state/web.log").endsWith('\n' + end); }));
        QCOMPARE(rig.pid("web"), pid); // no SIGPIPE
        QVERIFY(isAlive(pid));
        QVERIFY(comesTrue([&] { return rig.property("web", "log writer") != writer; }));
        const QList<QByteArray> lines = rig.read("state/web.log").split('\n');
        const QSet<QByteArray> found(lines.begin(), lines.end());
        for (int i = 1; i <= Lines; ++i)
            QVERIFY2(found.contains(QByteArray::number(i)), QByteArray::number(i));
        QVERIFY(comesTrue([&] { return rig.hasEvent("web", "another one goes on"); }));
    }

    void theSuccessorOfAWriterGoesOnWithinALine()
    {
        Rig rig;
        rig.script("web", "printf 'one '; " + PrintTold);
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "one "; }));
        const UniqueFd pipe(
            ::open(qPrintable(rig.path("state/web.pipe")), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
        QVERIFY(pipe);
        QVERIFY(comesTrue([&] { return sizeOf(pipe) == 0; })); // else it would be there twice
        QVERIFY(comesTrue([&] { return rig.property("web", "log writer") > 0; }));
        const auto writer = static_cast<pid_t>(rig.property("web", "log writer"));
        ::kill(writer, SIGKILL);
        const auto hasSuccessor = [&] {
            rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"web"}}});
            return rig.property("web", "log writer") != writer;
        };
        QVERIFY(comesTrue(hasSuccessor));
        rig.write("go", "line\n");
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "one line\n"; }));
    }

    void aRunBeginsOnALineOfItsOwn()
    {
        Rig rig;
        rig.script("web", "echo start; echo x >> \"$1/runs\"; printf 'fatal: no disk'; exit 1",
                   {{"restart", Quick}});
        QVERIFY(comesTrue([&] { return rig.read("runs").count('x') >= 20; }));
        rig.drop("web");
        QVERIFY(comesTrue([&] { return !rig.knows("web"); }));
        const QByteArray all = QByteArray("start\nfatal: no disk\n").repeated(19);
        QVERIFY2(comesTrue([&] { return rig.read("state/web.log").startsWith(all); }),
                 rig.read("state/web.log"));

        rig.script("web", "echo anew; exec sleep 1000"); // with another writer
        QVERIFY(comesTrue([&] { return rig.read("state/web.log").endsWith("anew\n"); }));
        QVERIFY2(rig.read("state/web.log").endsWith("\nanew\n"), rig.read("state/web.log"));
        QVERIFY(!rig.read("state/web.log").contains("\n\n"));
    }

    void aLineThatIsOnItsWayIsEndedToo_data()
    {
        QTest::addColumn<bool>("toJournal");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const QByteArray much(60'000, 'x');
        QTest::newRow("a whole line") << false << QByteArray("line\n") << QByteArray("line\n");
        QTest::newRow("a part of one") << false << QByteArray("a\nb") << QByteArray("a\nb\n");
        QTest::newRow("much") << false << much << much + '\n';
        QTest::newRow("nothing, and no log") << false << QByteArray() << QByteArray();
        QTest::newRow("to the journal") << true << QByteArray("a\nb") << QByteArray("a\nb\n");
        // No one can see what the journal has; it makes no entry of an empty line.
        QTest::newRow("in the journal") << true << QByteArray() << QByteArray("\n");
    }
    void aLineThatIsOnItsWayIsEndedToo()
    {
        QFETCH(bool, toJournal);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const QTemporaryDir folder;
        const StateFolder state(folder.path().toStdString());
        OutputTools tools{deafWriter(folder).toStdString()};
        ManualClock clock;
        Output output("web", state, tools, clock);
        LogOptions options;
        options.to = toJournal ? LogOptions::To::Journal : LogOptions::To::File;
        const auto first = output.open(options);
        QVERIFY(first);
        static_cast<void>(textIn(first->output)); // as a writer would
        QCOMPARE(::write(first->output.get(), before.constData(), std::size_t(before.size())),
                 before.size());
        const auto second = output.open(options);
        const pid_t writer = output.writer()->process().pid;
        ::kill(-writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);
        QVERIFY(second);
        QCOMPARE(textIn(second->output), after);
    }

    void aWriterThatCannotBeStartedIsSaid()
    {
        Rig rig(OnStop::Stop, "/nowhere/qontroller-logwriter");
        rig.script("web", "exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.knows("web") && rig.row("web").errors > 0; }));
        QVERIFY2(rig.row("web").text.starts_with(
                     "cannot start \"/nowhere/qontroller-logwriter\": No such file"),
                 rig.row("web").text.c_str());
        QCOMPARE(rig.pid("web"), 0);
    }

    void aWriterThatDoesNotLiveIsSaidAndNotTriedAllTheTime()
    {
        Rig rig(OnStop::Stop, "/bin/false");
        rig.script("web", "exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.knows("web") && rig.row("web").errors > 0; }));
        QCOMPARE(rig.row("web").text, std::string("nothing reads its output: the writer of its log "
                                                  "ended with exit status 1"));
    }

    void whatCannotBeWrittenIsDroppedAndSaid()
    {
        Rig rig;
        const QString inTheWay = rig.path("state/web.log.1");
        QVERIFY(QDir().mkpath(inTheWay + "/x"));
        rig.script("web", flood(10'000),
                   {{"log", QJsonObject{{"size", 1000}, {"count", 1}}},
                    {"readiness",
                     QJsonObject{{"command", QJsonArray{"true"}}, {"interval", "20ms"}}}});
        QVERIFY(
            comesTrue([&] { return rig.hasEvent("web", "of its output were dropped: the log"); }));
        QVERIFY2(rig.row("web").text.find("cannot be written: Is a directory; ")
                     != std::string::npos,
                 rig.row("web").text.c_str());
        QVERIFY(rig.actual("web").find("log written: no, the log ") != std::string::npos);
        QVERIFY(comesTrue([&] { return rig.property("web", "lines dropped") > 9000; }));
        QVERIFY(isAlive(rig.pid("web"))); // it did not wait for that
        QVERIFY(QDir(inTheWay).removeRecursively());
        QVERIFY(comesTrue([&] { return rig.read("state/web.log.1").size() > 0; }));
        // All retries may have been used, and the writer notes it after it has written.
        QVERIFY(comesTrue([&] {
            rig.host.submit({0, ControllerVerb::Resync});
            return rig.actual("web").find("log written: yes") != std::string::npos;
        }));
        QVERIFY2(rig.read("state/web.log").contains(" lines are missing here: the log "),
                 rig.read("state/web.log"));
        QVERIFY(comesTrue([&] { return rig.row("web").errors == 0; }));
    }

    void whatIsDiscardedHasNoLog()
    {
        Rig rig;
        rig.script("web",
                   "echo lost; echo kept > \"$1/kept\"; echo more > /dev/stderr; "
                   "exec sleep 1000",
                   {{"log", QJsonObject{{"to", "discard"}}}});
        QVERIFY(comesTrue([&] { return rig.read("kept") == "kept\n"; }));
        QVERIFY(rig.runs("web"));
        QCOMPARE(QDir(rig.path("state")).entryList({"web.*"}, QDir::AllEntries | QDir::System),
                 QStringList({"web.running"}));
        QVERIFY(rig.actual("web").find("log: discarded") != std::string::npos);
    }

    void aSpecThatSendsItElsewhereIsFollowed()
    {
        Rig rig;
        rig.script("web", "echo here; exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "here\n"; }));
        rig.script("web", "echo lost; exec sleep 1000", {{"log", QJsonObject{{"to", "discard"}}}});
        QVERIFY(comesTrue(
            [&] { return rig.actual("web").find("log: discarded") != std::string::npos; }));
        rig.script("web", "echo again; exec sleep 1000", {{"log", QJsonObject{{"size", 6}}}});
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "again\n"; }));
        QCOMPARE(rig.read("state/web.log.1"), QByteArray("here\n"));
    }

    void theLastWordsOfEachRunAreThere()
    {
        Rig rig;
        rig.script("web", "echo start; echo x >> \"$1/runs\"; seq 1000; echo end",
                   {{"restart", Quick}});
        QVERIFY(comesTrue([&] { return rig.read("runs").count('x') >= 20; }));
        const long writer = rig.property("web", "log writer");
        rig.drop("web");
        QVERIFY(comesTrue(
            [&] { return !QFile::exists(rig.path("state/web.running")) && !isAlive(writer); }));
        const auto runs = rig.read("runs").count('x');
        QByteArray log = rig.read("state/web.log");
        const QByteArray one = "start\n" + numbers(1000) + "end\n";
        QVERIFY(log.startsWith(one.repeated(runs - 1))); // the last one may have been stopped
    }

    void whatEscapesKeepsItsLog()
    {
        Rig rig;
        rig.script("web",
                   "setsid sh -c 'echo $$ > \"$0/escaped\"; until [ -e \"$0/go\" ]; do sleep "
                   "0.01; done; echo late' \"$1\" & exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.read("escaped").endsWith('\n'); }));
        QVERIFY(rig.runs("web"));
        const long writer = rig.property("web", "log writer");
        rig.drop("web");
        QVERIFY(comesTrue([&] { return !rig.knows("web"); }));
        QVERIFY(isAlive(writer));
        rig.write("go", "");
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "late\n"; }));
        QVERIFY(comesTrue([&] { return !isAlive(writer); }));
        rig.script("other", "exec sleep 1000"); // whatever is done next reaps it
        QVERIFY(rig.runs("other"));
    }

    void whatIsDoneNeedsNoWriter()
    {
        Rig rig;
        rig.script("once", "echo done", {{"restart", QJsonObject{{"policy", "never"}}}});
        QVERIFY(comesTrue([&] {
            return rig.actual("once").find("last end: exit status 0") != std::string::npos;
        }));
        QVERIFY(comesTrue([] { return !hasChildren(); }));
        QCOMPARE(rig.read("state/once.log"), QByteArray("done\n"));
        QVERIFY(comesTrue([&] { return rig.row("once").state == ItemState::InSync; }));
    }

    void nothingIsLeftWhenTheSpecGoes()
    {
        Rig rig;
        rig.script("web", "echo here; exec sleep 1000");
        QVERIFY(comesTrue([&] { return rig.read("state/web.log") == "here\n"; }));
        rig.drop("web");
        QVERIFY(comesTrue([&] { return !rig.knows("web"); }));
        QCOMPARE(QDir(rig.path("state")).entryList({"web.*"}, QDir::AllEntries | QDir::System),
                 QStringList({"web.log"}));
        QVERIFY(!hasChildren());
    }
};

QONTROLLER_GUILESS_TEST(OutputTest)
#include "tst_output.moc"
