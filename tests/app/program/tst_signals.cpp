// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/program/signals.h"

#include <QtTest/QtTest>

#include <csignal>
#include <functional>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

/// What becomes of a process that does \a work; as waitpid() gives it.
int statusOf(const std::function<void()> &work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

} // namespace

class SignalsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aSignalIsAValue_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalIsAValue()
    {
        QFETCH(int, signal);
        Signals caught;
        std::raise(signal);
        QCOMPARE(caught.wait(TimePoint::max()), std::optional<int>(signal));
        QCOMPARE(caught.wait(TimePoint()), std::nullopt);
    }

    void aThreadThatStandsStillIsEndedByTheSecond()
    {
        const int status = statusOf([] {
            const Signals caught;
            std::raise(SIGTERM);
            std::raise(SIGTERM);
            for (;;)
                ::pause(); // the alarm is a signal, too
        });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 128 + SIGTERM);
    }

    void oneThatEndsInTimeKeepsItsStatus()
    {
        const int status = statusOf([] {
            const Signals caught;
            std::raise(SIGTERM);
            std::raise(SIGTERM);
            ::_exit(7);
        });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
    }

    void whatNohupIgnoresStaysIgnored()
    {
        std::signal(SIGHUP, SIG_IGN);
        {
            Signals caught;
            std::raise(SIGHUP);
            QCOMPARE(caught.wait(TimePoint()), std::nullopt);
        }
        std::raise(SIGHUP);
        std::signal(SIGHUP, SIG_DFL);
    }

    void aHangUpBeforeIsGivenWhereItIsAWord()
    {
        keepHangUp();
        std::raise(SIGHUP);
        Signals caught(HangUp::IsWord);
        QCOMPARE(caught.wait(TimePoint()), std::optional<int>(SIGHUP));
        QCOMPARE(caught.wait(TimePoint()), std::nullopt);
    }

    void aTerminalThatGoesBeforeEndsTheProgram()
    {
        int terminal = -1;
        const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
        while (child == 0) { // NOLINT(bugprone-infinite-loop): the child stays in it
            keepHangUp();
            [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, "k", 1);
            ::pause();
        }
        char kept = 0;
        QCOMPARE(::read(terminal, &kept, 1), 1);
        ::close(terminal);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGHUP);
    }
};

QONTROLLER_TEST(SignalsTest)
#include "tst_signals.moc"
