// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/optionsschema.h"

#include "ui/words/optionwords.h"

#include "core/plugins/json/optionsjson.h"

#include <map>
#include <variant>

namespace qontroller::ui {

namespace {

struct TypeOf
{
    QString operator()(int) const { return QStringLiteral("integer"); }
    QString operator()(double) const { return QStringLiteral("number"); }
    QString operator()(bool) const { return QStringLiteral("boolean"); }
    QString operator()(Duration) const { return QStringLiteral("string"); }
};

QJsonObject schemaOf(const ControllerOption &option)
{
    const OptionValue value = option.in(ControllerOptions{});
    QJsonObject schema{{QStringLiteral("type"), std::visit(TypeOf{}, value)},
                       {QStringLiteral("title"), titleOf(option)},
                       {QStringLiteral("description"), explain(option)},
                       {QStringLiteral("default"), toJson(value)}};
    if (std::holds_alternative<Duration>(value))
        schema.insert(QStringLiteral("format"), QStringLiteral("duration"));
    return schema;
}

QJsonObject objectOf(const QJsonObject &properties)
{
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("properties"), properties}};
}

/// Of the options that \a isIn.
template<class Filter>
QJsonObject schemaOfThose(Filter isIn)
{
    QJsonObject properties;
    std::map<const OptionGroup *, QJsonObject> groups;
    for (const ControllerOption &each : optionTable()) {
        if (isIn(each))
            (each.group ? groups[each.group] : properties)
                .insert(optionKey(each.name), schemaOf(each));
    }
    for (const auto &[group, fields] : groups) {
        QJsonObject schema = objectOf(fields);
        schema.insert(QStringLiteral("title"), titleOf(*group));
        properties.insert(optionKey(group->name), schema);
    }
    return objectOf(properties);
}

} // namespace

QJsonObject optionsSchema()
{
    return schemaOfThose([](const ControllerOption &) { return true; });
}

QJsonObject liveOptionsSchema()
{
    return schemaOfThose([](const ControllerOption &option) { return option.isLive; });
}

QJsonObject withoutDefaults(const QJsonObject &values, const QJsonObject &schema)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    QJsonObject result;
    for (auto it = values.begin(); it != values.end(); ++it) {
        const QJsonObject property = properties.value(it.key()).toObject();
        if (property.contains(QLatin1String("properties"))) {
            const QJsonObject inner = withoutDefaults(it.value().toObject(), property);
            if (!inner.isEmpty())
                result.insert(it.key(), inner);
        } else if (property.value(QLatin1String("default")) != it.value()) {
            result.insert(it.key(), it.value());
        }
    }
    return result;
}

} // namespace qontroller::ui
