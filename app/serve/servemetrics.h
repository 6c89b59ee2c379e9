// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/hostjournal.h"
#include "core/engine/alarms/alarms.h"
#include "core/engine/host/host.h"
#include "core/engine/metrics/metricsserver.h"
#include "core/members/metrics/consistfamilies.h"
#include "core/remote/server/callerplaces.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// What a program says of its session. Called by several threads.
struct SessionFacts
{
    /// How many controllers wait in back-off because their plugins crashed.
    std::function<std::size_t()> waiting = [] { return std::size_t(0); };
    /// The session that was asked for last was applied.
    std::function<bool()> isApplied = [] { return true; };
    /// Nothing: it keeps no journal.
    std::function<std::optional<JournalHealth>()> journal = [] { return std::nullopt; };
    /// What needs a person, and alarms.
    std::function<AlarmFacts()> alarms = [] { return AlarmFacts(); };
    /// What its control server counts. Not null.
    std::shared_ptr<remote::ControlCounts> control = std::make_shared<remote::ControlCounts>();
};

/// Where metrics are served, and to whom.
struct MetricsPlace
{
    std::string address;   ///< empty: nowhere
    std::string passwords; ///< a file, as MetricsUsers reads it; empty: to everybody
    std::string tls;       ///< a folder with cert.pem and key.pem; empty: pages are not encrypted
};

/// Serves what \a host and its consist controllers count at \a place, and whether they do their
/// work, and says in the log where; null if the address is empty. Destroy the server before the
/// host.
[[nodiscard]] tl::expected<std::unique_ptr<MetricsServer>, MetricsServer::NotStarted> serveMetrics(
    const MetricsPlace &place, const Host &host, ConsistCounts consist,
    const SessionFacts &session = {});

} // namespace qontroller
