// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/assemble.h"

#include "app/log/log.h"
#include "app/session/concealedparts.h"
#include "app/session/createwatch.h"
#include "app/session/isolatedparts.h"
#include "app/session/sessionalarms.h"
#include "app/session/sessionfolder.h"
#include "core/engine/api/missingparts.h"
#include "core/plugins/json/optionsjson.h"
#include "core/plugins/json/parameters.h"
#include "core/plugins/json/secretreference.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QJsonDocument>

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

/// Puts what \a parameters refer to in their place; the secrets that are found, and what can be
/// told of the plugin's use from its metadata, come back.
ReadParameters readUse(const PluginCatalogue &plugins, PluginKind kind, const std::string &id,
                       const QJsonObject &parameters)
{
    const PluginRecord *record = plugins.find(id, kind);
    if (!record)
        return {parameters, {}, {{JsonPath().key("plugin"), plugins.whyNot(id, kind)}}, {}};
    ReadParameters read = readParameters(record->metadata.parameters, parameters);
    read.problems = below(JsonPath().key("parameters"), std::move(read.problems));
    return read;
}

/// A controller as its plugins are given it.
struct ReadController
{
    SessionController controller; ///< `{session}` is replaced, secrets are read
    Concealer secrets;
    JsonProblems problems;          ///< with its plugins and their parameters
    std::vector<JsonPath> tooShort; ///< secrets that texts will show
};

ReadController read(const SessionController &raw, const PluginCatalogue &plugins)
{
    ReadController result{withSessionFolder(raw), {}, {}, {}};
    SessionController &controller = result.controller;
    const auto take = [&](ReadParameters read, QJsonObject &parameters, const JsonPath &at) {
        parameters = std::move(read.values);
        result.secrets.add(read.secrets);
        for (const JsonPath &path : read.tooShort)
            result.tooShort.push_back(path.below(at));
        return std::move(read.problems);
    };
    append(result.problems,
           take(readUse(plugins, PluginKind::Controller, controller.plugin, controller.parameters),
                controller.parameters, JsonPath().key("parameters")));
    if (controller.locker)
        append(result.problems,
               below(JsonPath().key("locker"),
                     take(readUse(plugins, PluginKind::Locker, controller.locker->plugin,
                                  controller.locker->parameters),
                          controller.locker->parameters,
                          JsonPath().key("locker").key("parameters"))));
    return result;
}

