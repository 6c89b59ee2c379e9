// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/members/consist/employeekey.h"

#include <set>
#include <stop_token>

namespace qontroller::consist {

/// The employees whose operations may go on, for the thread that looks at them. Thread-safe.
class Looks
{
public:
    /// Never blocks.
    void add(const EmployeeKey &key);
    /// Those that were added since. Waits for one until \a until, or until \a stop is requested.
    [[nodiscard]] std::set<EmployeeKey> take(Clock &clock, TimePoint until,
                                             const std::stop_token &stop);

private:
    Mutex m_mutex;
    Condition m_came;
    std::set<EmployeeKey> m_keys QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
