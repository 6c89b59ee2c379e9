// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// How qontrollerctl ends; a contract. 128 and the number of a signal that ended `top`, too.
enum class CtlStatus : int {
    Well = 0,
    Refused = 2,    ///< the command line
    Failed = 3,     ///< something did
    NotKnown = 4,   ///< no such controller or object
    NotReached = 5, ///< the host
    NotAllowed = 6,
};

enum class Output : unsigned char {
    Table,
    Wide,      ///< no column is cut
    Json,      ///< one value
    JsonLines, ///< one value a line
};

/// What a person asked `qontrollerctl` for.
struct CtlLine
{
    std::vector<std::string> words; ///< the verb and what follows it
    std::string host;               ///< an address; empty: the only one here
    Output output = Output::Table;
    std::string sort;
    std::optional<std::uint64_t> limit;
    std::string filter;
    std::optional<Duration> span; ///< --for
    std::string reason;
    double pace = 0; ///< objects a second; 0: as fast as it goes
    bool follow = false;
    bool yes = false;
    bool wait = false;
    bool dryRun = false;
    bool save = false;
    bool goBack = false;
    bool help = false;
    bool version = false;

    /// By its own name, also if it was called by another.
    [[nodiscard]] const std::string &verb() const { return words.front(); }
    /// For a program that reads it.
    [[nodiscard]] bool isJson() const
    {
        return output == Output::Json || output == Output::JsonLines;
    }
};

[[nodiscard]] const ProgramText &ctlText();
/// The error is a sentence.
[[nodiscard]] tl::expected<CtlLine, std::string> parseCtlLine(
    const std::vector<std::string> &arguments);
[[nodiscard]] std::string ctlHelp();

} // namespace qontroller
