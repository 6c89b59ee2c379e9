// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistrules.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Whether an operation may begin, and whether traffic may come back. Pure.
namespace qontroller::consist {

/// An employee as the rules of its employer see it.
struct RuledEmployee
{
    /// In traffic with this employer, able to take it, and not out of service for an operation: see
    /// takesOutOfService(). What other employers do with it takes nothing away here.
    bool isAvailable = false;
    std::map<std::string, std::string> labels;
};

/// All employees of an employer.
struct Staff
{
    std::size_t total = 0;
    std::size_t available = 0;

    friend bool operator==(const Staff &, const Staff &) = default;
};

/// One rule that does not hold.
struct RuleFailure
{
    enum class Rule : std::uint8_t {
        MaxUnavailable, ///< actual: how many would be out of service
        MinAvailable,   ///< actual: how many would be left
        Label,          ///< subject: its name
        Command,        ///< subject: what it said; empty if it has not answered
    };

    Rule rule{};
    std::size_t limit = 0;
    std::size_t actual = 0;
    std::string subject;

    friend bool operator==(const RuleFailure &, const RuleFailure &) = default;
};

/// What the program of a rule, its `command`, said when it ended; or a function in its place.
struct ProgramAnswer
{
    bool succeeded = false;
    std::string said;

    friend bool operator==(const ProgramAnswer &, const ProgramAnswer &) = default;
};

struct RuleVerdict
{
    std::vector<RuleFailure> failures;
    /// How many more employees may go out of service now. Nothing: no rule limits them.
    std::optional<std::size_t> quotaLeft;

    [[nodiscard]] bool passed() const { return failures.empty(); }
};

/// Judges \a who, one of \a staff. Two operations may be
/// judged by the same facts only if the first is written down as permitted in between; else both
/// may take what is left of the quota. \a answer is needed only if there is a command.
[[nodiscard]] RuleVerdict judge(const ConsistRules &rules, const RuledEmployee &who,
                                const Staff &staff, const std::optional<ProgramAnswer> &answer);

/// \a share of \a total as a number of employees that may be out of service.
[[nodiscard]] std::size_t mostUnavailable(const EmployeeShare &share, std::size_t total);
/// … that must stay in service.
[[nodiscard]] std::size_t leastAvailable(const EmployeeShare &share, std::size_t total);

} // namespace qontroller::consist
