// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/hostcollector.h"

#include "core/engine/metrics/families.h"

#include <utility>

namespace qontroller {

std::vector<prometheus::MetricFamily> HostCollector::Collect() const
{
    std::vector<ControllerSample> samples;
    for (ControllerStatus &status : m_host.status()) {
        LatencyBreakdown latencies = m_host.latencies(status.id);
        samples.push_back({std::move(status), std::move(latencies)});
    }
    return metricFamilies(samples);
}

} // namespace qontroller
