// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <string>
#include <thread>

namespace qontroller {

/// While it lives, a plugin makes the parts of a controller, and holds up the program's thread. If
/// that takes longer than 10 s the log says so once: nothing else would name the plugin. A call
/// has 30 s more when a signal asks for the end meanwhile, as at any end; then the program ends
/// without destructors.
///
/// The destructor ends the program if the plugin has closed descriptors of it.
class CreateWatch
{
public:
    /// Who ends a call that takes longer than 10 s.
    enum class Slow : unsigned char {
        IsSaid, ///< nothing can
        IsEnded ///< the keeper of the controller's own process, which says so itself
    };

    /// \a clock outlives it. Without a thread for it nothing is said.
    CreateWatch(std::string controller, std::string plugin, Slow slow = Slow::IsSaid,
                Clock &clock = SteadyClock::instance());
    /// Not for a thread that holds locks.
    ~CreateWatch();
    CreateWatch(const CreateWatch &) = delete;
    CreateWatch &operator=(const CreateWatch &) = delete;

private:
    void run();
    /// False: it has returned.
    [[nodiscard]] bool wait();
    void say(const std::string &text) const;

    const std::string m_controller;
    const std::string m_plugin;
    Clock &m_clock;
    const TimePoint m_limit; ///< when the log says that it takes long
    Mutex m_mutex;
    Condition m_changed;
    bool m_hasReturned QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::thread m_thread;
};

} // namespace qontroller
