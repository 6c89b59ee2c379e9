// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <string>
#include <unordered_map>

namespace qontroller::foldermirror {

/// Files that changed while they were copied, so that the copy was thrown away: they are copied
/// again after a rest that doubles each time, however often they change. Thread-safe.
class Restless final
{
public:
    static constexpr Duration FirstRest = std::chrono::milliseconds(200);
    static constexpr Duration LongestRest = std::chrono::minutes(1);
    /// So many copies thrown away are no coincidence.
    static constexpr unsigned Often = 6;

    /// A copy of \a path was thrown away at \a now. How many were, in a row.
    unsigned note(const std::string &path, TimePoint now) QONTROLLER_EXCLUDES(m_mutex);
    /// How long it rests from \a now on; zero: it does not.
    [[nodiscard]] Duration rest(const std::string &path, TimePoint now) const
        QONTROLLER_EXCLUDES(m_mutex);
    /// It was copied, or has gone.
    void forget(const std::string &path) QONTROLLER_EXCLUDES(m_mutex);

private:
    struct Copies
    {
        unsigned thrownAway = 0;
        TimePoint next;
    };
    mutable Mutex m_mutex;
    std::unordered_map<std::string, Copies> m_files QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
