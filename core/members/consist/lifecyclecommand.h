// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycle.h"

namespace qontroller::consist {

/// The part of next() that obeys a command; gates are not looked at. Not for users of
/// the layer. A command that was given before and has taken effect changes nothing.
[[nodiscard]] Step obey(const Lifecycle &state, const Command &command, const Facts &facts,
                        const LifecyclePolicy &policy);

} // namespace qontroller::consist
