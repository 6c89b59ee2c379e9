// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/simulatoroptions.h"
#include "core/engine/api/objectid.h"

#include <cstdint>
#include <string>

namespace qontroller::simulator {

/// What kind of object one is; see Shares.
enum class Temper : unsigned char {
    Plain,
    Broken,
    Parked,
    Waiting,
    Renewing,
    Ignored,
    Contested,
    Vanishing,
};

/// What becomes of one attempt.
struct Fate
{
    enum class Kind : unsigned char {
        Succeed,
        Fail,
        Panic,
        Hang,
    };

    Kind kind = Kind::Succeed;
    Duration latency = Duration::zero();
    std::string error; ///< unless it succeeds
};

/// The one attempt that a fate is drawn for. The version is in it because every
/// change begins with attempt 1 again: without it an object that fails once would
/// fail after every change, and the others never.
struct Draw
{
    std::uint32_t object = 0;
    Version version = 0; ///< 0: it is gone
    unsigned attempt = 1;
};

// Pure functions: the same in every run, on every thread.

[[nodiscard]] Temper temperOf(const SimulatorOptions &options, std::uint32_t object);
[[nodiscard]] Fate fateOf(const SimulatorOptions &options, const Draw &draw);

} // namespace qontroller::simulator
