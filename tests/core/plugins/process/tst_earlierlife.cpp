// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/childprocess.h"
#include "core/plugins/process/earlierlife.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/inputfile.h"
#include "core/plugins/process/processstat.h"

#include <QtTest/QtTest>

#include <unistd.h>

#include <csignal>

using namespace qontroller;

namespace {

/// A child that waits, marked as \a mark says. Without a script it is one program from the start.
ChildProcess waiting(const std::string &mark, ChildScope scope, const std::string &script = {})
{
    const bool isSleep = script.empty();
    Invocation command{isSleep ? "/bin/sleep" : "/bin/sh",
                       isSleep ? std::vector<std::string>{"sleep", "3600"}
                               : std::vector<std::string>{"sh", "-c", script},
                       assignments(environmentWith({})),
                       {},
                       scope};
    command.environment.push_back(mark);
    return {command, {makeInputFile({}), makeInputFile({}), makeInputFile({}), {}}};
}

/// As \a life wrote it.
std::string markOf(const std::string &what, const std::string &life)
{
    std::string mark = lifeMark(what);
    const auto end = mark.rfind('@');
    const auto begin = mark.rfind('@', end - 1) + 1;
    return mark.replace(begin, end - begin, life);
}

/// As a life wrote it that is over: no process has the number 0.
std::string earlierMark(const std::string &what)
{
    return markOf(what, "0.1");
}

/// As an earlier version wrote it: without the time.
std::string oldMark(const std::string &what)
{
    const std::string mark = earlierMark(what);
    return mark.substr(0, mark.rfind('@'));
}

std::size_t countOf(const std::string &what, EarlierKind kind)
{
    return findEarlier(what, kind).size();
}

} // namespace

/// What a program finds again that its earlier life has left at work.
class EarlierLifeTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatAnEarlierLifeStarted()
    {
        const std::string what = unique("a");
        const ChildProcess child = waiting(earlierMark(what), ChildScope::Group);
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(1)); // the shell has begun
        QCOMPARE(findEarlier(what, EarlierKind::All).front().pid, child.pid());
        QCOMPARE(countOf(what + "b", EarlierKind::All), std::size_t(0));
        QCOMPARE(countOf(what.substr(0, what.size() - 1), EarlierKind::All), std::size_t(0));
    }

    void p12_leavesWhatALifeStartedThatIsNotOver()
    {
        const std::string what = unique("b");
        const ChildProcess own = waiting(lifeMark(what), ChildScope::Group);
        const std::string parent = std::to_string(::getppid()) + '.'
                                   + std::to_string(processStat(::getppid())->startTime);
        const ChildProcess ofAnother = waiting(markOf(what, parent), ChildScope::Group);
        const ChildProcess over = waiting(earlierMark(what), ChildScope::Group);
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(1));
        QCOMPARE(findEarlier(what, EarlierKind::All).front().pid, over.pid());
    }

    void tellsCommandsFromServicesThatTheyStarted()
    {
        const std::string what = unique("c");
        const ChildProcess command = waiting(earlierMark(what), ChildScope::Group);
        const ChildProcess service = waiting(earlierMark(what), ChildScope::Session);
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(2));
        const auto commands = findEarlier(what, EarlierKind::Commands);
        QCOMPARE(commands.size(), std::size_t(1));
        QCOMPARE(commands.front().pid, command.pid());
        const auto leaders = findEarlier(what, EarlierKind::Leaders);
        QCOMPARE(leaders.size(), std::size_t(1));
        QCOMPARE(leaders.front().pid, service.pid());
    }

    void findsTheLeaderThatThisLifeStarted()
    {
        const std::string what = unique("e");
        const ChildProcess service = waiting(lifeMark(what), ChildScope::Session);
        QTRY_COMPARE(countOf(what, EarlierKind::Leaders), std::size_t(1));
        QCOMPARE(countOf(what, EarlierKind::All), std::size_t(0));
    }

    void findsWhatAnEarlierVersionStarted()
    {
        const std::string what = unique("o");
        const ChildProcess child = waiting(oldMark(what), ChildScope::Session);
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(1));
        QVERIFY(findEarlierWork(what).empty()); // it may be a child of that
    }

    void findsWorkByTheBeginningOfItsName()
    {
        const std::string what = "/a@b/" + unique("w");
        const ChildProcess first = waiting(lifeMark(what), ChildScope::Session,
                                           "sleep 0.3; setsid sleep 3600 & exec sleep 3600");
        QTRY_COMPARE(countOf(what, EarlierKind::Leaders), std::size_t(2));
        const EarlierWork work{what, processStat(first.pid())->startTime};
        QVERIFY(findEarlierWork("/a@b/") == std::vector<EarlierWork>{work}); // not the second
        QVERIFY(findEarlierWork("a@b/").empty());
        for (const EarlierProcess &one : findEarlier(what, EarlierKind::Leaders)) {
            if (one.pid != first.pid())
                signalProcess(one, SIGKILL);
        }
    }

    /// While the kernel loads a program, its process has no environment.
    void findsWhatIsBecomingAnotherProgram()
    {
        const QTemporaryDir directory;
        QFile script(directory.filePath("again"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("exec /bin/sh \"$0\"\n");
        script.close();
        const std::string what = unique("g");
        const ChildProcess child = waiting(earlierMark(what), ChildScope::Group,
                                           "exec /bin/sh '" + script.fileName().toStdString()
                                               + "'");
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(1));
        for (int i = 0; i < 300; ++i)
            QCOMPARE(countOf(what, EarlierKind::All), std::size_t(1));
    }

    void p12_endsACommandWithItsGroup()
    {
        const std::string what = unique("d");
        ChildProcess command = waiting(earlierMark(what), ChildScope::Group,
                                       "sleep 3600 & sleep 3600");
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(3));
        const EarlierEnd end = endEarlier(what, EarlierKind::Commands, {});
        QCOMPARE(end.found, std::size_t(1));
        QVERIFY(end.haveEnded);
        QVERIFY(command.hasEnded());
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(0));
    }

    void endsAGroupWhoseLeaderEndsFirst()
    {
        const std::string what = unique("f");
        ChildProcess command = waiting(earlierMark(what), ChildScope::Group,
                                       "(trap '' TERM; exec sleep 3600) & exec sleep 3600");
        QTRY_COMPARE(countOf(what, EarlierKind::All), std::size_t(2));
        QVERIFY(endEarlier(what, EarlierKind::Commands, {}).haveEnded);
        QVERIFY(command.hasEnded());
        QCOMPARE(countOf(what, EarlierKind::All), std::size_t(0));
    }

private:
    /// No other test that runs at the same time looks for it.
    static std::string unique(const std::string &what)
    {
        return "tst_earlierlife\x1f" + std::to_string(::getpid()) + '\x1f' + what;
    }
};

QTEST_GUILESS_MAIN(EarlierLifeTest)
#include "tst_earlierlife.moc"
