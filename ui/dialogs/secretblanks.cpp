// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/secretblanks.h"

#include "core/plugins/json/schemasentences.h"
#include "core/plugins/json/secretreference.h"
#include "core/plugins/json/secrets.h"

#include <QtCore/QJsonArray>

#include <span>

namespace qontroller::ui {

namespace {

using PathSteps = std::span<const JsonPath::Step>;

QString blank()
{
    return QString(4, QChar(0x2022));
}

QJsonValue with(const QJsonValue &around, PathSteps path, const QJsonValue &value)
{
    if (path.empty())
        return value;
    if (const auto *index = std::get_if<std::size_t>(&path.front())) {
        QJsonArray array = around.toArray();
        const auto place = static_cast<qsizetype>(*index);
        array[place] = with(array.at(place), path.subspan(1), value);
        return array;
    }
    QJsonObject object = around.toObject();
    const QString name = QString::fromStdString(std::get<std::string>(path.front()));
    object.insert(name, with(object.value(name), path.subspan(1), value));
    return object;
}

/// What stands at \a path is a part of a reference: where a secret is, and no secret.
bool isOfReference(const QJsonObject &schema, const QJsonObject &parameters, const JsonPath &path)
{
    JsonPath around;
    for (const JsonPath::Step &step : PathSteps(path.steps()).first(path.size() - 1)) {
        const auto *index = std::get_if<std::size_t>(&step);
        around = index ? around.index(*index) : around.key(std::get<std::string>(step));
    }
    return takesReference(schema, around)
           && referenceIn(valueAt(parameters, around)).value_or(std::nullopt).has_value();
}

} // namespace

QJsonObject blanked(const QJsonObject &schema, const QJsonObject &parameters)
{
    QJsonObject shown = parameters;
    visitSecrets(schema, parameters, [&](const std::string &, const JsonPath &path) {
        if (!isOfReference(schema, parameters, path))
            shown = with(shown, path.steps(), blank()).toObject();
    });
    return shown;
}

QJsonObject unblanked(const QJsonObject &schema, const QJsonObject &edited,
                      const QJsonObject &original)
{
    QJsonObject whole = edited;
    visitSecrets(schema, edited, [&](const std::string &secret, const JsonPath &path) {
        const QJsonValue before = valueAt(original, path);
        if (QString::fromStdString(secret) == blank() && !before.isUndefined())
            whole = with(whole, path.steps(), before).toObject();
    });
    return whole;
}

} // namespace qontroller::ui
