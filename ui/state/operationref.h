// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycleport.h"
#include "core/remote/link/hoststatus.h"

#include <string>
#include <utility>
#include <vector>

/// What the window tells apart on the lifecycle board. Hosts may have employers and members that
/// are called the same; a host of 0 is the program's own.
namespace qontroller::ui {

/// An operation, as its host has told it.
struct HostOperation : consist::OperationView
{
    HostId host = 0;
    WallTime now{}; ///< there, when it was told

    friend bool operator==(const HostOperation &, const HostOperation &) = default;
};
using OperationViews = std::vector<HostOperation>;

/// Names an operation for as long as it lasts.
struct OperationRef
{
    std::string member; ///< EmployeeKey::text()
    std::string id;
    HostId host = 0;

    [[nodiscard]] static OperationRef of(const HostOperation &view)
    {
        return {view.employee.text(), view.operation.id, view.host};
    }
    friend auto operator<=>(const OperationRef &, const OperationRef &) = default;
};

struct EmployerRef
{
    EmployerRef(consist::EmployerName called, HostId of = 0)
        : name(std::move(called))
        , host(of)
    {}

    consist::EmployerName name;
    HostId host;

    friend auto operator<=>(const EmployerRef &, const EmployerRef &) = default;
};
using EmployerRefs = std::vector<EmployerRef>;

/// A member, and those of its employers that are meant with it.
struct MemberRef
{
    consist::EmployeeKey member;
    std::vector<consist::EmployerName> employers;
    HostId host = 0;
};
using MemberRefs = std::vector<MemberRef>;

} // namespace qontroller::ui
