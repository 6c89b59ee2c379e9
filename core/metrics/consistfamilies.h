// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/consist/lifecyclecounts.h"

#include <prometheus/metric_family.h>

#include <vector>

namespace qontroller {

/// Every metric family of consist controllers, in a fixed order. A series that has not counted
/// yet is there with 0.
[[nodiscard]] std::vector<prometheus::MetricFamily> consistFamilies(
    const consist::LifecycleCounts &counts);

} // namespace qontroller
