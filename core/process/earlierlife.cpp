// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/earlierlife.h"

#include "core/base/clock.h"
#include "core/process/processstat.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

using namespace std::chrono_literals;

constexpr const char *MarkName = "QONTROLLER_COMMAND";
constexpr Duration Grace = 5s;
constexpr Duration AfterKill = 1s;
constexpr int PollMilliseconds = 50;

std::string startOf(const std::string &what)
{
    return std::string(MarkName) + '=' + what + '@';
}

/// Without those of other users, which cannot be read.
std::string environmentOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    return '\0' + std::string(std::istreambuf_iterator<char>(file), {});
}

/// A process's number and when it started.
std::string lifeOf(pid_t pid)
{
    const auto stat = processStat(pid);
    return std::to_string(pid) + '.' + std::to_string(stat ? stat->startTime : 0);
}

/// \a life as lifeOf() gave it, perhaps in an earlier start of the machine.
bool isOver(std::string_view life)
{
    pid_t pid = 0;
    std::from_chars(life.data(), life.data() + life.size(), pid);
    return pid <= 0 || lifeOf(pid) != life;
}

/// \a start is what its marks begin with, whatever the life.
bool isEarlier(const std::string &environment, const std::string &start, EarlierKind kind)
{
    const auto place = environment.find('\0' + start);
    if (place == std::string::npos)
        return false;
    const auto life = std::string_view(environment).substr(place + 1 + start.size());
    return kind == EarlierKind::Leaders || isOver(life.substr(0, life.find('\0')));
}

bool hasEnded(const EarlierProcess &one)
{
    pollfd waiting{one.end.get(), POLLIN, 0};
    return one.end ? ::poll(&waiting, 1, 0) > 0 : !processStat(one.pid);
}

/// Until one of them has ended, or a moment later: for the stop, and where there is no descriptor.
void waitForOne(const std::vector<EarlierProcess> &all)
{
    std::vector<pollfd> waiting;
    for (const EarlierProcess &one : all) {
        if (one.end && !hasEnded(one))
            waiting.push_back({one.end.get(), POLLIN, 0});
    }
    static_cast<void>(::poll(waiting.data(), waiting.size(), PollMilliseconds));
}

void waitForEnds(const std::vector<EarlierProcess> &all, Duration patience,
                 const std::stop_token &stop)
{
    const TimePoint deadline = SteadyClock::instance().now() + patience;
    while (!std::ranges::all_of(all, hasEnded) && !stop.stop_requested()
           && SteadyClock::instance().now() < deadline)
        waitForOne(all);
}

void signalAll(const std::vector<EarlierProcess> &all, EarlierKind kind, int number)
{
    for (const EarlierProcess &one : all) {
        if (hasEnded(one))
            continue;
        if (kind == EarlierKind::All && one.end)
            static_cast<void>(::syscall(SYS_pidfd_send_signal, one.end.get(), number, nullptr, 0));
        else
            static_cast<void>(::kill(kind == EarlierKind::All ? one.pid : -one.pid, number));
    }
}

bool isMeant(pid_t pid, EarlierKind kind)
{
    const auto stat = processStat(pid);
    if (!stat || kind == EarlierKind::All)
        return stat.has_value();
    return kind == EarlierKind::Leaders ? stat->session == pid
                                        : stat->group == pid && stat->session != pid;
}

} // namespace

std::string lifeMark(const std::string &what)
{
    static const std::string life = lifeOf(::getpid());
    return startOf(what) + life;
}

std::vector<EarlierProcess> findEarlier(const std::string &what, EarlierKind kind)
{
    const std::string start = startOf(what);
    std::vector<EarlierProcess> found;
    forEachProcess([&](pid_t pid) {
        if (pid == ::getpid())
            return;
        // The descriptor first: if it still runs after what was read, that was of this process.
        EarlierProcess one{pid, openProcess(pid)};
        if (isEarlier(environmentOf(pid), start, kind) && isMeant(pid, kind) && !hasEnded(one))
            found.push_back(std::move(one));
    });
    return found;
}

EarlierEnd endEarlier(const std::string &what, EarlierKind kind, const std::stop_token &stop)
{
    const std::vector<EarlierProcess> earlier = findEarlier(what, kind);
    if (earlier.empty())
        return {};
    signalAll(earlier, kind, SIGTERM);
    signalAll(earlier, kind, SIGCONT);
    waitForEnds(earlier, Grace, stop);
    signalAll(earlier, kind, SIGKILL);
    waitForEnds(earlier, AfterKill, {});
    return {earlier.size(), std::ranges::all_of(earlier, hasEnded)};
}

} // namespace qontroller
