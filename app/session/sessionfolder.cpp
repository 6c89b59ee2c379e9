// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/sessionfolder.h"

#include "core/plugins/json/schemasentences.h"

#include <QtCore/QJsonArray>
#include <QtCore/QRegularExpression>

#include <optional>
#include <string>
#include <utility>

namespace qontroller {

namespace {

const QLatin1String Placeholder("{session}");

QJsonValue replaced(const QJsonValue &value, const QString &folder);

QJsonObject replaced(QJsonObject object, const QString &folder)
{
    for (auto it = object.begin(); it != object.end(); ++it)
        it.value() = replaced(it.value(), folder);
    return object;
}

QJsonValue replaced(const QJsonValue &value, const QString &folder)
{
    if (value.isString())
        return value.toString().replace(Placeholder, folder);
    if (value.isObject())
        return replaced(value.toObject(), folder);
    if (!value.isArray())
        return value;
    QJsonArray list;
    for (const QJsonValue &each : value.toArray())
        list.append(replaced(each, folder));
    return list;
}

std::optional<std::string> ofLostFolder(const QString &text)
{
    if (!text.contains(Placeholder))
        return std::nullopt;
    return "names {session}, the folder of the session file, but this session has no file: write "
           "the path of the folder";
}

/// `${env:NAME}` is another program's.
std::optional<std::string> ofVariable(const QString &text)
{
    static const QRegularExpression variable(QStringLiteral(R"((?<!\$)\{env:([^{}]*)\})"));
    const QRegularExpressionMatch match = variable.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return "names " + match.captured().toStdString()
           + ", but no variable is put into a text: a secret stands as {\"fromEnv\": \""
           + match.captured(1).toStdString()
           + "\"} in the place of the whole text (see Secrets in the manual of the server), and "
             "commands have the variables of the program";
}

void findIn(const QJsonObject &parameters, const JsonPath &path, bool hasFolder,
            JsonProblems &problems)
{
    visitValues(parameters, path, [&](const QJsonValue &value, const JsonPath &place) {
        if (!value.isString())
            return;
        if (auto problem = ofVariable(value.toString()))
            problems.push_back({place, *std::move(problem)});
        if (auto problem = hasFolder ? std::nullopt : ofLostFolder(value.toString()))
            problems.push_back({place, *std::move(problem)});
    });
}

} // namespace

SessionController withSessionFolder(SessionController controller)
{
    if (controller.folder.empty())
        return controller;
    const QString folder = QString::fromStdString(controller.folder);
    controller.parameters = replaced(controller.parameters, folder);
    if (controller.locker)
        controller.locker->parameters = replaced(controller.locker->parameters, folder);
    return controller;
}

JsonProblems findWrongPlaceholders(const SessionController &controller)
{
    JsonProblems problems;
    const bool hasFolder = !controller.folder.empty();
    findIn(controller.parameters, JsonPath().key("parameters"), hasFolder, problems);
    if (controller.locker)
        findIn(controller.locker->parameters, JsonPath().key("locker").key("parameters"), hasFolder,
               problems);
    return problems;
}

} // namespace qontroller
