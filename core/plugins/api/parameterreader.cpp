// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/api/parameterreader.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>

#include <algorithm>

namespace qontroller {

namespace detail {

namespace {

/// `5`, `"five"`: as JSON has it.
std::string inWords(const QJsonValue &value)
{
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2).toStdString();
}

Misfit mustBe(const std::string &what, const QJsonValue &value)
{
    return {{}, "must be " + what + ", as its field in the plugin is", inWords(value)};
}

} // namespace

Misfits readValue(const QJsonValue &from, bool &to)
{
    if (!from.isBool())
        return mustBe("true or false", from);
    to = from.toBool();
    return std::nullopt;
}

Misfits readValue(const QJsonValue &from, double &to)
{
    if (!from.isDouble())
        return mustBe("a number", from);
    to = from.toDouble();
    return std::nullopt;
}

Misfits readValue(const QJsonValue &from, std::string &to)
{
    if (!from.isString())
        return mustBe("text", from);
    to = from.toString().toStdString();
    return std::nullopt;
}

Misfits readValue(const QJsonValue &from, QString &to)
{
    if (!from.isString())
        return mustBe("text", from);
    to = from.toString();
    return std::nullopt;
}

// In the encoding of file names, which is not always that of QString::toStdString().
Misfits readValue(const QJsonValue &from, std::filesystem::path &to)
{
    if (!from.isString())
        return mustBe("text", from);
    to = QFile::encodeName(from.toString()).toStdString();
    return std::nullopt;
}

Misfits readValue(const QJsonValue &from, Duration &to)
{
    if (!from.isString())
        return mustBe("a duration as in \"30s\"", from);
    const auto duration = parseDuration(from.toString().toStdString());
    if (!duration)
        return Misfit{{}, duration.error()};
    to = *duration;
    return std::nullopt;
}

Misfits readWhole(const QJsonValue &from, qint64 least, qint64 most, qint64 &to)
{
    const qint64 number = from.toInteger(least);
    const bool isWhole = from.isDouble() && number == from.toInteger(most);
    if (!isWhole || number < least || number > most)
        return mustBe("a whole number from " + std::to_string(least) + " to "
                          + std::to_string(most),
                      from);
    to = number;
    return std::nullopt;
}

Misfits readText(const QJsonValue &from, const std::vector<std::string> &texts, std::size_t &which)
{
    const auto it = from.isString() ? std::ranges::find(texts, from.toString().toStdString())
                                    : texts.end();
    which = static_cast<std::size_t>(it - texts.begin());
    if (it != texts.end())
        return std::nullopt;
    std::string known;
    for (const std::string &text : texts)
        known += (known.empty() ? "\"" : ", \"") + text + '"';
    return mustBe("one of " + known, from);
}

} // namespace detail

namespace {

/// A schema that is all in its `properties`; nothing if a part of it stands elsewhere.
std::optional<QJsonObject> plainSchema(const QJsonObject &schema)
{
    for (const char *word : {"$ref", "allOf", "anyOf", "oneOf", "if"}) {
        if (schema.contains(QLatin1String(word)))
            return std::nullopt;
    }
    return schema;
}

/// The schema \a name in \a schemas; nothing if there is none. One that says nothing is one, too.
std::optional<QJsonObject> partOf(const QJsonObject &schemas, const char *name)
{
    const QJsonValue part = schemas.value(QLatin1String(name));
    return part.isObject() ? std::optional(part.toObject()) : std::nullopt;
}

} // namespace

ParameterReader::ParameterReader(QJsonObject values, const QJsonObject &schema)
    : ParameterReader(std::move(values), schema.isEmpty() ? std::nullopt : std::optional(schema))
{}

ParameterReader::ParameterReader(QJsonObject values, std::optional<QJsonObject> schema)
    : m_values(std::move(values))
    , m_schema(schema ? plainSchema(*schema) : std::nullopt)
{}

std::optional<std::string> ParameterReader::problem() const
{
    if (!m_misfit)
        return std::nullopt;
    std::string sentence = m_misfit->below.substr(1) + ": " + m_misfit->text; // without the dot
    if (!m_misfit->value.empty())
        sentence += (m_schema ? ", but the schema allows " : ", but is ") + m_misfit->value;
    return sentence;
}

bool ParameterReader::isInSchema(const char *name)
{
    if (!m_schema
        || m_schema->value(QLatin1String("properties")).toObject().contains(QLatin1String(name)))
        return true;
    m_misfit = detail::Misfit{{},
                              "is read by the plugin, but \"parameters\" in its metadata has "
                              "no such property: add it there, or read it no more"};
    keep(name);
    return false;
}

void ParameterReader::keep(const char *name)
{
    m_misfit->below.insert(0, '.' + std::string(name));
}

std::optional<QJsonObject> ParameterReader::schemaOf(const char *name) const
{
    return m_schema ? partOf(m_schema->value(QLatin1String("properties")).toObject(), name)
                    : std::nullopt;
}

std::optional<QJsonObject> ParameterReader::ofPart(const std::optional<QJsonObject> &schema)
{
    return schema && schema->contains(QLatin1String("properties")) ? schema : std::nullopt;
}

std::optional<QJsonObject> ParameterReader::itemsOf(const std::optional<QJsonObject> &schema)
{
    return schema ? partOf(*schema, "items") : std::nullopt;
}

} // namespace qontroller
