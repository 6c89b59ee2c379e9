// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/consist/earliercommands.h"

#include "core/base/clock.h"
#include "core/base/uniquefd.h"
#include "core/process/processstat.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char *Variable = "QONTROLLER_COMMAND";
constexpr Duration Grace = 5s;
constexpr Duration AfterKill = 1s;
constexpr int PollMilliseconds = 50;

struct Earlier
{
    pid_t pid;
    UniqueFd end; ///< readable once it has ended
};

std::string startOf(const std::string &what)
{
    return std::string(Variable) + '=' + what + '@';
}

/// Without those of other users, which cannot be read.
std::string environmentOf(const fs::path &process)
{
    std::ifstream file(process / "environ", std::ios::binary);
    return '\0' + std::string(std::istreambuf_iterator<char>(file), {});
}

/// \a start is what its marks begin with, whatever the life; \a own is that of this life.
bool isEarlier(const std::string &environment, const std::string &start, const std::string &own)
{
    const auto place = environment.find('\0' + start);
    if (place == std::string::npos)
        return false;
    const auto mark = std::string_view(environment).substr(place + 1);
    return mark.substr(0, mark.find('\0')) != own;
}

std::vector<Earlier> findEarlier(const std::string &what)
{
    const std::string start = startOf(what);
    const std::string own = commandMark(what);
    std::vector<Earlier> found;
    std::error_code error;
    for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        pid_t pid = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (read.ec != std::errc() || *read.ptr != '\0' || pid == ::getpid())
            continue;
        // The descriptor first: what is read after it is of the process that it stands for, or of
        // none, for a number is not given away while it is held.
        UniqueFd ended = openProcess(pid);
        if (isEarlier(environmentOf(it->path()), start, own))
            found.push_back({pid, std::move(ended)});
    }
    return found;
}

bool hasEnded(const Earlier &one)
{
    pollfd waiting{one.end.get(), POLLIN, 0};
    return one.end ? ::poll(&waiting, 1, 0) > 0 : !processStat(one.pid);
}

void waitForEnds(const std::vector<Earlier> &all, Duration patience, const std::stop_token &stop)
{
    const TimePoint deadline = SteadyClock::instance().now() + patience;
    while (!std::ranges::all_of(all, hasEnded) && !stop.stop_requested()
           && SteadyClock::instance().now() < deadline)
        static_cast<void>(::poll(nullptr, 0, PollMilliseconds));
}

void signalAll(const std::vector<Earlier> &all, int number)
{
    for (const Earlier &one : all) {
        if (!hasEnded(one))
            static_cast<void>(::kill(one.pid, number));
    }
}

} // namespace

std::string commandMark(const std::string &what)
{
    static const std::string life = [] {
        const auto self = processStat(::getpid());
        return std::to_string(::getpid()) + '.' + std::to_string(self ? self->startTime : 0);
    }();
    return startOf(what) + life;
}

EarlierCommands endEarlierCommands(const std::string &what, const std::stop_token &stop)
{
    const std::vector<Earlier> earlier = findEarlier(what);
    if (earlier.empty())
        return {};
    signalAll(earlier, SIGTERM);
    signalAll(earlier, SIGCONT);
    waitForEnds(earlier, Grace, stop);
    signalAll(earlier, SIGKILL);
    waitForEnds(earlier, AfterKill, {});
    return {earlier.size(), std::ranges::all_of(earlier, hasEnded)};
}

} // namespace qontroller
