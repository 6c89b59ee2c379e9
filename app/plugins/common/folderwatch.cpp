// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/folderwatch.h"

#include "app/plugins/common/folderchanges.h"
#include "core/base/files/stopfd.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <system_error>
#include <vector>

namespace qontroller {

namespace {

std::string why(int code)
{
    return std::generic_category().message(code);
}

bool isThere(const ListedFolder &folder, const std::string &id)
{
    struct stat status
    {
    };
    return ::lstat(folder.fileOf(id).c_str(), &status) == 0;
}

/// Files that one watch has seen go, and that may come back.
class Untold final
{
public:
    explicit Untold(Absences &absences)
        : m_absences(absences)
    {}
    ~Untold()
    {
        for (const auto &[id, due] : m_due)
            m_absences.release(id, false);
    }
    Untold(const Untold &) = delete;
    Untold &operator=(const Untold &) = delete;

    /// \a id is not there. Whether it may come back; if not, it is to be told of.
    [[nodiscard]] bool expect(const std::string &id)
    {
        if (m_due.contains(id))
            return true;
        const auto due = m_absences.expect(id);
        if (due)
            m_due.emplace(id, *due);
        return due.has_value();
    }
    /// It has come back, or is told of if it \a hasGone.
    void release(const std::string &id, bool hasGone)
    {
        if (m_due.erase(id) > 0)
            m_absences.release(id, hasGone);
    }
    /// Milliseconds until the first of them is to be told of, for poll(); -1: there is none.
    [[nodiscard]] int wait() const
    {
        if (m_due.empty())
            return -1;
        const auto first = std::ranges::min_element(m_due, {},
                                                    [](auto &one) { return one.second; });
        const Duration left = first->second - SteadyClock::instance().now();
        const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left).count();
        return static_cast<int>(std::clamp<std::int64_t>(rounded, 0, LongestWait));
    }
    [[nodiscard]] std::vector<std::string> allDue() const
    {
        const TimePoint now = SteadyClock::instance().now();
        std::vector<std::string> due;
        for (const auto &[id, when] : m_due) {
            if (when <= now)
                due.push_back(id);
        }
        return due;
    }

private:
    static constexpr std::int64_t LongestWait = 60'000;

    Absences &m_absences;
    std::map<std::string, TimePoint> m_due;
};

} // namespace

WatchEnd watchFolder(const std::string &noun, ListedFolder &folder,
                     const std::function<void(const std::string &id, bool hasGone)> &tell,
                     WatchSink &sink, const std::stop_token &stop,
                     const std::vector<AlsoAwaited> &also)
{
    const std::string named = noun + " \"" + folder.path() + '"';
    const FolderChanges changes(folder.path());
    if (!changes)
        return WatchEnd::failed(named + " cannot be watched: " + why(errno));
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: " + why(errno));
    const auto missed = [&](std::string_view reason) { sink.missed(reason); };
    Untold untold(folder.absences());
    const auto changed = [&](const std::string &name) {
        const std::string id(nameOfJsonFile(name));
        if (id.empty() || (!isThere(folder, id) && untold.expect(id)))
            return;
        untold.release(id, false);
        tell(id, false);
    };
    const auto conclude = [&](const std::string &id) {
        const bool hasGone = !isThere(folder, id);
        untold.release(id, hasGone); // first: what the event causes must find it gone
        tell(id, hasGone);
    };
    std::vector<pollfd> waiting{{wake.get(), POLLIN, 0}, {changes.fd(), POLLIN, 0}};
    for (const AlsoAwaited &each : also) // a negative descriptor is skipped
        waiting.push_back({each.fd, POLLIN, 0});
    sink.ready();
    while (true) {
        static_cast<void>(::poll(waiting.data(), waiting.size(), untold.wait()));
        if (stop.stop_requested())
            return WatchEnd::closed();
        for (const AlsoAwaited &each : also)
            each.look();
        if (!changes.passOn(changed, missed))
            return WatchEnd::failed(named + " is gone");
        for (const std::string &id : untold.allDue())
            conclude(id);
    }
}

} // namespace qontroller
