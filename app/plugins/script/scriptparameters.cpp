// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptparameters.h"

#include "core/base/text/duration.h"

#include <QtCore/QJsonArray>

#include <array>
#include <optional>
#include <utility>

namespace qontroller::script {

namespace {

using Problem = std::optional<std::string>;

bool hasZeroByte(const QString &text)
{
    return text.contains(QChar(u'\0'));
}

Problem readWords(const QJsonObject &parameters, const char *key, ScriptOptions::Words &words)
{
    const QJsonArray array = parameters.value(QLatin1String(key)).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString word = array.at(i).toString();
        const std::string path = std::string(key) + '[' + std::to_string(i) + ']';
        if (!array.at(i).isString() || hasZeroByte(word))
            return path + " must be text without a zero byte";
        words.push_back(word.toStdString());
    }
    return std::nullopt;
}

Problem readCommands(const QJsonObject &parameters, ScriptOptions &options)
{
    const std::array<std::pair<const char *, ScriptOptions::Words *>, 6> commands{
        {{"list", &options.list},
         {"watch", &options.watch},
         {"get", &options.get},
         {"add", &options.add},
         {"delete", &options.remove},
         {"afterBurst", &options.afterBurst}}};
    for (const auto &[key, words] : commands) {
        if (Problem problem = readWords(parameters, key, *words))
            return problem;
    }
    const bool isConsist = parameters.contains(QLatin1String("consist"));
    for (const auto &[key, words] : {commands[0], commands[3]}) {
        if (words->empty() && !(isConsist && words == &options.add))
            return std::string(key) + " is missing: must be a program and its arguments as a list";
    }
    if (isConsist && !(options.add.empty() && options.remove.empty()))
        return "consist stands in the place of add and delete: leave them out";
    if (isConsist && !options.afterBurst.empty())
        return "afterBurst goes with add and delete and not with consist: leave one of them out";
    return std::nullopt;
}

Problem readConsist(const QJsonObject &parameters, ScriptOptions &options)
{
    if (!parameters.contains(QLatin1String("consist")))
        return std::nullopt;
    const QJsonObject from = parameters.value(QLatin1String("consist")).toObject();
    for (const char *name : {"expected", "current", "create", "update", "delete"}) {
        ScriptOptions::Words &words = options.consist[name];
        if (Problem problem = readWords(from, name, words))
            return "consist." + *problem;
        if (words.empty())
            return "consist." + std::string(name)
                   + " is missing: must be a program and its arguments as a list";
    }
    const auto text = [&](const char *key) {
        return from.value(QLatin1String(key)).toString().toStdString();
    };
    if (Problem problem = readShares(text("maxUnavailable"), text("minAvailable"), "member",
                                     options.preCheck))
        return "consist." + *problem;
    if (Problem problem = readWords(from.value(QLatin1String("preCheck")).toObject(), "command",
                                    options.preCheck.command))
        return "consist.preCheck." + *problem;
    options.followLifecycle = from.value(QLatin1String("followLifecycle")).toBool(true);
    return std::nullopt;
}

Problem readEnvironment(const QJsonObject &parameters, ScriptOptions &options)
{
    const QJsonObject variables = parameters.value(QLatin1String("environment")).toObject();
    for (auto it = variables.begin(); it != variables.end(); ++it) {
        const std::string path = "environment[\"" + it.key().toStdString() + "\"]";
        if (it.key().isEmpty() || it.key().contains(u'=') || hasZeroByte(it.key()))
            return path + " must have a name that is not empty and has no = in it";
        if (!it.value().isString() || hasZeroByte(it.value().toString()))
            return path + " must be text without a zero byte";
        options.environment[it.key().toStdString()] = it.value().toString().toStdString();
    }
    return std::nullopt;
}

Problem readTimeout(const QJsonObject &parameters, ScriptOptions &options)
{
    const QJsonValue value = parameters.value(QLatin1String("timeout"));
    if (value.isUndefined())
        return std::nullopt;
    const auto timeout = parseDuration(value.toString().toStdString());
    if (!timeout)
        return "timeout: " + timeout.error();
    options.timeout = *timeout;
    return std::nullopt;
}

Problem readListFormat(const QJsonObject &parameters, ScriptOptions &options)
{
    const QString format = parameters.value(QLatin1String("listFormat"))
                               .toString(QStringLiteral("text"));
    if (format != QLatin1String("text") && format != QLatin1String("json"))
        return R"(listFormat must be "text" or "json")";
    options.listFormat = format == QLatin1String("json") ? ListFormat::Json : ListFormat::Text;
    return std::nullopt;
}

Problem readSeparator(const QJsonObject &parameters, ScriptOptions &options)
{
    const QString separator = parameters.value(QLatin1String("idSeparator"))
                                  .toString(QStringLiteral("\n"));
    if (separator != QLatin1String("\n") && separator != QString(QChar(u'\0')))
        return R"(idSeparator must be "\n" or "\u0000")";
    options.idSeparator = separator.front().toLatin1();
    return std::nullopt;
}

Problem readRest(const QJsonObject &parameters, ScriptOptions &options)
{
    options.workingDirectory =
        parameters.value(QLatin1String("workingDirectory")).toString().toStdString();
    if (options.workingDirectory.find('\0') != std::string::npos)
        return "workingDirectory must be a path without a zero byte";
    const QJsonValue limit = parameters.value(QLatin1String("outputLimit"));
    if (limit.isUndefined())
        return std::nullopt;
    if (limit.toInteger(0) < 1)
        return "outputLimit must be a whole number of bytes of at least 1";
    options.outputLimit = static_cast<std::size_t>(limit.toInteger());
    return std::nullopt;
}

} // namespace

tl::expected<ScriptOptions, std::string> readScriptOptions(const QJsonObject &parameters)
{
    ScriptOptions options;
    std::string problems; // a line each
    for (const auto read : {readCommands, readConsist, readEnvironment, readTimeout, readListFormat,
                            readSeparator, readRest}) {
        if (Problem problem = read(parameters, options))
            problems += (problems.empty() ? "" : "\n") + *problem;
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return options;
}

} // namespace qontroller::script
