// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/schemasentences.h"

#include "core/plugins/json/jsontext.h"

#include <QtCore/QJsonArray>

namespace qontroller {

namespace {

QJsonObject schemaOfKey(const QJsonObject &schema, const QString &name)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    if (properties.contains(name))
        return properties.value(name).toObject();
    return schema.value(QLatin1String("additionalProperties")).toObject();
}

QJsonObject schemaOfItem(const QJsonObject &schema, std::size_t position)
{
    const QJsonValue items = schema.value(QLatin1String("items"));
    return items.isArray() ? items.toArray().at(static_cast<qsizetype>(position)).toObject()
                           : items.toObject();
}

/// ` from 1 to 5`, ` of at least 1`, ` of at most 5` or nothing.
std::string range(const QJsonObject &schema, const char *least, const char *most)
{
    const QJsonValue low = schema.value(QLatin1String(least));
    const QJsonValue high = schema.value(QLatin1String(most));
    if (low.isDouble() && high.isDouble())
        return " from " + describe(low) + " to " + describe(high);
    if (low.isDouble())
        return " of at least " + describe(low);
    return high.isDouble() ? " of at most " + describe(high) : std::string();
}

std::string numberWords(const QJsonObject &schema, std::string words)
{
    words += range(schema, "minimum", "maximum");
    if (schema.contains(QLatin1String("exclusiveMinimum")))
        words += " above " + describe(schema.value(QLatin1String("exclusiveMinimum")));
    if (schema.contains(QLatin1String("exclusiveMaximum")))
        words += " below " + describe(schema.value(QLatin1String("exclusiveMaximum")));
    return words;
}

/// `"1" or "25%"`.
std::string alternativesOf(const QJsonArray &values)
{
    std::vector<std::string> words;
    for (const auto &each : values)
        words.push_back(describe(each));
    return enumerate(words, "or");
}

std::string textWords(const QJsonObject &schema)
{
    const QString pattern = schema.value(QLatin1String("pattern")).toString();
    if (pattern == QLatin1String("^/"))
        return "an absolute path";
    const QJsonArray examples = schema.value(QLatin1String("examples")).toArray();
    if (!pattern.isEmpty() && !examples.isEmpty())
        return "text as in " + alternativesOf(examples);
    if (!pattern.isEmpty())
        return "text that matches " + pattern.toStdString();
    const std::string length = range(schema, "minLength", "maxLength");
    if (length.empty())
        return "text";
    return length == " of at least 1" ? "text that is not empty" : "text" + length + " characters";
}

std::string listWords(const QJsonObject &schema)
{
    const std::string length = range(schema, "minItems", "maxItems");
    const QJsonObject items = schema.value(QLatin1String("items")).toObject();
    std::string words = length == " of at least 1" ? "a list that is not empty"
                        : length.empty()           ? "a list"
                                                   : "a list" + length + " values";
    if (!items.isEmpty())
        words += ", each " + expectation(items);
    return words;
}

std::string wordsForType(const QString &type, const QJsonObject &schema)
{
    if (type == QLatin1String("string"))
        return textWords(schema);
    if (type == QLatin1String("integer"))
        return numberWords(schema, "a whole number");
    if (type == QLatin1String("number"))
        return numberWords(schema, "a number");
    if (type == QLatin1String("boolean"))
        return "true or false";
    if (type == QLatin1String("array"))
        return listWords(schema);
    if (type == QLatin1String("object"))
        return "an object";
    return type == QLatin1String("null") ? "null" : std::string();
}

std::string alternatives(const QJsonArray &schemas)
{
    std::vector<std::string> words;
    for (const auto &each : schemas)
        words.push_back(expectation(each.toObject()));
    return enumerate(words, "or");
}

std::string oneOf(const QJsonArray &values)
{
    std::vector<std::string> words;
    for (const auto &each : values)
        words.push_back(describe(each));
    return words.size() == 1 ? words.front() : "one of " + enumerate(words);
}

} // namespace

QJsonObject schemaAt(const QJsonObject &schema, const JsonPath &path)
{
    QJsonObject part = schema;
    for (const JsonPath::Step &step : path.steps()) {
        const auto *position = std::get_if<std::size_t>(&step);
        part = position ? schemaOfItem(part, *position)
                        : schemaOfKey(part, QString::fromStdString(std::get<std::string>(step)));
    }
    return part;
}

std::string expectation(const QJsonObject &schema)
{
    if (schema.contains(QLatin1String("enum")))
        return oneOf(schema.value(QLatin1String("enum")).toArray());
    if (schema.contains(QLatin1String("const")))
        return describe(schema.value(QLatin1String("const")));
    for (const char *key : {"anyOf", "oneOf"}) {
        if (schema.contains(QLatin1String(key)))
            return alternatives(schema.value(QLatin1String(key)).toArray());
    }

    const QJsonValue type = schema.value(QLatin1String("type"));
    std::vector<std::string> words;
    for (const auto &each : type.isArray() ? type.toArray() : QJsonArray{type}) {
        if (std::string one = wordsForType(each.toString(), schema); !one.empty())
            words.push_back(std::move(one));
    }
    return words.empty() ? "a value that the plugin's schema allows" : enumerate(words, "or");
}

QJsonValue valueAt(const QJsonObject &json, const JsonPath &path)
{
    QJsonValue value = json;
    for (const JsonPath::Step &step : path.steps()) {
        const auto *position = std::get_if<std::size_t>(&step);
        if (position)
            value = value.toArray().at(static_cast<qsizetype>(*position));
        else
            value = value.toObject().value(QString::fromStdString(std::get<std::string>(step)));
    }
    return value;
}

void visitValues(const QJsonValue &value, const JsonPath &path,
                 const std::function<void(const QJsonValue &, const JsonPath &)> &visit)
{
    visit(value, path);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        visitValues(it.value(), path.key(it.key().toStdString()), visit);
    const QJsonArray list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i)
        visitValues(list.at(i), path.index(std::size_t(i)), visit);
}

} // namespace qontroller
