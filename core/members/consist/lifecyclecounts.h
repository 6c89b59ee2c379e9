// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/anyadapter.h"
#include "core/members/consist/lifecycle.h"
#include "core/members/consist/lifecycleport.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace qontroller::consist {

/// How long operations were in a phase, by upper bounds.
struct PhaseTimes
{
    static constexpr std::array<int, 8> Bounds{1, 5, 15, 60, 300, 900, 3600, 14400}; ///< seconds

    /// Of each bound those that were longer than the one before; the last: longer than all.
    std::array<std::uint64_t, Bounds.size() + 1> counts{};
    Duration sum{};

    void record(Duration time);
};

/// What is counted of all consist controllers of a host, since it started but for what is now.
struct LifecycleCounts
{
    struct OfController
    {
        std::array<std::size_t, MemberStateCount> members{}; ///< now, by state
        /// By how their last pass ended, as EmployerSummary::isInTrouble.
        std::size_t employersInOrder = 0;
        std::size_t employersInTrouble = 0;
        std::size_t heldMembers = 0; ///< now: see ConsistRecord::heldEmployees
        /// Passes that found traffic, which another party let through, at a member in operation.
        std::uint64_t intrusions = 0;
        /// Items that a call could not change, by side and verb.
        std::array<std::array<std::uint64_t, ConsistVerbCount>, ConsistSideCount> failures{};
    };

    /// Those that run and have employers or had failures.
    std::map<std::string, OfController> controllers;
    std::size_t absentControllers = 0; ///< that do not run, and operations wait for them, now
    std::array<std::size_t, PhaseCount> operations{}; ///< now, by phase
    std::size_t stuck = 0;                            ///< in drain, now
    std::size_t unservedWishes = 0; ///< members whose object asks for what cannot begin, now
    std::map<std::string, std::uint64_t>
        failedCalls;                          ///< of commands and functions, by what they do
    std::array<PhaseTimes, PhaseCount> times; ///< of phases that ended
};

} // namespace qontroller::consist
