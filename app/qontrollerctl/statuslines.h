// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/texttable.h"
#include "app/qontrollerctl/verbs.h"
#include "core/engine/alarms/need.h"
#include "core/engine/control/journalport.h"
#include "core/engine/observe/controllers/attention.h"
#include "core/members/consist/lifecycleport.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace qontroller {

/// A number of a controller that the status shows.
struct StatusCount
{
    const char *name; ///< as JSON has it
    const char *title;
    std::uint64_t (*of)(const Gauges &);
};
[[nodiscard]] std::span<const StatusCount> statusCounts();

/// A line of the status: a controller, or one of the session that does not run.
struct StatusLine
{
    std::string name;
    HealthReport health;
    Gauges gauges = {};
    ControllerId id = 0;   ///< 0: it does not run
    bool isPaused = false; ///< by an operator
    bool hasListed = true;
    std::vector<Attention> attentions = {};
    WallTime pausedUntil = {}; ///< WallTime{}: not paused, or until an operator resumes it
};

struct StatusAnswer
{
    TimePoint now; ///< of the host
    std::vector<StatusLine> lines;
    std::string notApplied = {}; ///< why the session asked for last is not; empty: it is
    std::string notSaved = {};   ///< what runs that the session's file does not have
    JournalStatus journal = {};
    std::vector<Need> ofHost = {};
    std::vector<Acknowledgement> acknowledged = {};
    std::string operationsUnknown = {}; ///< why; empty: lines count them
    WallTime wall = {};                 ///< at the same time, here

    [[nodiscard]] Moment moment() const { return {now, wall}; }
};

/// Puts operations on members that need a person into the attentions and the health of their
/// controllers, at \a now. One that does not run gets a line.
void addOperations(std::vector<StatusLine> &lines, const consist::LifecycleAnswer &members,
                   TimePoint now);

[[nodiscard]] tl::expected<StatusAnswer, CtlProblem> statusOf(CtlHost host);
[[nodiscard]] TextTable statusTable(const std::vector<StatusLine> &lines);

} // namespace qontroller
