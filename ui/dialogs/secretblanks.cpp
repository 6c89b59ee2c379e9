// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/secretblanks.h"

#include "core/plugins/json/schemasentences.h"
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

} // namespace

QJsonObject blanked(const QJsonObject &schema, const QJsonObject &parameters)
{
    QJsonObject shown = parameters;
    visitSecrets(schema, parameters, [&](const std::string &, const JsonPath &path) {
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
