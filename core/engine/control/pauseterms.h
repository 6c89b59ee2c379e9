// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <optional>
#include <string>

namespace qontroller {

/// How long a pause lasts, and why.
struct PauseTerms
{
    std::optional<Duration> expiry = {}; ///< nothing: until an operator resumes
    std::string reason = {};             ///< shown where the pause is; may be empty

    auto operator<=>(const PauseTerms &) const = default;
};

} // namespace qontroller
