// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

enum class Program : unsigned char {
    Desktop,
    Server,
    Conformance,
};

/// `qontroller`, `qontrollerd` or `qontroller-conformance`.
[[nodiscard]] std::string_view name(Program program);

/// What a person asked for. Each field has the name of its option; an empty text
/// or path means that it was not given.
struct CommandLine
{
    std::string session;
    std::string plugin;     ///< a file
    std::string parameters; ///< a file
    std::string profile;
    std::string stateDir;
    std::string screenshot;
    std::string metrics; ///< an address; empty: no metrics are served
    std::vector<std::string> pluginPaths;
    std::vector<std::string> disabledPlugins;
    std::vector<std::string> trustedPlugins; ///< SHA-256, 64 lower-case digits
    std::vector<std::string> only;           ///< names of checks
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> rounds;
    std::optional<Duration> stopLimit;
    std::optional<Duration> settleLimit;
    std::optional<Duration> after;
    std::optional<Duration> runFor;
    std::optional<Duration> statusInterval;
    bool demo = false;
    bool safeMode = false;
    bool readOnly = false;
    bool check = false;
    bool untilIdle = false;
    bool json = false;
    bool help = false;
    bool version = false;
};

/// Reads the arguments after the program's name. The error is a sentence that says
/// what is wrong and what would be right. With --help or --version nothing else is judged.
[[nodiscard]] tl::expected<CommandLine, std::string> parseCommandLine(
    Program program, const std::vector<std::string> &arguments);

/// What --help prints, made from the table that parseCommandLine() reads.
[[nodiscard]] std::string helpText(Program program);

/// What --version prints.
[[nodiscard]] std::string versionText(Program program);

} // namespace qontroller
