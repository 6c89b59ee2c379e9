// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/assemble.h"

#include "app/program/log.h"
#include "app/session/isolatedparts.h"
#include "app/session/sessionfolder.h"
#include "core/json/optionsjson.h"
#include "core/json/parameters.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace qontroller {

namespace {

void append(JsonProblems &all, JsonProblems more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

/// What stands at \a path was not read if something is wrong with \a other.
bool isAtOrBelow(const JsonPath &path, const JsonPath &other)
{
    return path.size() >= other.size()
           && std::equal(other.steps().begin(), other.steps().end(), path.steps().begin());
}

/// What can be told of a plugin's use from its metadata.
JsonProblems checkUse(const PluginCatalogue &plugins, PluginKind kind, const std::string &id,
                      const QJsonObject &parameters)
{
    const PluginRecord *record = plugins.find(id, kind);
    if (!record)
        return {{JsonPath().key("plugin"), plugins.whyNot(id, kind)}};
    return below(JsonPath().key("parameters"),
                 checkParameters(record->metadata.parameters, parameters).problems);
}

/// A name is a label of metrics and a word of the log. That it is not empty is asked elsewhere.
std::optional<std::string> whyNotName(const std::string &name)
{
    constexpr qsizetype Longest = 253; // as of a name in DNS
    const QString text = QString::fromStdString(name);
    const bool isPrintable = std::ranges::all_of(text.toUcs4(),
                                                 [](char32_t c) { return QChar::isPrint(c); });
    if (text.size() <= Longest && isPrintable)
        return std::nullopt;
    return "must be 1 to " + std::to_string(Longest) + " printable characters, but "
           + (isPrintable ? "has " + std::to_string(text.size()) : "has one that is not printable");
}

ControllerOptions defaultsOf(const PluginCatalogue &plugins, const std::string &id)
{
    const PluginRecord *record = plugins.find(id, PluginKind::Controller);
    return record ? record->metadata.defaultOptions() : ControllerOptions();
}

/// What handlers of a controller have to say.
AttemptLog logOf(const std::string &controller)
{
    return [controller](LogLevel level, std::string_view id, std::string_view text) {
        if (isLogged(level))
            logForeign(level, {.controller = controller,
                               .id = std::string(id),
                               .text = std::string(text)});
    };
}

/// All but the locker.
tl::expected<ControllerSpec, JsonProblems> makeSpec(const SessionController &controller,
                                                    PluginCatalogue &plugins,
                                                    const ControllerContext &context)
{
    ControllerSpec spec{controller.name, controller.plugin, {}, context.options};
    spec.log = logOf(controller.name);
    if (controller.isolation == Isolation::Process) {
        auto isolated = makeIsolatedParts(controller, plugins, context);
        if (!isolated)
            return tl::unexpected(std::move(isolated.error()));
        spec.parts = std::move(isolated->parts);
        spec.process = std::move(isolated->process);
        return spec;
    }
    auto parts = plugins.makeController({controller.plugin, controller.parameters}, context);
    if (!parts)
        return tl::unexpected(std::move(parts.error()));
    spec.parts = std::move(*parts);
    return spec;
}

JsonPath pathOf(std::size_t position)
{
    return JsonPath().key("controllers").index(position);
}

} // namespace

JsonProblems check(const SessionController &raw, const PluginCatalogue &plugins)
{
    const SessionController controller = withSessionFolder(raw);
    JsonProblems problems = findLostFolder(raw);
    if (auto why = whyNotName(controller.name))
        problems.push_back({JsonPath().key("name"), *std::move(why)});
    append(problems,
           checkUse(plugins, PluginKind::Controller, controller.plugin, controller.parameters));
    append(problems,
           below(JsonPath().key("options"),
                 readOptions(controller.options, defaultsOf(plugins, controller.plugin)).problems));
    if (controller.locker)
        append(problems, below(JsonPath().key("locker"),
                               checkUse(plugins, PluginKind::Locker, controller.locker->plugin,
                                        controller.locker->parameters)));
    return problems;
}

JsonProblems check(const SessionReading &reading, const PluginCatalogue &plugins)
{
    JsonProblems all = reading.problems;
    for (std::size_t i = 0; i < reading.session.controllers.size(); ++i) {
        JsonProblems some = below(pathOf(i), check(reading.session.controllers[i], plugins));
        for (JsonProblem &problem : some) {
            const auto coversIt = [&](const JsonProblem &each) {
                return isAtOrBelow(problem.path, each.path);
            };
            if (std::ranges::none_of(reading.problems, coversIt))
                all.push_back(std::move(problem));
        }
    }
    return all;
}

tl::expected<ControllerSpec, JsonProblems> assemble(const SessionController &raw,
                                                    PluginCatalogue &plugins,
                                                    ConsistRuntime &consist)
{
    JsonProblems problems = check(raw, plugins);
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    const SessionController controller = withSessionFolder(raw);
    const ControllerOptions options =
        readOptions(controller.options, defaultsOf(plugins, controller.plugin)).options;
    const ControllerContext context{controller.name, options};
    auto spec = makeSpec(controller, plugins, context);
    if (!spec)
        return tl::unexpected(std::move(spec.error()));
    auto parts = consist.prepare(std::move(spec->parts));
    if (!parts)
        return tl::unexpected(JsonProblems{{JsonPath().key("plugin"), std::move(parts.error())}});
    spec->parts = std::move(*parts);
    if (controller.locker) {
        auto locker = plugins.makeLocker({controller.locker->plugin, controller.locker->parameters},
                                         context);
        if (!locker)
            return tl::unexpected(below(JsonPath().key("locker"), std::move(locker.error())));
        spec->parts.locker = std::move(*locker);
    }
    return spec;
}

tl::expected<std::vector<ControllerSpec>, JsonProblems> assemble(
    const Session &session, PluginCatalogue &plugins, ConsistRuntime &consist,
    const std::set<std::string> &leftOut)
{
    JsonProblems problems = check(SessionReading{session, {}}, plugins);
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    std::vector<ControllerSpec> specs;
    for (std::size_t i = 0; i < session.controllers.size(); ++i) {
        if (leftOut.contains(session.controllers[i].name))
            continue;
        auto spec = assemble(session.controllers[i], plugins, consist);
        if (spec)
            specs.push_back(std::move(*spec));
        else
            append(problems, below(pathOf(i), std::move(spec.error())));
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return specs;
}

} // namespace qontroller
