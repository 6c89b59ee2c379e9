// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <prometheus/metric_family.h>

#include <utility>

namespace qontroller {

/// Of one number without labels; \a type is Counter or Gauge.
[[nodiscard]] inline prometheus::MetricFamily metricFamily(const char *name, const char *help,
                                                           prometheus::MetricType type,
                                                           double value)
{
    prometheus::ClientMetric metric;
    (type == prometheus::MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
    return {name, help, type, {std::move(metric)}};
}

} // namespace qontroller
