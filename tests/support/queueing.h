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

inline void addAfter(WorkQueue &queue, std::string_view id, Duration delay)
{
    queue.update<Intake>([=](Intake &intake, TimePoint now) { intake.addAfter(id, delay, now); });
}

} // namespace qontroller::test
