// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/hostcollector.h"

#include "core/metrics/consistfamilies.h"
#include "core/metrics/families.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller {

std::vector<prometheus::MetricFamily> HostCollector::Collect() const
{
    std::vector<ControllerSample> samples;
    for (ControllerStatus &status : m_host.status()) {
        LatencyBreakdown latencies = m_host.latencies(status.id);
        samples.push_back({std::move(status), std::move(latencies)});
    }
    std::vector<prometheus::MetricFamily> families = metricFamilies(samples);
    if (const auto counts = m_consist ? m_consist() : std::nullopt)
        std::ranges::move(consistFamilies(*counts), std::back_inserter(families));
    return families;
}

} // namespace qontroller
