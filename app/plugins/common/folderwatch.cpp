// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/folderwatch.h"

#include "app/plugins/common/folderchanges.h"
#include "core/base/stopfd.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
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

/// Files that were told of while they were not there, and when they are told of again.
class ToldAgain
{
public:
    explicit ToldAgain(Duration patience)
        : m_patience(patience)
    {}

    void note(const std::string &name, const std::string &path)
    {
        struct stat status
        {
        };
        if (m_patience == Duration::zero() || ::lstat(path.c_str(), &status) == 0)
            m_due.erase(name);
        else
            m_due[name] = later(SteadyClock::instance().now(), m_patience);
    }
    /// Milliseconds until the first of them, for poll(); -1: there is none.
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
    [[nodiscard]] std::vector<std::string> takeDue()
    {
        const TimePoint now = SteadyClock::instance().now();
        std::vector<std::string> due;
        std::erase_if(m_due, [&](const auto &one) {
            if (one.second > now)
                return false;
            due.push_back(one.first);
            return true;
        });
        return due;
    }

private:
    static constexpr std::int64_t LongestWait = 60'000;

    const Duration m_patience;
    std::map<std::string, TimePoint> m_due;
};

} // namespace

WatchEnd watchFolder(const WatchedFolder &folder,
                     const std::function<void(const std::string &name)> &tell, WatchSink &sink,
                     const std::stop_token &stop, const AlsoAwaited &also)
{
    const std::string named = folder.noun + " \"" + folder.path + '"';
    const FolderChanges changes(folder.path);
    if (!changes)
        return WatchEnd::failed(named + " cannot be watched: " + why(errno));
    const StopFd wake(stop);
    if (!wake)
        return WatchEnd::failed("there is no descriptor left: " + why(errno));
    const auto missed = [&](std::string_view reason) { sink.missed(reason); };
    ToldAgain again(folder.patience);
    const auto changed = [&](const std::string &name) {
        tell(name);
        again.note(name, folder.path + '/' + name);
    };
    sink.ready();
    while (true) {
        // A negative descriptor is skipped.
        std::array<pollfd, 3> waiting{
            {{wake.get(), POLLIN, 0}, {changes.fd(), POLLIN, 0}, {also.fd, POLLIN, 0}}};
        static_cast<void>(::poll(waiting.data(), waiting.size(), again.wait()));
        if (stop.stop_requested())
            return WatchEnd::closed();
        also.look();
        if (!changes.passOn(changed, missed))
            return WatchEnd::failed(named + " is gone");
        for (const std::string &name : again.takeDue())
            tell(name);
    }
}

} // namespace qontroller
