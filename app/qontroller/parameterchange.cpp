// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/parameterchange.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <algorithm>

namespace qontroller {

namespace {

struct ParameterText
{
    Q_DECLARE_TR_FUNCTIONS(Application)
};

constexpr QLatin1String Controllers("controllers");
constexpr QLatin1String Parameters("parameters");

QJsonObject sessionIn(const std::string &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

/// -1: there is none.
qsizetype placeOf(const QJsonArray &controllers, const QString &name)
{
    for (qsizetype i = 0; i < controllers.size(); ++i) {
        if (controllers[i].toObject().value(QLatin1String("name")) == name)
            return i;
    }
    return -1;
}

QString changedMeanwhile(const QString &controller)
{
    return ParameterText::tr("The parameters of %1 have been changed meanwhile: open them again.")
        .arg(controller);
}

} // namespace

QString notOfSession(const QString &controller)
{
    return ParameterText::tr("%1 is not in the session of its host, so nobody knows its "
                             "parameters.")
        .arg(controller);
}

tl::expected<ChangedText, std::string> changed(const std::string &json,
                                               const ui::ParameterChange &change)
{
    QJsonObject session = sessionIn(json);
    QJsonArray controllers = session.value(Controllers).toArray();
    const qsizetype place = placeOf(controllers, change.controller);
    if (place < 0)
        return tl::unexpected(notOfSession(change.controller).toStdString());
    QJsonObject entry = controllers[place].toObject();
    if (entry.value(Parameters).toObject() != change.before)
        return tl::unexpected(changedMeanwhile(change.controller).toStdString());
    entry.insert(Parameters, change.after);
    controllers[place] = entry;
    session.insert(Controllers, controllers);
    return ChangedText{QJsonDocument(session).toJson().toStdString(),
                       static_cast<std::size_t>(place)};
}

tl::expected<std::size_t, std::string> change(Session &session, const ui::ParameterChange &change)
{
    const auto entry = std::ranges::find(session.controllers, change.controller.toStdString(),
                                         &SessionController::name);
    if (entry == session.controllers.end())
        return tl::unexpected(notOfSession(change.controller).toStdString());
    if (entry->parameters != change.before)
        return tl::unexpected(changedMeanwhile(change.controller).toStdString());
    entry->parameters = change.after;
    return static_cast<std::size_t>(entry - session.controllers.begin());
}

ui::RunningParameters parametersIn(const std::string &json, const std::vector<FoundPlugin> &plugins,
                                   const QString &controller)
{
    const QJsonArray controllers = sessionIn(json).value(Controllers).toArray();
    const qsizetype place = placeOf(controllers, controller);
    if (place < 0)
        return {.whyNot = notOfSession(controller)};
    const QJsonObject entry = controllers[place].toObject();
    const std::string id = entry.value(QLatin1String("plugin")).toString().toStdString();
    const auto plugin = std::ranges::find(plugins, id, &FoundPlugin::id);
    if (plugin == plugins.end())
        return {.whyNot = ParameterText::tr("The host of %1 does not tell of its plugin %2.")
                              .arg(controller, QString::fromStdString(id))};
    return {.plugin = QString::fromStdString(plugin->name + ' ' + plugin->version),
            .schema = QJsonDocument::fromJson(QByteArray::fromStdString(plugin->parameters))
                          .object(),
            .values = entry.value(Parameters).toObject(),
            .isElsewhere = true};
}

ApplyStatus seenFromController(ApplyStatus status, std::size_t place)
{
    const std::string start = "controllers[" + std::to_string(place) + "].";
    for (std::string &problem : status.problems) {
        if (problem.starts_with(start))
            problem.erase(0, start.size());
    }
    return status;
}

ApplyStatus refused(const std::string &why)
{
    return {{why}, {}, 0, true};
}

} // namespace qontroller
