// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/controllers/attention.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qontroller {

/// Somebody has seen what a key of keyOf() names. Until that changes, or a time has come, it alarms
/// nobody.
struct Acknowledgement
{
    std::string key;
    std::string who = {};
    std::string reason = {}; ///< may be empty
    WallTime at = {};
    WallTime until = {};     ///< WallTime{}: until it changes
    std::uint64_t count = 0; ///< as many there were: with more of them it does not hold any more
    /// For how long its controller has run since there was anything with its key.
    Duration gone{0};

    friend bool operator==(const Acknowledgement &, const Acknowledgement &) = default;
};

/// What of alarms outlives the program.
struct KeptAlarms
{
    std::vector<Acknowledgement> acknowledged;
    /// Since when a rule has held for what a key names, without an end.
    struct Since
    {
        std::string rule;
        std::string key;
        WallTime at;
        Duration gone{0}; ///< likewise: a life that begins does not hold it before it has looked
        friend bool operator==(const Since &, const Since &) = default;
    };
    std::vector<Since> since;
    /// An alarm that somebody was told of, and not of its end.
    struct Told
    {
        std::string rule;
        std::string key;
        Severity severity = Severity::Fault;
        std::string controller; ///< empty: of the host
        std::string what;       ///< as it was told
        WallTime since;
        std::int64_t who = 0; ///< any number that is another one where somebody else was told
        friend bool operator==(const Told &, const Told &) = default;
    };
    std::vector<Told> told = {};
    friend bool operator==(const KeptAlarms &, const KeptAlarms &) = default;
};

} // namespace qontroller
