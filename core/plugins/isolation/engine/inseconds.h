// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <string>

namespace qontroller::isolation {

/// `5 s`, rounded up.
[[nodiscard]] inline std::string inSeconds(Duration time)
{
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
}

} // namespace qontroller::isolation
