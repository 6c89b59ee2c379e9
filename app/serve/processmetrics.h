// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <prometheus/metric_family.h>

#include <vector>

namespace qontroller {

/// What this process uses of its computer, under the names that all clients of Prometheus have
/// (`process_cpu_seconds_total`, `process_open_fds`, …; from its "Writing client libraries"). What
/// cannot be read now is left out. Thread-safe.
[[nodiscard]] std::vector<prometheus::MetricFamily> processMetrics();

} // namespace qontroller
