// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"

#include <prometheus/metric_family.h>

#include <vector>

namespace qontroller {

/// What one controller has to say at one scrape.
struct ControllerSample
{
    ControllerStatus status;
    LatencyBreakdown latencies;
};

/// Every metric family with the series of each sample, in a fixed order.
///
/// A series that has not counted yet is there with 0, so that a rate over the
/// first occurrence is right and a dashboard shows no holes. The names, labels and
/// bucket bounds of `workqueue_*` and `controller_runtime_*` are Kubernetes'.
[[nodiscard]] std::vector<prometheus::MetricFamily> metricFamilies(
    const std::vector<ControllerSample> &samples);

} // namespace qontroller
