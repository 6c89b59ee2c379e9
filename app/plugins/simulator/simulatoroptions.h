// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qontroller::simulator {

/// How long attempts take.
struct Latency
{
    enum class Distribution : unsigned char {
        Fixed,       ///< always the median
        Uniform,     ///< anything from 0 to twice the median
        Exponential, ///< many short ones, few long ones
        LogNormal,   ///< as servers have it: the median and a long tail up to p99 and beyond
    };

    Distribution distribution = Distribution::Fixed;
    Duration p50 = Duration::zero();
    Duration p99 = Duration::zero(); ///< used by LogNormal only; at least p50
};

/// Parts of all attempts, each from 0 to 1, together no more than 1. What becomes
/// of an attempt is drawn anew for each.
struct Faults
{
    double errorRate = 0; ///< ends with one of `errors`
    double panicRate = 0; ///< throws one of `errors`
    double stuckRate = 0; ///< hangs for stuckFor, deaf to its stop token, then fails
    Duration stuckFor = std::chrono::seconds(10);
    std::vector<std::string> errors; ///< not empty; each # in them becomes some number
};

/// Parts of all objects, each from 0 to 1, together no more than 1. An object is of
/// one kind for ever; the rest are plain ones.
struct Shares
{
    double broken = 0;    ///< every attempt fails
    double parked = 0;    ///< its attempts park it
    double waiting = 0;   ///< its attempts wait for something else
    double renewing = 0;  ///< asks for another look after lookAgainAfter
    double ignored = 0;   ///< the storage says that it is not for this controller
    double contested = 0; ///< another host mostly holds its lock
    double vanishing = 0; ///< gone, without an event, when the second list begins
};

/// What a simulated world is like. Plain values; see simulator.json.
struct SimulatorOptions
{
    std::uint32_t objects = 1000;
    double changesPerSecond = 10; ///< 0: none
    std::uint64_t changes = 0;    ///< after so many the world stands still; 0: never
    double deletions = 0.1;       ///< part of the changes, 0 to 0.5; as many are creations
    std::uint64_t seed = 1;
    Duration lookAgainAfter = std::chrono::seconds(3);
    Latency latency;
    Faults faults;
    Shares shares;
};

} // namespace qontroller::simulator
