// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/common/commandline.h"

#include <string_view>

namespace qontroller {

/// What --help says before and after the options.
struct HelpFrame
{
    std::string_view arguments;
    std::string_view purpose;
    std::string_view end;
};

[[nodiscard]] HelpFrame helpFrame(Program program);

} // namespace qontroller
