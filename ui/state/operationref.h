// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/consist/lifecycleport.h"

#include <string>
#include <vector>

namespace qontroller::ui {

/// Names an operation for as long as it lasts.
struct OperationRef
{
    std::string member; ///< EmployeeKey::text()
    std::string id;

    [[nodiscard]] static OperationRef of(const consist::OperationView &view)
    {
        return {view.employee.text(), view.operation.id};
    }
    friend auto operator<=>(const OperationRef &, const OperationRef &) = default;
};

/// A member, and those of its employers that are meant with it.
struct MemberRef
{
    consist::EmployeeKey member;
    std::vector<consist::EmployerName> employers;
};
using MemberRefs = std::vector<MemberRef>;

using OperationViews = std::vector<consist::OperationView>;

} // namespace qontroller::ui
