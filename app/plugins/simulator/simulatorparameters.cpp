// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatorparameters.h"

#include "core/base/text/duration.h"
#include "core/plugins/api/parameterreader.h"

#include <initializer_list>
#include <numeric>
#include <optional>

namespace qontroller::simulator {

namespace {

using Problem = std::optional<std::string>;

void readWorld(ParameterReader &read, SimulatorOptions &options)
{
    read.field("objects", options.objects)
        .field("changesPerSecond", options.changesPerSecond)
        .field("changes", options.changes)
        .field("deletions", options.deletions)
        .field("seed", options.seed)
        .field("lookAgainAfter", options.lookAgainAfter);
}

void readLatency(ParameterReader &read, Latency &latency)
{
    using Distribution = Latency::Distribution;
    read.field("distribution", latency.distribution,
               {{"fixed", Distribution::Fixed},
                {"uniform", Distribution::Uniform},
                {"exponential", Distribution::Exponential},
                {"log-normal", Distribution::LogNormal}})
        .field("p50", latency.p50)
        .field("p99", latency.p99);
}

void readFaults(ParameterReader &read, Faults &faults)
{
    read.field("errorRate", faults.errorRate)
        .field("panicRate", faults.panicRate)
        .field("stuckRate", faults.stuckRate)
        .field("stuckFor", faults.stuckFor)
        .field("errors", faults.errors);
}

void readShares(ParameterReader &read, Shares &shares)
{
    read.field("broken", shares.broken)
        .field("parked", shares.parked)
        .field("waiting", shares.waiting)
        .field("renewing", shares.renewing)
        .field("ignored", shares.ignored)
        .field("contested", shares.contested)
        .field("vanishing", shares.vanishing);
}

/// Parts of a whole.
Problem judgeParts(const char *path, std::initializer_list<double> parts)
{
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    if (sum <= 1 + 1e-9)
        return std::nullopt;
    return std::string(path) + " must have rates that are together no more than 1, but they are "
           + QString::number(sum).toStdString();
}

/// What no schema can say.
Problem judge(const SimulatorOptions &options)
{
    const auto &[distribution, p50, p99] = options.latency;
    if (distribution == Latency::Distribution::LogNormal && p99 < p50)
        return "latency.p99 must be at least latency.p50, " + formatDuration(p50);
    const Faults &faults = options.faults;
    if (auto problem = judgeParts("faults", {faults.errorRate, faults.panicRate, faults.stuckRate}))
        return problem;
    const Shares &shares = options.shares;
    return judgeParts("shares", {shares.broken, shares.parked, shares.waiting, shares.renewing,
                                 shares.ignored, shares.contested, shares.vanishing});
}

} // namespace

tl::expected<SimulatorOptions, std::string> readSimulatorOptions(const QJsonObject &parameters,
                                                                 const QJsonObject &schema)
{
    SimulatorOptions options;
    ParameterReader read(parameters, schema);
    readWorld(read, options);
    read.object("latency", [&](ParameterReader &from) { readLatency(from, options.latency); })
        .object("faults", [&](ParameterReader &from) { readFaults(from, options.faults); })
        .object("shares", [&](ParameterReader &from) { readShares(from, options.shares); });
    Problem problem = read.problem();
    if (!problem)
        problem = judge(options);
    if (problem)
        return tl::unexpected(*std::move(problem));
    return options;
}

} // namespace qontroller::simulator
