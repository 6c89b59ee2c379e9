// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/earlierprocess.h"

#include "core/base/threads/clock.h"
#include "core/plugins/process/processstat.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>

namespace qontroller {

namespace {

using namespace std::chrono_literals;

constexpr Duration Grace = 5s;
constexpr Duration AfterKill = 1s;
constexpr int PollMilliseconds = 50;

bool hasEndedItself(const EarlierProcess &one)
{
    pollfd waiting{one.end.get(), POLLIN, 0};
    return one.end ? ::poll(&waiting, 1, 0) > 0 : !processStat(one.pid);
}

/// Whether a process of the group \a group runs. A group keeps its number as long as one does.
bool hasGroup(pid_t group)
{
    bool isThere = false;
    forEachProcess([&](pid_t pid) {
        const auto stat = processStat(pid);
        isThere = isThere || (stat && stat->group == group);
    });
    return isThere;
}

/// Until one of them has ended, or a moment later: for the stop, and where there is no descriptor.
void waitForOne(const std::vector<EarlierProcess> &all)
{
    std::vector<pollfd> waiting;
    for (const EarlierProcess &one : all) {
        if (one.end && !hasEndedItself(one))
            waiting.push_back({one.end.get(), POLLIN, 0});
    }
    static_cast<void>(::poll(waiting.data(), waiting.size(), PollMilliseconds));
}

bool haveEnded(const std::vector<EarlierProcess> &all, Duration patience,
               const std::stop_token &stop)
{
    const TimePoint deadline = SteadyClock::instance().now() + patience;
    while (!std::ranges::all_of(all, hasEnded)) {
        if (stop.stop_requested() || SteadyClock::instance().now() >= deadline)
            return false;
        waitForOne(all);
    }
    return true;
}

void signalAll(const std::vector<EarlierProcess> &all, const SignalEarlier &signal, int number)
{
    for (const EarlierProcess &one : all) {
        if (!hasEnded(one))
            signal(one, number);
    }
}

} // namespace

std::string lifeOf(pid_t pid)
{
    const auto stat = processStat(pid);
    return std::to_string(pid) + '.' + std::to_string(stat ? stat->startTime : 0);
}

bool isOver(std::string_view life)
{
    pid_t pid = 0;
    std::from_chars(life.data(), life.data() + life.size(), pid);
    return pid <= 0 || lifeOf(pid) != life;
}

bool hasEnded(const EarlierProcess &one)
{
    return hasEndedItself(one) && !(one.standsForGroup && hasGroup(one.pid));
}

void signalProcess(const EarlierProcess &one, int number)
{
    if (one.end)
        static_cast<void>(::syscall(SYS_pidfd_send_signal, one.end.get(), number, nullptr, 0));
    else
        static_cast<void>(::kill(one.pid, number));
}

bool haveEndedWhenAsked(const std::vector<EarlierProcess> &all, const SignalEarlier &signal,
                        const std::stop_token &stop)
{
    signalAll(all, signal, SIGTERM);
    signalAll(all, signal, SIGCONT);
    return haveEnded(all, Grace, stop);
}

bool haveEndedWhenKilled(const std::vector<EarlierProcess> &all, const SignalEarlier &signal)
{
    signalAll(all, signal, SIGKILL);
    return haveEnded(all, AfterKill, {});
}

} // namespace qontroller
