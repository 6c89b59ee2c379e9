// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecyclecounts.h"

#include <prometheus/metric_family.h>

#include <functional>
#include <optional>
#include <vector>

namespace qontroller {

/// What the consist controllers of a host have counted; nothing as long as it has none. Empty: it
/// never has. Called by several threads.
using ConsistCounts = std::function<std::optional<consist::LifecycleCounts>()>;

/// Every metric family of consist controllers, in a fixed order. A series that has not counted
/// yet is there with 0.
[[nodiscard]] std::vector<prometheus::MetricFamily> consistFamilies(
    const consist::LifecycleCounts &counts);

} // namespace qontroller
