// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/process/processexit.h"

#include <QtTest/QtTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace qontroller;

namespace {

ProcessExit exitOf(void (*child)())
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        child();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return ProcessExit::fromStatus(status);
}

} // namespace

class ProcessExitTest final : public QObject
{
    Q_OBJECT

private slots:
    void knowsHowAProcessEnded()
    {
        QCOMPARE(exitOf([] {}), (ProcessExit{ProcessExit::Kind::Exited, 0}));
        QCOMPARE(exitOf([] { ::_exit(3); }), (ProcessExit{ProcessExit::Kind::Exited, 3}));
        QCOMPARE(exitOf([] { ::raise(SIGKILL); }),
                 (ProcessExit{ProcessExit::Kind::Signalled, SIGKILL}));
    }

    void isASuccessOnlyWithStatusZero()
    {
        QVERIFY(ProcessExit({ProcessExit::Kind::Exited, 0}).isSuccess());
        QVERIFY(!ProcessExit({ProcessExit::Kind::Exited, 1}).isSuccess());
        QVERIFY(!ProcessExit({ProcessExit::Kind::Signalled, 0}).isSuccess());
        QVERIFY(!ProcessExit().isSuccess());
    }

    void saysHowItWas_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        using Kind = ProcessExit::Kind;
        const auto row = [](const char *name, Kind kind, int code, const char *text,
                            const char *sentence) {
            QTest::newRow(name) << static_cast<int>(kind) << code << text << sentence;
        };
        row("status", Kind::Exited, 3, "exit status 3", "ended with exit status 3");
        row("signal", Kind::Signalled, SIGKILL, "signal 9 (Killed)",
            "was ended by signal 9 (Killed)");
        row("unknown", Kind::Unknown, 0, "an unknown status: this program must not ignore SIGCHLD",
            "ended with an unknown status: this program must not ignore SIGCHLD");
        row("not told", Kind::NotTold, 0,
            "an unknown status: only the program that started it is told",
            "ended with an unknown status: only the program that started it is told");
    }

    void saysHowItWas()
    {
        QFETCH(int, kind);
        QFETCH(int, code);
        const ProcessExit exit{static_cast<ProcessExit::Kind>(kind), code};
        QTEST(QString::fromStdString(exit.text()), "text");
        QTEST(QString::fromStdString(exit.sentence()), "sentence");
    }
};

QONTROLLER_TEST(ProcessExitTest)
#include "tst_processexit.moc"
