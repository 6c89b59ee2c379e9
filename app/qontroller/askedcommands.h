// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "ui/applicationport.h"

#include <string>

namespace qontroller {

/// An entry of an operator log of a host, as the window has it.
[[nodiscard]] inline ui::AskedCommand askedCommand(WallTime at, const std::string &who,
                                                   const std::string &controller,
                                                   const std::string &text)
{
    const auto since1970 = std::chrono::duration_cast<std::chrono::milliseconds>(
        at.time_since_epoch());
    return {QDateTime::fromMSecsSinceEpoch(since1970.count()), who, controller, text};
}

} // namespace qontroller
