// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/processone.h"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr int FirstProcess = 1;

/// Reaps all that has ended; ends with \a child.
void reap(pid_t child)
{
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
        if (ended == child)
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
}

/// What a terminal sends it sends to the child as well.
bool isForOneProcess(const siginfo_t &signal)
{
    return signal.si_code <= 0;
}

[[noreturn]] void beProcessOne(pid_t child, const sigset_t &all)
{
    while (true) {
        siginfo_t signal{};
        const int number = ::sigwaitinfo(&all, &signal);
        if (number == SIGCHLD)
            reap(child);
        else if (number > 0 && isForOneProcess(signal))
            ::kill(child, number);
    }
}

} // namespace

void leaveProcessOne()
{
    if (::getpid() != FirstProcess)
        return;
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    // NOLINTBEGIN(concurrency-mt-unsafe): there is one thread
    ::sigprocmask(SIG_SETMASK, &all, &before); // before the child could end
    const pid_t child = ::fork();
    if (child > 0)
        beProcessOne(child, all);
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    // NOLINTEND(concurrency-mt-unsafe)
}

} // namespace qontroller
