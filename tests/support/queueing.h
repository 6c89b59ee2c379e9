// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/workqueue.h"

#include <string_view>

namespace qontroller::test {

// In short words what a source does to a queue.

inline void add(WorkQueue &queue, std::string_view id, Cause cause = Cause::Modified)
{
    queue.update<Intake>([=](Intake &intake, TimePoint now) { intake.add(id, cause, now); });
}

/// \a id, of which nothing is known, waits for \a delay.
inline void addAfter(WorkQueue &queue, std::string_view id, Duration delay)
{
    queue.update<Restore>([=](Restore &restore, TimePoint now) {
        const Moment at{now, WallTime(now.time_since_epoch())};
        KnownItem known;
        known.id = id;
        known.next = NextRun::Requeue;
        known.nextRun = at.wallOf(now + delay);
        restore.add(known, at);
    });
}

} // namespace qontroller::test
