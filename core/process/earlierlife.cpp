// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/earlierlife.h"

#include "core/process/processstat.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

constexpr const char *MarkName = "QONTROLLER_COMMAND";

/// Without those of other users, which cannot be read.
std::string environmentOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    return '\0' + std::string(std::istreambuf_iterator<char>(file), {});
}

struct Mark
{
    std::string what;
    std::string life;
    std::uint64_t madeAt = 0; ///< as ProcessStat::startTime; 0: an earlier version made it
};

std::uint64_t nowInTicks()
{
    timespec now{};
    static_cast<void>(::clock_gettime(CLOCK_BOOTTIME, &now));
    const auto ticks = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
    return static_cast<std::uint64_t>(now.tv_sec) * ticks
           + static_cast<std::uint64_t>(now.tv_nsec) * ticks / 1'000'000'000U;
}

/// What comes after the last \a separator of \a text, which loses both.
std::string takeLast(std::string &text, char separator)
{
    const auto place = text.rfind(separator);
    std::string last = place == std::string::npos ? std::string() : text.substr(place + 1);
    text.erase(std::min(place, text.size()));
    return last;
}

Mark markIn(std::string text)
{
    Mark mark;
    mark.life = takeLast(text, '@');
    if (mark.life.find('.') == std::string::npos) {
        std::from_chars(mark.life.data(), mark.life.data() + mark.life.size(), mark.madeAt);
        mark.life = takeLast(text, '@');
    }
    mark.what = std::move(text);
    return mark;
}

/// Several, where a supervised program supervises others.
std::vector<Mark> marksOf(pid_t pid)
{
    const std::string name = '\0' + std::string(MarkName) + '=';
    const std::string environment = environmentOf(pid);
    std::vector<Mark> marks;
    for (auto place = environment.find(name); place != std::string::npos;
         place = environment.find(name, place + 1))
        marks.push_back(markIn(environment.c_str() + place + name.size())); // up to the next '\0'
    return marks;
}

/// Whether the child itself has \a mark, and none of its children.
bool isFirst(pid_t pid, const Mark &mark)
{
    const auto stat = processStat(pid);
    const auto ticks = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
    return stat && stat->startTime <= mark.madeAt + ticks / 5;
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

/// Those that still run and have a mark that \a isWanted.
std::vector<EarlierProcess> findMarked(EarlierKind kind,
                                       const std::function<bool(pid_t, const Mark &)> &isWanted)
{
    std::vector<EarlierProcess> found;
    forEachProcess([&](pid_t pid) {
        if (pid == ::getpid())
            return;
        // The descriptor first: if it still runs after what was read, that was of this process.
        EarlierProcess one{pid, openProcess(pid), kind == EarlierKind::Commands};
        const auto isMarked = std::ranges::any_of(marksOf(pid), [&](const Mark &mark) {
            return isWanted(pid, mark);
        });
        if (isMarked && isMeant(pid, kind) && !hasEnded(one))
            found.push_back(std::move(one));
    });
    return found;
}

} // namespace

std::string lifeMark(const std::string &what)
{
    static const std::string life = lifeOf(::getpid());
    return std::string(MarkName) + '=' + what + '@' + life + '@' + std::to_string(nowInTicks());
}

std::vector<EarlierProcess> findEarlier(const std::string &what, EarlierKind kind)
{
    return findMarked(kind, [&](pid_t, const Mark &mark) {
        return mark.what == what && (kind == EarlierKind::Leaders || isOver(mark.life));
    });
}

std::vector<std::string> findEarlierWork(const std::string &start)
{
    std::vector<std::string> works;
    static_cast<void>(findMarked(EarlierKind::Leaders, [&](pid_t pid, const Mark &mark) {
        const bool isFound = mark.what.starts_with(start) && isFirst(pid, mark);
        if (isFound)
            works.push_back(mark.what);
        return isFound;
    }));
    return works;
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
