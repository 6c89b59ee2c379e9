// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/outcome.h"

#include <string>

namespace qontroller::supervision {

/// Why a process could not be started.
struct Obstacle
{
    std::string text;        ///< one sentence
    bool isShortage = false; ///< the host has no more of something

    [[nodiscard]] Outcome outcome() const
    {
        return isShortage ? Outcome::shortage(text) : Outcome::retry(text);
    }
};

} // namespace qontroller::supervision
