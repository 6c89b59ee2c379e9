// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What has come of a command, for operator logs.
namespace qontroller {

/// One thing that an operator log tells of a command.
struct OutcomePart
{
    enum class Kind : std::uint8_t {
        Refused, ///< whoever asked may only look
        Sent,
        Ended,        ///< `count` of `all`
        Counted,      ///< `count` runs that ended as `text` says
        OtherResults, ///< `count` of them
        Said,         ///< as `text` says it
        Done,
        TakenBack,
        Failed, ///< `count` runs, like those that follow
        NotRun,
        StillRunning,
        Skipped, ///< `count`, and `text` says why
        Stopped, ///< before `count` of them
    };

    Kind kind{};
    std::uint64_t count = 0;
    std::uint64_t all = 0;
    std::string text = {};

    friend bool operator==(const OutcomePart &, const OutcomePart &) = default;
};

using OutcomeParts = std::vector<OutcomePart>;

/// What is known of one command.
struct CommandOutcome
{
    bool isTaken = false; ///< by the engine
    bool isTakenBack = false;
    std::uint64_t runs = 0;                         ///< that it asks for
    std::uint64_t ended = 0;                        ///< of these
    std::map<std::string, std::uint64_t> ends = {}; ///< how often runs ended so
    std::vector<std::string> remarks = {};          ///< of the engine
};

/// What is told of \a outcome, in this order, by each front end in its language.
[[nodiscard]] OutcomeParts partsOf(const CommandOutcome &outcome);

/// `2 × done · 1 × failed: no space left · taken back`.
[[nodiscard]] std::string inWords(const OutcomeParts &parts);

inline constexpr std::string_view OutcomeSeparator = " · ";

} // namespace qontroller
