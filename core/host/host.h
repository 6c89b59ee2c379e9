// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/controllerparts.h"
#include "core/api/options.h"
#include "core/control/controlport.h"
#include "core/observe/feed.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>
#include <vector>

namespace qontroller {

class Controller;

/// What the host needs to run one controller.
struct ControllerSpec
{
    std::string name;   ///< unique within the host, not empty
    std::string plugin; ///< for display
    ControllerParts parts;
    ControllerOptions options;
};

/// What one controller left undone when it stopped.
struct StopReport
{
    std::string name;
    bool drained = true;           ///< everything queued or running ended in time
    std::vector<ObjectId> left;    ///< still queued, running or in back-off; at most 1000
    std::uint64_t leftCount = 0;
};

/// A controller's totals, for status lines, metrics and the exit status.
struct ControllerStatus
{
    ControllerId id = 0;
    std::string name;
    ControllerState state = ControllerState::Starting;
    ControllerOptions options;
    bool synced = false; ///< the first complete list is in
    Counters counters;
    Gauges gauges;

    /// The first list is handled and nothing is queued, running or in back-off.
    [[nodiscard]] bool isIdle() const;
    /// Items that need a person: failed, parked or held.
    [[nodiscard]] std::uint64_t troubled() const;
};

/// Latencies by what came of it, as the metrics want them.
struct LatencyBreakdown
{
    Histogram queue;
    Histogram work;
    Histogram storageOk, storageFailed;
    Histogram listOk, listFailed;
    Histogram addOk, addFailed;
    Histogram removeOk, removeFailed;
};

/// Runs any number of controllers side by side. They share nothing: one that
/// blocks, throws or floods does not slow another.
///
/// Thread-safe. The destructor stops what still runs, with a deadline of 0.
class Host final : public ControlPort, public Feed
{
public:
    /// \a clock outlives the host.
    explicit Host(Clock &clock = SteadyClock::instance());
    ~Host() override;

    /// Starts a controller. The error is a sentence: a name that is taken, options
    /// that do not hold (see validate()), a part that is missing.
    [[nodiscard]] tl::expected<ControllerId, std::string> add(ControllerSpec spec);

    /// Drains every controller at once, each until \a deadline from now, then asks
    /// what still runs to stop and waits for it. Second and later calls return at once.
    std::vector<StopReport> stop(Duration deadline);

    /// Ends a stop() under way as if its deadline had come. Async-safe it is not.
    void stopNow();

    [[nodiscard]] std::vector<ControllerStatus> status() const;
    [[nodiscard]] LatencyBreakdown latencies(ControllerId id) const;

    Ticket submit(Command command) override;
    Delta pull() override;
    void detach() override;
    std::optional<ItemDetail> detail(ControllerId controller, const ObjectId &id) override;
    std::vector<ObjectId> held(ControllerId controller) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller
