// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <vector>

namespace qontroller {

class Host;

/// Gives Prometheus what a host has counted.
///
/// Reads the host's counters when it is asked and keeps nothing, so the hot path
/// never sees a lock of Prometheus. Thread-safe.
class HostCollector final : public prometheus::Collectable
{
public:
    /// \a host outlives every scrape: destroy the MetricsServer first.
    explicit HostCollector(const Host &host)
        : m_host(host)
    {}

    [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override;

private:
    const Host &m_host;
};

} // namespace qontroller
