// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/isolatedparts.h"

#include "app/log/log.h"
#include "app/serve/installation.h"
#include "core/plugins/json/optionsjson.h"
#include "core/plugins/json/parameters.h"

#include <QtCore/QJsonDocument>

#include <utility>

namespace qontroller {

namespace {

std::string textOf(const QJsonObject &json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString();
}

/// \a schema is that of the plugin's parameters.
JsonProblems problemsOf(isolation::Refusal refusal, const QJsonObject &schema)
{
    switch (refusal.culprit) {
    case isolation::Culprit::Process: return problemAt("isolation", std::move(refusal.sentence));
    case isolation::Culprit::Crash:
        return problemAt("isolation", std::move(refusal.sentence), ProblemCause::Crash);
    case isolation::Culprit::Shortage:
        return problemAt("isolation", std::move(refusal.sentence), ProblemCause::Shortage);
    case isolation::Culprit::Plugin: return problemAt("plugin", std::move(refusal.sentence));
    case isolation::Culprit::Parameters: break;
    }
    return below(JsonPath().key("parameters"), problemsIn(schema, refusal.sentence));
}

} // namespace

tl::expected<IsolatedController, JsonProblems> makeIsolatedParts(
    const SessionController &controller, PluginCatalogue &plugins, const ControllerContext &context)
{
    auto chosen = plugins.chooseController({controller.plugin, controller.parameters});
    if (!chosen)
        return tl::unexpected(std::move(chosen.error()));
    IsolationSettings settings;
    settings.program = isolatedProgram();
    settings.create.plugin = chosen->file;
    settings.create.sha256 = chosen->sha256;
    settings.create.controller = controller.name;
    settings.create.parameters = textOf(chosen->parameters);
    settings.create.options = textOf(writeOptions(context.options, {}));
    settings.create.host = plugins.host();
    settings.output = [name = controller.name](std::string_view line) {
        logForeign(LogLevel::Info, {.controller = name, .text = std::string(line)});
    };
    auto isolated = isolate(std::move(settings));
    if (!isolated)
        return tl::unexpected(problemsOf(std::move(isolated.error()), chosen->schema));
    if (isolated->bringsLocker && !controller.locker)
        return tl::unexpected(
            problemAt("isolation",
                      "must be \"none\": the plugin " + controller.plugin
                          + " brings a locker of its own, which works in the host's process "
                            "only; or name a locker plugin"));
    return std::move(*isolated);
}

} // namespace qontroller
