// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

namespace qontroller::conformance {

/// What a person asked `qontroller-conformance` for. Each field has the name of its option.
struct KitLine
{
    std::string plugin;            ///< a file
    std::string parameters;        ///< a file
    std::vector<std::string> only; ///< names of checks
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> rounds;
    std::optional<Duration> stopLimit;
    std::optional<Duration> settleLimit;
    bool json = false;
    bool help = false;
    bool version = false;
};

/// What is said of the program.
[[nodiscard]] const ProgramText &kitText();

/// Reads \a arguments, those after the program's name. The error is a sentence that says what is
/// wrong and what would be right. With --help or --version nothing else is judged.
[[nodiscard]] tl::expected<KitLine, std::string> parseKitLine(
    const std::vector<std::string> &arguments);

/// What --help prints.
[[nodiscard]] std::string kitHelp();

} // namespace qontroller::conformance
