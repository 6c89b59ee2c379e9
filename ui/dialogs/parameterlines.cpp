// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/parameterlines.h"

#include "ui/applicationport.h"
#include "ui/dialogs/secretblanks.h"
#include "ui/words/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostOfValue = 1000;

struct ParameterLines
{
    Q_DECLARE_TR_FUNCTIONS(ParameterLines)
};

QString titleOf(const QJsonValue &property, const QString &name)
{
    const QString given = property.toObject().value(QLatin1String("title")).toString();
    return given.isEmpty() ? name : given;
}

} // namespace

QString valueText(const QJsonValue &value, qsizetype longest)
{
    if (value.isUndefined())
        return ParameterLines::tr("nothing");
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    const QString text = value.isString() ? toLine(value.toString().toStdString())
                                          : QString::fromUtf8(json.mid(1, json.size() - 2));
    return text.size() > longest ? text.left(longest - 1) + QStringLiteral("…") : text;
}

QStringList linesOf(const RunningParameters &running)
{
    const QJsonObject properties = running.schema.value(QLatin1String("properties")).toObject();
    const QJsonObject shown = blanked(running.schema, running.values);
    QStringList lines;
    for (auto each = shown.begin(); each != shown.end(); ++each) {
        if (properties.contains(each.key()))
            lines += QStringLiteral("%1: %2").arg(titleOf(properties.value(each.key()), each.key()),
                                                  valueText(each.value(), MostOfValue));
    }
    return lines;
}

} // namespace qontroller::ui
