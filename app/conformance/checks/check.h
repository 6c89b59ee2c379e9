// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/stepper.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::conformance {

/// One property of a plugin, tried out in one round after the other.
struct Check
{
    std::string_view name;
    std::string_view property; ///< what holds if it passes
    std::string_view right;    ///< what an author does if it fails
    /// Those without which this one would only say the same again.
    std::vector<std::string_view> restsOn;
    /// One round. Gives how far it went, empty if all the way; fails by EndOfCheck.
    std::string (*run)(Bench &bench, Dice &dice);
};

/// In the order in which they are run: each after those that it rests on.
[[nodiscard]] std::span<const Check> checks();

/// Null if there is none of that name.
[[nodiscard]] const Check *findCheck(std::string_view name);

/// `a, b and c`.
[[nodiscard]] std::string namesOfChecks();

inline constexpr const char *OutcomesOnly =
    "outcomes only: without a world the kit does not see what the calls did";

/// Ends the check as not run unless there is a world with commands.
void needWorld(const Bench &bench);

/// Ends the check as not run unless \a instance is of a consist controller.
[[nodiscard]] const ConsistAccess &needConsist(const Instance &instance);

std::string checkCreates(Bench &bench, Dice &dice);
std::string checkStops(Bench &bench, Dice &dice);
std::string checkLists(Bench &bench, Dice &dice);
std::string checkWatch(Bench &bench, Dice &dice);
std::string checkAdds(Bench &bench, Dice &dice);
std::string checkIdempotent(Bench &bench, Dice &dice);
std::string checkDrift(Bench &bench, Dice &dice);
std::string checkState(Bench &bench, Dice &dice);
std::string checkObjects(Bench &bench, Dice &dice);
std::string checkDeletions(Bench &bench, Dice &dice);
std::string checkLeftovers(Bench &bench, Dice &dice);
std::string checkCancels(Bench &bench, Dice &dice);
std::string checkOutage(Bench &bench, Dice &dice);
std::string checkConverges(Bench &bench, Dice &dice);
std::string checkDescriptors(Bench &bench, Dice &dice);
std::string checkThreads(Bench &bench, Dice &dice);
std::string checkUnchanged(Bench &bench, Dice &dice);
std::string checkRecovers(Bench &bench, Dice &dice);
std::string checkDrains(Bench &bench, Dice &dice);
std::string checkCleanup(Bench &bench, Dice &dice);

} // namespace qontroller::conformance
