// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/consist/lifecycleport.h"

#include <cstddef>
#include <map>
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

/// What an operator can do to operations that are under way.
enum class OperationVerb {
    Start,
    Finish,
    Undo,
    Force
};

/// Why \a verb would be refused for \a operation; empty: it would not.
[[nodiscard]] QString whyNot(OperationVerb verb, const consist::OperationView &operation);

/// The operations that an action is meant for, as they were when an operator asked for it.
struct OperationScope
{
    OperationVerb verb{};
    OperationViews eligible;
    std::map<QString, std::size_t> skipped; ///< how many, by why

    [[nodiscard]] static OperationScope of(OperationVerb verb, const OperationViews &operations);
    /// Why nothing would be done; empty: something would.
    [[nodiscard]] QString whyNone() const;
};

} // namespace qontroller::ui
