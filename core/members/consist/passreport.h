// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistrecord.h"
#include "core/members/consist/passoutcome.h"
#include "core/members/consist/protection.h"
#include "core/members/consist/sidesync.h"

#include <optional>
#include <span>

/// What is said of a pass when it is over. Not for users of the layer.
namespace qontroller::consist {

/// All that a pass knows at its end.
struct PassEnd
{
    SideSync &resource;
    SideSync &members;
    const EmployerMarks &marks;
    std::span<const EmployeeKey> selected;
    std::span<const EmployeeKey> held;  ///< see ConsistRecord::heldEmployees
    std::vector<std::string> down;      ///< see ConsistRecord::downEmployees
    const std::optional<Thrown> &error; ///< of neither side
    std::size_t gatesClosed;
    bool isUnsure; ///< what sources say of members is waited for
};

/// As far as \a options want it.
[[nodiscard]] ConsistRecord recordOf(const PassEnd &end, const ConsistOptions &options);

[[nodiscard]] PassFindings findingsOf(const PassEnd &end);

} // namespace qontroller::consist
