// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "app/serve/sessionline.h"

namespace qontroller {

/// What a person asked `qontroller` for. Each field has the name of its option.
struct DesktopLine : SessionLine
{
    std::string screenshot; ///< a file; empty: none is wanted
    std::optional<Duration> after;
    std::vector<std::string> attach; ///< addresses of hosts elsewhere; none: the own one
    int tab = 0;                     ///< of ui::TabNames
    bool safeMode = false;
    bool readOnly = false;
};

/// What is said of the program.
[[nodiscard]] const ProgramText &desktopText();

/// Reads \a arguments, those after the program's name. The error is a sentence that says what is
/// wrong and what would be right. With --help or --version nothing else is judged.
[[nodiscard]] tl::expected<DesktopLine, std::string> parseDesktopLine(
    const std::vector<std::string> &arguments);

/// What --help prints.
[[nodiscard]] std::string desktopHelp();

} // namespace qontroller
