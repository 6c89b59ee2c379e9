// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/mutex.h"

#include <string>
#include <thread>

namespace qontroller {

/// While it lives, a plugin makes the parts of a controller in this process. If that takes longer
/// than 10 s the log says so once: nothing else would name the plugin that holds the program up.
class CreateWatch
{
public:
    /// \a clock outlives it. Without a thread for it nothing is said.
    CreateWatch(std::string controller, std::string plugin, Clock &clock = SteadyClock::instance());
    ~CreateWatch();
    CreateWatch(const CreateWatch &) = delete;
    CreateWatch &operator=(const CreateWatch &) = delete;

private:
    void run();

    const std::string m_controller;
    const std::string m_plugin;
    Clock &m_clock;
    const TimePoint m_limit;
    Mutex m_mutex;
    Condition m_changed;
    bool m_hasReturned QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::thread m_thread;
};

} // namespace qontroller
