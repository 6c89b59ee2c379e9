// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/sessionfolder.h"

#include "core/json/schemasentences.h"

#include <QtCore/QJsonArray>

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

void findIn(const QJsonObject &parameters, const JsonPath &path, JsonProblems &problems)
{
    visitValues(parameters, path, [&](const QJsonValue &value, const JsonPath &place) {
        if (value.isString() && value.toString().contains(Placeholder))
            problems.push_back({place, "names {session}, the folder of the session file, but this "
                                       "session has no file: write the path of the folder"});
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

JsonProblems findLostFolder(const SessionController &controller)
{
    JsonProblems problems;
    if (!controller.folder.empty())
        return problems;
    findIn(controller.parameters, JsonPath().key("parameters"), problems);
    if (controller.locker)
        findIn(controller.locker->parameters, JsonPath().key("locker").key("parameters"), problems);
    return problems;
}

} // namespace qontroller
