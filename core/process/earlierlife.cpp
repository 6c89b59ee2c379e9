// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/earlierlife.h"

#include "core/process/processstat.h"

#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

constexpr const char *MarkName = "QONTROLLER_COMMAND";

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

/// \a start is what its marks begin with, whatever the life.
bool isEarlier(const std::string &environment, const std::string &start, EarlierKind kind)
{
    const auto place = environment.find('\0' + start);
    if (place == std::string::npos)
        return false;
    const auto life = std::string_view(environment).substr(place + 1 + start.size());
    return kind == EarlierKind::Leaders || isOver(life.substr(0, life.find('\0')));
}

void signalGroup(const EarlierProcess &one, int number)
{
    static_cast<void>(::kill(-one.pid, number));
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
        EarlierProcess one{pid, openProcess(pid), kind == EarlierKind::Commands};
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
    const auto signal = kind == EarlierKind::All ? signalProcess : signalGroup;
    static_cast<void>(haveEndedWhenAsked(earlier, signal, stop));
    return {earlier.size(), haveEndedWhenKilled(earlier, signal)};
}

} // namespace qontroller
