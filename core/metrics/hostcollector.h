// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/consist/lifecyclecounts.h"

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <functional>
#include <optional>
#include <utility>
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
    /// What its consist controllers have counted; nothing as long as it has none.
    using ConsistCounts = std::function<std::optional<consist::LifecycleCounts>()>;

    /// \a host outlives every scrape: destroy the MetricsServer first. \a consist may be empty.
    explicit HostCollector(const Host &host, ConsistCounts consist = {})
        : m_host(host)
        , m_consist(std::move(consist))
    {}

    [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override;

private:
    const Host &m_host;
    ConsistCounts m_consist;
};

} // namespace qontroller
