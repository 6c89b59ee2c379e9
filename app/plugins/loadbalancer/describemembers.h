// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/member.h"
#include "core/members/consist/consistadapter.h"

#include <string>

namespace qontroller::loadbalancer {

/// Members as lines that can be compared, in the order of their ids; an error as it is.
[[nodiscard]] std::string describe(const ConsistItems<Member> &members);

} // namespace qontroller::loadbalancer
