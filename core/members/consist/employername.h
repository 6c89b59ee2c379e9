// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <compare>
#include <string>

namespace qontroller::consist {

/// An employer of one controller: who puts marks on employees.
struct EmployerName
{
    std::string controller;
    ObjectId employer;

    /// For display: "web (load-balancer)".
    [[nodiscard]] std::string text() const { return employer + " (" + controller + ")"; }

    friend auto operator<=>(const EmployerName &, const EmployerName &) = default;
};

} // namespace qontroller::consist
