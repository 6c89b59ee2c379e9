// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// So many of the employees of an employer, or such a part of them.
struct EmployeeShare
{
    enum class Unit : std::uint8_t {
        Employees,
        Percent,
    };

    unsigned value = 0;
    Unit unit = Unit::Employees;

    friend bool operator==(const EmployeeShare &, const EmployeeShare &) = default;
};

/// What has to be true before an operation on an employee is permitted. All that are given count.
struct ConsistRules
{
    /// At most so many of an employer's employees are out of service at a time, those included
    /// that are out of service by themselves. A part is rounded down, but to no less than one
    /// unless it is 0 %. An employee that is out of service anyway takes nothing away.
    std::optional<EmployeeShare> maxUnavailable;
    /// At least so many stay in service. A part is rounded up.
    std::optional<EmployeeShare> minAvailable;
    /// Labels that the employee must have with these values.
    std::map<std::string, std::string> labels;
    /// A program with its arguments that must end with 0. Empty: none.
    std::vector<std::string> command;
};

/// Reads the first two of \a rules from texts as "2" or "25%"; from an empty one nothing. What is
/// wrong, as a sentence that begins with the rule's name, also where no member that is in service
/// could ever be operated on. \a noun is what a member is called there.
[[nodiscard]] std::optional<std::string> readShares(const std::string &maxUnavailable,
                                                    const std::string &minAvailable,
                                                    const std::string &noun, ConsistRules &rules);

} // namespace qontroller