/// Says which secrets of a controller the log and others will show.
void warnOfSecrets(const std::string &controller, const std::vector<JsonPath> &tooShort)
{
    for (const JsonPath &path : tooShort)
        log(LogLevel::Warning, {.controller = controller, .text = tooShortSentence(path)});
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
    const bool isApart = controller.isolation == Isolation::Process && !controller.isDryRun;
    const CreateWatch watch(controller.name, controller.plugin,
                            isApart ? CreateWatch::Slow::IsEnded : CreateWatch::Slow::IsSaid);
    if (isApart) {
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
    if (auto missing = whatIsMissing(*parts))
        return tl::unexpected(problemAt("plugin", *std::move(missing)));
    spec.parts = std::move(*parts);
    return spec;
}

/// All that is wrong with \a raw, which was read already.
JsonProblems problemsOf(const SessionController &raw, ReadController read,
                        const PluginCatalogue &plugins)
{
    JsonProblems problems = findWrongPlaceholders(raw);
    if (auto why = whyNotName(raw.name))
        problems.push_back({JsonPath().key("name"), *std::move(why)});
    append(problems, std::move(read.problems));
    append(problems, below(JsonPath().key("options"),
                           readOptions(raw.options, defaultsOf(plugins, raw.plugin)).problems));
    return problems;
}

/// What keeps a consist controller from running: its commands are among its parameters.
JsonProblems ofConsist(const std::string &why, const std::string &plugin,
                       const PluginCatalogue &plugins)
{
    const PluginRecord *record = plugins.find(plugin, PluginKind::Controller);
    const QJsonObject schema = record ? record->metadata.parameters : QJsonObject();
    JsonProblems problems;
    for (const JsonProblem &problem : problemsIn(schema, why)) {
        const char *const key = problem.path.isEmpty() ? "plugin" : "parameters";
        append(problems, below(JsonPath().key(key), {problem}));
    }
    return problems;
}

tl::expected<ControllerSpec, JsonProblems> assembleRead(const SessionController &controller,
                                                        const Concealer &secrets,
                                                        PluginCatalogue &plugins,
                                                        ConsistRuntime &consist)
{
    ControllerContext context{controller.name, optionsOf(controller, plugins)};
    context.isDryRun = controller.isDryRun;
    JsonProblems problems;
    auto spec = makeSpec(controller, plugins, context);
    if (!spec)
        append(problems, std::move(spec.error()));
    else if (auto parts = consist.prepare(concealed(std::move(spec->parts), secrets),
                                          context.options);
             parts)
        spec->parts = std::move(*parts);
    else if (parts.error().mayPass)
        append(problems, problemAt("plugin", parts.error().sentence, ProblemCause::Shortage));
    else
        append(problems, ofConsist(parts.error().sentence, controller.plugin, plugins));
    if (controller.locker) {
        const CreateWatch watch(controller.name, controller.locker->plugin);
        auto locker = plugins.makeLocker({controller.locker->plugin, controller.locker->parameters},
                                         context);
        if (locker && !*locker)
            locker = tl::unexpected(problemAt("plugin", "its plugin gave no ObjectLocker"));
        if (!locker)
            append(problems, below(JsonPath().key("locker"), std::move(locker.error())));
        else if (spec)
            spec->parts.locker = concealed(std::move(*locker), secrets);
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return spec;
}

std::string compactText(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

std::string digestOf(const std::string &text)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

/// See ControllerSpec::objects: files and secrets that its parameters refer to may change.
std::string objectsOf(const SessionController &given, const Concealer &secrets)
{
    return digestOf(secrets.concealed(compactText(given.parameters)));
}

JsonPath pathOf(std::size_t position)
{
    return JsonPath().key("controllers").index(position);
}

/// Whether one of \a problems concerns what stands at \a path.
bool hasProblem(const JsonProblems &problems, const JsonPath &path)
{
    return std::ranges::any_of(problems, [&path](const JsonProblem &each) {
        return each.path.isAtOrBelow(path);
    });
}

/// … but not at \a except.
bool hasProblem(JsonProblems problems, const JsonPath &path, const JsonPath &except)
{
    std::erase_if(problems,
                  [&except](const JsonProblem &each) { return each.path.isAtOrBelow(except); });
    return hasProblem(problems, path);
}

/// Whether nothing else is why a controller could not be made.
bool isCrash(const JsonProblems &problems)
{
    return std::ranges::all_of(problems, [](const JsonProblem &each) {
        return each.cause == ProblemCause::Crash;
    });
}

} // namespace

JsonProblems check(const SessionController &controller, const PluginCatalogue &plugins)
{
    return problemsOf(controller, read(controller, plugins), plugins);
}

JsonProblems check(const SessionReading &reading, const PluginCatalogue &plugins)
{
    JsonProblems all = reading.problems;
    for (std::size_t i = 0; i < reading.session.controllers.size(); ++i) {
        JsonProblems some = below(pathOf(i), check(reading.session.controllers[i], plugins));
        for (JsonProblem &problem : some) {
            const auto coversIt = [&](const JsonProblem &each) {
                return problem.path.isAtOrBelow(each.path);
            };
            if (std::ranges::none_of(reading.problems, coversIt))
                all.push_back(std::move(problem));
        }
    }
    std::ranges::move(checkAlarms(reading.session.alarms), std::back_inserter(all));
    return all;
}

tl::expected<ControllerSpec, JsonProblems> assemble(const SessionController &controller,
                                                    PluginCatalogue &plugins,
                                                    ConsistRuntime &consist)
{
    ReadController read = qontroller::read(controller, plugins);
    const SessionController given = std::move(read.controller);
    const Concealer secrets = std::move(read.secrets);
    const std::vector<JsonPath> tooShort = std::move(read.tooShort);
    JsonProblems problems = problemsOf(controller, std::move(read), plugins);
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    concealInLog(secrets);
    warnOfSecrets(given.name, tooShort);
    auto spec = assembleRead(given, secrets, plugins, consist);
    if (spec) {
        spec->objects = objectsOf(given, secrets);
        return spec;
    }
    for (JsonProblem &problem : spec.error())
        problem.text = secrets.concealed(std::move(problem.text));
    return spec;
}

PluginInput inputOf(const SessionController &controller, const PluginCatalogue &plugins)
{
    const SessionController given = read(controller, plugins).controller;
    PluginInput input{digestOf(compactText(given.parameters)), {}};
    if (given.locker)
        input.locker = given.locker->plugin + ' ' + digestOf(compactText(given.locker->parameters));
    return input;
}

ControllerOptions optionsOf(const SessionController &controller, const PluginCatalogue &plugins)
{
    return readOptions(controller.options, defaultsOf(plugins, controller.plugin)).options;
}

JsonProblems checkByMaking(const SessionReading &reading, PluginCatalogue &plugins,
                           const std::set<std::string> &leftOut)
{
    JsonProblems all = check(reading, plugins);
    ConsistRuntime consist({}); // it leaves nothing on disk
    JsonProblems more;
    for (std::size_t i = 0; i < reading.session.controllers.size(); ++i) {
        SessionController controller = reading.session.controllers[i];
        const JsonPath options = pathOf(i).key("options");
        if (leftOut.contains(controller.name) || hasProblem(all, pathOf(i), options))
            continue;
        if (hasProblem(all, options)) // which hide nothing that its plugin says
            controller.options = {};
        const auto spec = assemble(controller, plugins, consist);
        if (!spec)
            append(more, below(pathOf(i), spec.error()));
    }
    append(all, std::move(more));
    return all;
}

tl::expected<std::vector<ControllerSpec>, JsonProblems> assemble(
    const Session &session, PluginCatalogue &plugins, ConsistRuntime &consist,
    const std::set<std::string> &leftOut, const KeepBack &keepBack)
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
        else if (keepBack && isCrash(spec.error()))
            keepBack(session.controllers[i], spec.error().front().sentence());
        else
            append(problems, below(pathOf(i), std::move(spec.error())));
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return specs;
}

} // namespace qontroller
