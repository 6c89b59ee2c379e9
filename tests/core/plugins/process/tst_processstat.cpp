// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/process/processstat.h"

#include <QtTest/QtTest>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using namespace qontroller;

class ProcessStatTest final : public QObject
{
    Q_OBJECT

private slots:
    void knowsThisProcess()
    {
        const auto stat = processStat(::getpid());
        QVERIFY(stat);
        QCOMPARE(stat->session, ::getsid(0));
        QVERIFY(stat->startTime > 0);
        QVERIFY(openProcess(::getpid()));
    }

    void knowsNothingOfOneThatHasEnded()
    {
        const pid_t pid = ::fork();
        if (pid == 0)
            ::_exit(0);
        siginfo_t info{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0);
        QVERIFY(!processStat(pid)); // a zombie
        QCOMPARE(::waitpid(pid, nullptr, 0), pid);
        QVERIFY(!processStat(pid)); // nothing
    }

    void readsWhileProcessesEnd()
    {
        std::atomic<pid_t> current = 0;
        std::atomic<std::uint64_t> seen = 0;
        std::atomic<bool> isOver = false;
        std::thread reader([&] {
            while (!isOver)
                seen += processStat(current) ? 1 : 0;
        });
        for (int i = 0; i < 500; ++i) {
            const pid_t pid = ::fork();
            if (pid == 0)
                ::_exit(0);
            current = pid;
            ::waitpid(pid, nullptr, 0);
        }
        current = ::getpid();
        const std::uint64_t before = seen;
        while (seen == before)
            std::this_thread::yield(); // the reader has survived
        isOver = true;
        reader.join();
    }
};

QONTROLLER_TEST(ProcessStatTest)
#include "tst_processstat.moc"
