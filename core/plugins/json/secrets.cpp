// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/secrets.h"

#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/schemasentences.h"

#include <QtCore/QJsonArray>

#include <variant>

namespace qontroller {

namespace {

bool isText(const QJsonObject &schema)
{
    const QJsonValue type = schema.value(QLatin1String("type"));
    return type == QLatin1String("string") || type.toArray().contains(QLatin1String("string"));
}

} // namespace

bool isSecret(const QJsonObject &schema)
{
    const QString format = schema.value(QLatin1String("format")).toString();
    return format == QLatin1String("password") || format == QLatin1String("secret")
           || schema.value(QLatin1String("writeOnly")).toBool();
}

bool isSecret(const QJsonObject &schema, const JsonPath &path)
{
    JsonPath around;
    if (isSecret(schema))
        return true;
    for (const JsonPath::Step &step : path.steps()) {
        const auto *position = std::get_if<std::size_t>(&step);
        around = position ? around.index(*position) : around.key(std::get<std::string>(step));
        if (isSecret(schemaAt(schema, around)))
            return true;
    }
    return false;
}

bool takesReference(const QJsonObject &schema, const JsonPath &path)
{
    const QJsonObject part = schemaAt(schema, path);
    return isText(part)
           && (part.value(QLatin1String("format")) == QLatin1String("may-be-secret")
               || isSecret(schema, path));
}

void visitSecrets(const QJsonObject &schema, const QJsonObject &parameters,
                  const std::function<void(const std::string &, const JsonPath &)> &visit)
{
    visitValues(parameters, {}, [&](const QJsonValue &value, const JsonPath &path) {
        if (!isSecret(schema, path))
            return;
        if (value.isString())
            visit(value.toString().toStdString(), path);
        else if (value.isDouble())
            visit(describe(value), path);
    });
}

Concealer secretsIn(const QJsonObject &schema, const QJsonObject &parameters)
{
    Concealer secrets;
    visitSecrets(schema, parameters,
                 [&](const std::string &secret, const JsonPath &) { secrets.add(secret); });
    return secrets;
}

} // namespace qontroller
