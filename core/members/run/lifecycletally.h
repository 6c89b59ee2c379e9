// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/members/consist/consistrecord.h"
#include "core/members/consist/lifecyclecounts.h"

#include <string>
#include <string_view>

namespace qontroller::consist {

/// Counts what happens to operations and in passes. Thread-safe.
class LifecycleTally
{
public:
    /// Operations that moved on between \a before and \a after, or ended.
    void noteMoves(const Lifecycle &before, const Lifecycle &after, WallTime now);
    /// The failures of a pass of \a controller.
    void noteFailures(const std::string &controller, const ConsistRecord &record);
    /// A member of \a controller got traffic while it was operated on.
    void noteIntrusion(const std::string &controller);

    /// A command or function that \a what is done with has failed.
    void noteFailedCall(std::string_view what);

    /// Without what is so now.
    [[nodiscard]] LifecycleCounts counts() const;

private:
    mutable Mutex m_mutex;
    LifecycleCounts m_counts QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
