// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/employername.h"

/// Who works for whom, and when, in tests.
namespace qontroller::consist {

inline const EmployerName Web{"balancer", "web"};
inline const EmployeeKey S1("server", "s1");
inline const EmployeeKey S2("server", "s2");
inline constexpr WallTime Noon{std::chrono::hours(12)};
inline constexpr WallTime One{std::chrono::hours(13)};

} // namespace qontroller::consist
