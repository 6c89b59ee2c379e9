// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/json/secrets.h"

#include "core/json/schemasentences.h"

#include <variant>

namespace qontroller {

namespace {

constexpr std::size_t ShortestConcealed = 4;
constexpr const char *Concealed = "••••";

void conceal(std::string &text, const std::string &secret)
{
    if (secret.size() < ShortestConcealed)
        return;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
        text.replace(at, secret.size(), Concealed);
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
    for (const JsonPath::Step &step : path.steps()) {
        const auto *position = std::get_if<std::size_t>(&step);
        around = position ? around.index(*position) : around.key(std::get<std::string>(step));
        if (isSecret(schemaAt(schema, around)))
            return true;
    }
    return false;
}

std::string withoutSecrets(std::string text, const QJsonObject &schema,
                           const QJsonObject &parameters)
{
    visitValues(parameters, {}, [&](const QJsonValue &value, const JsonPath &path) {
        if (value.isString() && isSecret(schema, path))
            conceal(text, value.toString().toStdString());
    });
    return text;
}

} // namespace qontroller
