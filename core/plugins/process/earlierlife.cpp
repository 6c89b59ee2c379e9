// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/earlierlife.h"

#include "core/plugins/process/processstat.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace qontroller {

namespace {

constexpr const char *MarkName = "QONTROLLER_COMMAND";

constexpr int LoadMilliseconds = 1000;

std::string readEnvironment(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Not of the kernel's own, and not where that is another user's.
bool hasProgram(pid_t pid)
{
    std::error_code none;
    return !std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", none).empty();
}

/// Whether execve(2) has taken its old memory from \a pid and may not have filled the new one.
bool isBecomingAnother(pid_t pid)
{
    const auto stat = processStat(pid);
    return stat && !stat->hasNoEnvironment && hasProgram(pid);
}

/// Without those of other users, which cannot be read. Waits for one that is becoming another
/// program.
std::string environmentOf(pid_t pid)
{
    std::string text = readEnvironment(pid);
    for (int i = 0; i < LoadMilliseconds && text.empty() && isBecomingAnother(pid); ++i) {
        static_cast<void>(::poll(nullptr, 0, 1));
        text = readEnvironment(pid);
    }
    return '\0' + text;
}

struct Mark
{
    std::string what;
    std::string life;
    std::uint64_t madeAt = 0; ///< as ProcessStat::startTime; 0: an earlier version made it
};

/// The kernel's, which ProcessStat::startTime counts.
std::uint64_t ticksPerSecond()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
}

std::uint64_t nowInTicks()
{
    timespec now{};
    static_cast<void>(::clock_gettime(CLOCK_BOOTTIME, &now));
    const std::uint64_t ticks = ticksPerSecond();
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
bool isFirst(const ProcessStat &stat, const Mark &mark)
{
    return stat.startTime <= mark.madeAt + ticksPerSecond() / 5;
}

void signalGroup(const EarlierProcess &one, int number)
{
    static_cast<void>(::kill(-one.pid, number));
}

bool isMeant(pid_t pid, const ProcessStat &stat, EarlierKind kind)
{
    switch (kind) {
    case EarlierKind::Commands: return stat.group == pid && stat.session != pid;
    case EarlierKind::Leaders: return stat.session == pid;
    case EarlierKind::All: break;
    }
    return true;
}

struct Marked
{
    EarlierProcess process;
    Mark mark;
    std::uint64_t startedAt;
};

/// Those that still run and have a mark that \a isWanted.
std::vector<Marked> findMarked(
    EarlierKind kind, const std::function<bool(const ProcessStat &, const Mark &)> &isWanted)
{
    std::vector<Marked> found;
    forEachProcess([&](pid_t pid) {
        if (pid == ::getpid())
            return;
        // The descriptor first: if it still runs after what was read, that was of this process.
        EarlierProcess one{pid, openProcess(pid), kind == EarlierKind::Commands};
        const auto stat = processStat(pid);
        if (!stat || !isMeant(pid, *stat, kind))
            return;
        std::vector<Mark> marks = marksOf(pid);
        const auto wanted = std::ranges::find_if(marks, [&](const Mark &mark) {
            return isWanted(*stat, mark);
        });
        if (wanted != marks.end() && !hasEnded(one))
            found.push_back({std::move(one), std::move(*wanted), stat->startTime});
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
    std::vector<EarlierProcess> found;
    for (Marked &one : findMarked(kind, [&](const ProcessStat &, const Mark &mark) {
             return mark.what == what && (kind == EarlierKind::Leaders || isOver(mark.life));
         }))
        found.push_back(std::move(one.process));
    return found;
}

std::vector<EarlierWork> findEarlierWork(const std::string &start)
{
    std::vector<EarlierWork> works;
    for (Marked &one :
         findMarked(EarlierKind::Leaders, [&](const ProcessStat &stat, const Mark &mark) {
             return mark.what.starts_with(start) && isFirst(stat, mark);
         }))
        works.push_back({std::move(one.mark.what), one.startedAt});
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
