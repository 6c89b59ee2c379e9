// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatorparameters.h"

#include "core/base/duration.h"

#include <QtCore/QJsonArray>

#include <array>
#include <optional>
#include <utility>

namespace qontroller::simulator {

namespace {

using Problem = std::optional<std::string>;
using Parts = std::vector<std::pair<const char *, double *>>;

Problem readDuration(const QJsonObject &from, const std::string &path, Duration &to)
{
    const std::string key = path.substr(path.rfind('.') + 1);
    const auto duration = parseDuration(from.value(QLatin1String(key)).toString().toStdString());
    if (!duration)
        return path + ": " + duration.error();
    to = *duration;
    return std::nullopt;
}

/// Parts of a whole.
Problem readParts(const QJsonObject &from, const std::string &path, const Parts &parts)
{
    double sum = 0;
    for (const auto &[key, part] : parts) {
        *part = from.value(QLatin1String(key)).toDouble();
        sum += *part;
    }
    if (sum > 1 + 1e-9)
        return path + " must have rates that are together no more than 1, but they are "
               + QString::number(sum).toStdString();
    return std::nullopt;
}

Problem readWorld(const QJsonObject &parameters, SimulatorOptions &options)
{
    const auto number = [&](const char *key) { return parameters.value(QLatin1String(key)); };
    options.objects = static_cast<std::uint32_t>(number("objects").toInteger());
    options.changesPerSecond = number("changesPerSecond").toDouble();
    options.changes = static_cast<std::uint64_t>(number("changes").toInteger());
    options.deletions = number("deletions").toDouble();
    options.seed = static_cast<std::uint64_t>(number("seed").toInteger());
    return readDuration(parameters, "lookAgainAfter", options.lookAgainAfter);
}

Problem readLatency(const QJsonObject &parameters, SimulatorOptions &options)
{
    using Distribution = Latency::Distribution;
    constexpr std::array<std::pair<const char *, Distribution>, 4> names{
        {{"fixed", Distribution::Fixed},
         {"uniform", Distribution::Uniform},
         {"exponential", Distribution::Exponential},
         {"log-normal", Distribution::LogNormal}}};
    const QJsonObject from = parameters.value(QLatin1String("latency")).toObject();
    for (const auto &[name, distribution] : names) {
        if (from.value(QLatin1String("distribution")).toString() == QLatin1String(name))
            options.latency.distribution = distribution;
    }
    for (const auto &[path, duration] : {std::pair("latency.p50", &options.latency.p50),
                                         std::pair("latency.p99", &options.latency.p99)}) {
        if (Problem problem = readDuration(from, path, *duration))
            return problem;
    }
    if (options.latency.distribution == Distribution::LogNormal
        && options.latency.p99 < options.latency.p50)
        return "latency.p99 must be at least latency.p50, " + formatDuration(options.latency.p50);
    return std::nullopt;
}

Problem readFaults(const QJsonObject &parameters, SimulatorOptions &options)
{
    const QJsonObject from = parameters.value(QLatin1String("faults")).toObject();
    Faults &faults = options.faults;
    for (const QJsonValue &text : from.value(QLatin1String("errors")).toArray())
        faults.errors.push_back(text.toString().toStdString());
    if (Problem problem = readDuration(from, "faults.stuckFor", faults.stuckFor))
        return problem;
    return readParts(from, "faults",
                     {{"errorRate", &faults.errorRate},
                      {"panicRate", &faults.panicRate},
                      {"stuckRate", &faults.stuckRate}});
}

Problem readShares(const QJsonObject &parameters, SimulatorOptions &options)
{
    Shares &shares = options.shares;
    return readParts(parameters.value(QLatin1String("shares")).toObject(), "shares",
                     {{"broken", &shares.broken},
                      {"parked", &shares.parked},
                      {"waiting", &shares.waiting},
                      {"renewing", &shares.renewing},
                      {"ignored", &shares.ignored},
                      {"contested", &shares.contested},
                      {"vanishing", &shares.vanishing}});
}

} // namespace

tl::expected<SimulatorOptions, std::string> readSimulatorOptions(const QJsonObject &parameters)
{
    SimulatorOptions options;
    std::string problems; // a line each
    for (const auto read : {readWorld, readLatency, readFaults, readShares}) {
        if (Problem problem = read(parameters, options))
            problems += (problems.empty() ? "" : "\n") + *problem;
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return options;
}

} // namespace qontroller::simulator
