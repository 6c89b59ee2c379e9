// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "core/base/threads/clock.h"
#include "core/engine/control/sessionport.h"
#include "core/engine/host/host.h"
#include "core/plugins/load/plugincatalogue.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// When a controller whose plugin crashed the program as \a crashes tell is started again: at once
/// after the first, a minute after the second in a row, then after twice as long each time, an
/// hour at the most.
[[nodiscard]] WallTime startAfter(const std::vector<CrashGuard::Crash> &crashes);

/// Controllers that are not started because their plugins crashed the program again and again, or
/// their own processes before they were made, while all others run. takeDue() gives each back when
/// its time has come, one at a time, so that the next crash has one suspect. For one thread, but
/// count().
class CrashBackOff
{
public:
    /// Finds the controllers of \a session that wait and logs why. None waits for longer than an
    /// hour, however wrong the machine's calendar is.
    CrashBackOff(const Session &session, const PluginCatalogue &plugins,
                 Clock &clock = SteadyClock::instance());

    /// \a controller waits because its own process could not make it; logs \a why. A minute, then
    /// twice as long each time, an hour at the most.
    void keepBack(const SessionController &controller, const std::string &why);
    /// \a controller was made: the count of keepBack() begins anew.
    void noteMade(const std::string &controller) { m_keptBack.erase(controller); }

    [[nodiscard]] std::set<std::string> names() const;
    /// Those that wait, and why.
    [[nodiscard]] std::vector<NotStarted> notStarted() const;
    /// \a controller does not wait any more.
    void forget(const std::string &controller);
    /// How many wait. Thread-safe.
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// When to ask takeDue() again.
    [[nodiscard]] TimePoint next() const { return m_next; }
    /// A controller that is to be started now; \a running tells whether the one before has ended
    /// its first list.
    [[nodiscard]] std::optional<SessionController> takeDue(
        const std::vector<ControllerStatus> &running);

private:
    struct Waiting
    {
        SessionController controller;
        TimePoint due;
        std::string why;
    };
    void consider(const SessionController &controller, const PluginCatalogue &plugins);
    void add(Waiting waiting);
    [[nodiscard]] bool isTried(const std::vector<ControllerStatus> &running) const;

    Clock &m_clock;
    std::vector<Waiting> m_waiting;                ///< in the order of their times
    TimePoint m_next = TimePoint::max();           ///< TimePoint::max(): none waits
    std::map<std::string, std::size_t> m_keptBack; ///< how often in a row, by controller
    std::string m_tried;                           ///< the controller that was given last
    std::atomic<std::size_t> m_count = 0;
};

} // namespace qontroller
