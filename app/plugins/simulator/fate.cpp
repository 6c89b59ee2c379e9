// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/fate.h"

#include "app/plugins/simulator/chance.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace qontroller::simulator {

namespace {

constexpr Duration LongestLatency = std::chrono::hours(24);
constexpr double NormalP99 = 2.3263478740408408; // 99 % of a normal distribution are below

/// What is drawn, so that two draws for one attempt have nothing to do with each other.
enum Purpose : std::uint64_t {
    ForTemper = 1,
    ForKind,
    ForLatency,
    ForText,
};

std::uint64_t roll(const SimulatorOptions &options, Purpose purpose, const Draw &draw)
{
    return randomBits({options.seed, purpose, draw.object, draw.version, draw.attempt});
}

/// The one of \a parts that \a chance falls into, else \a rest.
template<class Value, std::size_t Count>
Value pick(const std::array<std::pair<Value, double>, Count> &parts, double chance, Value rest)
{
    for (const auto &[value, part] : parts) {
        if (chance < part)
            return value;
        chance -= part;
    }
    return rest;
}

/// How many times the median.
double timesMedian(const Latency &latency, std::uint64_t bits)
{
    const double chance = 1 - fraction(bits); // more than 0, so that it has a logarithm
    switch (latency.distribution) {
    case Latency::Distribution::Fixed: break;
    case Latency::Distribution::Uniform: return 2 * chance;
    case Latency::Distribution::Exponential: return -std::log2(chance);
    case Latency::Distribution::LogNormal: {
        const double angle = 2 * std::numbers::pi * fraction(randomBits({bits}));
        const double normal = std::sqrt(-2 * std::log(chance)) * std::cos(angle); // Box and Muller
        const double spread = std::chrono::duration<double>(latency.p99) / latency.p50;
        return std::pow(spread, normal / NormalP99);
    }
    }
    return 1;
}

Duration latencyOf(const Latency &latency, std::uint64_t bits)
{
    if (latency.p50 <= Duration::zero())
        return Duration::zero();
    const std::chrono::duration<double, Duration::period> exact = latency.p50
                                                                  * timesMedian(latency, bits);
    return exact < LongestLatency ? std::chrono::duration_cast<Duration>(exact) : LongestLatency;
}

std::string errorText(const Faults &faults, std::uint64_t bits)
{
    std::string text;
    for (const char each : faults.errors[bits % faults.errors.size()]) {
        if (each != '#') {
            text += each;
            continue;
        }
        bits = randomBits({bits});
        text += std::to_string(1 + bits % 250);
    }
    return text;
}

} // namespace

Temper temperOf(const SimulatorOptions &options, std::uint32_t object)
{
    const Shares &shares = options.shares;
    const std::array<std::pair<Temper, double>, 7> parts{{{Temper::Broken, shares.broken},
                                                          {Temper::Parked, shares.parked},
                                                          {Temper::Waiting, shares.waiting},
                                                          {Temper::Renewing, shares.renewing},
                                                          {Temper::Ignored, shares.ignored},
                                                          {Temper::Contested, shares.contested},
                                                          {Temper::Vanishing, shares.vanishing}}};
    return pick(parts, fraction(roll(options, ForTemper, {object, 0, 0})), Temper::Plain);
}

Fate fateOf(const SimulatorOptions &options, const Draw &draw)
{
    const Faults &faults = options.faults;
    const std::array<std::pair<Fate::Kind, double>, 3> parts{
        {{Fate::Kind::Fail, faults.errorRate},
         {Fate::Kind::Panic, faults.panicRate},
         {Fate::Kind::Hang, faults.stuckRate}}};
    Fate fate;
    fate.kind = pick(parts, fraction(roll(options, ForKind, draw)), Fate::Kind::Succeed);
    fate.latency = latencyOf(options.latency, roll(options, ForLatency, draw));
    const bool alwaysFails = temperOf(options, draw.object) == Temper::Broken && draw.version != 0;
    if (fate.kind == Fate::Kind::Succeed && alwaysFails)
        fate.kind = Fate::Kind::Fail;
    if (fate.kind != Fate::Kind::Succeed)
        fate.error = errorText(faults, roll(options, ForText, draw));
    return fate;
}

} // namespace qontroller::simulator
