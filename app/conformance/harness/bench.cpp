// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/bench.h"

#include "app/log/log.h"
#include "core/base/threads/wait.h"
#include "core/members/consist/consistparts.h"
#include "core/plugins/load/pluginfile.h"

#include <filesystem>

namespace qontroller::conformance {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// Null if it has what every controller needs.
const char *missingPart(const ControllerParts &parts)
{
    if (!parts.listerWatcher)
        return "listerWatcher";
    return parts.reconciler ? nullptr : "reconciler";
}

} // namespace

PluginSearch searchFor(const std::string &plugin)
{
    PluginSearch search;
    if (auto sha256 = PluginFile(canonicalPath(plugin)).sha256())
        search.trusted.push_back(*std::move(sha256));
    return search;
}

ControllerOptions benchOptions()
{
    ControllerOptions options;
    options.resyncInterval = 100ms;
    options.maxRetries = 1'000'000;
    options.backoffMax = 100ms;
    options.retryRate = 1'000'000;
    options.massDeletionGuard = false;
    return options;
}

Bench::Bench(const Subject &subject, std::string folder, const Limits &limits, Notes &notes)
    : m_subject(subject)
    , m_folder(std::move(folder))
    , m_limits(limits)
    , m_notes(notes)
    , m_plugins(searchFor(subject.plugin))
{
    const PluginRecord &record = m_plugins.add(subject.plugin);
    if (!record.isUsable())
        refuseToJudge(record.sentence);
    m_pluginId = record.metadata.id;
    m_schema = record.metadata.parameters;
}

World Bench::makeWorld()
{
    const std::string folder = worldFolder(m_folder, ++m_worlds);
    std::error_code error;
    if (!fs::create_directory(folder, error))
        refuseToJudge("the folder " + folder + " cannot be made: " + error.message());
    return {m_subject, folder, m_notes};
}

Instance Bench::makeInstance(const World &world)
{
    const ReadParameters read = parametersOf(m_subject, m_schema, world.places());
    if (!read.problems.empty())
        refuseToJudge(m_subject.file + ": " + read.problems.front().sentence());
    concealInLog(read.secrets);
    world.handOver();
    CallNote note(m_notes, "making a controller");
    auto parts = m_plugins.makeController({m_pluginId, read.values},
                                          {"conformance", benchOptions()});
    if (!parts)
        refuseToJudge(m_subject.file + ": " + parts.error().front().sentence());
    if (const char *missing = missingPart(*parts))
        fail({}, std::string("the controller that it makes has no ") + missing,
             std::string("set ControllerParts::") + missing
                 + " in create(); if that depends on a parameter, give it in \"parameters\" of "
                 + m_subject.file);
    auto consist = openConsist(*parts, world);
    return {*std::move(parts), std::move(consist), m_notes};
}

/// Makes \a parts that can run, as those of other controllers are.
std::optional<ConsistAccess> Bench::openConsist(ControllerParts &parts, const World &world)
{
    if (!parts.consist)
        return std::nullopt;
    const auto adapter = std::make_shared<WatchedAdapter>(parts.consist->adapter, m_notes);
    ConsistParts watched = *parts.consist;
    watched.adapter = adapter;
    watched.options.batching = ConsistOptions::Batching::Whole; // two members make a list of two
    watched.options.massRemovalGuard = false;                   // as that of the engine
    const bool followsLifecycle = watched.options.followLifecycle;
    parts.consist = std::make_shared<const ConsistParts>(std::move(watched));
    ConsistRuntime &runtime = m_consist.try_emplace(world.places().world, std::string())
                                  .first->second;
    auto prepared = runtime.prepare(std::move(parts));
    if (!prepared)
        fail({}, "the consist controller that it makes cannot run: " + prepared.error().sentence);
    parts = *std::move(prepared);
    return ConsistAccess{adapter, runtime.mover(), adapter->controllerName(), followsLifecycle};
}

Duration Bench::afterDone() const
{
    return m_limits.settle / 6;
}

void Bench::wait(Duration time)
{
    waitFor(SteadyClock::instance(), time, {});
}

} // namespace qontroller::conformance
