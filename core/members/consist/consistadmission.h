// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Second interface, for adapters whose employees are registered with this host.
///
/// Without it an employee that is new may count as available before its employers have seen it.
/// So the step that writes it into the store asks here, and writes both at once. Called from
/// several threads; may not block for long; may throw: the employee is then not registered.
class ConsistAdmission
{
public:
    virtual ~ConsistAdmission() = default;

    /// The employers that must take \a employee in before it may count as available. What the
    /// first pass of each finds out counts from then on.
    [[nodiscard]] virtual std::vector<ObjectId> mustBeTakenInBy(std::string_view employee) = 0;
};

} // namespace qontroller
