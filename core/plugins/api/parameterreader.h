// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QString>

#include <concepts>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

namespace detail {

/// Why a value does not fit a field, as the end of a sentence that begins with its path.
struct Misfit
{
    std::string below; ///< where in the value: `[2]`, `.p50`; empty: it is the value itself
    std::string text;
    std::string value = {}; ///< in words, if the text does not tell of it
};
using Misfits = std::optional<Misfit>; ///< one at most

Misfits readValue(const QJsonValue &from, bool &to);
Misfits readValue(const QJsonValue &from, double &to);
Misfits readValue(const QJsonValue &from, std::string &to);
Misfits readValue(const QJsonValue &from, QString &to);
Misfits readValue(const QJsonValue &from, std::filesystem::path &to);
/// As people write it: `30s`.
Misfits readValue(const QJsonValue &from, Duration &to);
/// A whole number in these limits.
Misfits readWhole(const QJsonValue &from, qint64 least, qint64 most, qint64 &to);
Misfits readText(const QJsonValue &from, const std::vector<std::string> &texts, std::size_t &which);

template<std::integral T>
Misfits readValue(const QJsonValue &from, T &to)
{
    constexpr qint64 Most = std::in_range<qint64>(std::numeric_limits<T>::max())
                                ? static_cast<qint64>(std::numeric_limits<T>::max())
                                : std::numeric_limits<qint64>::max();
    qint64 number = 0;
    auto misfit = readWhole(from, static_cast<qint64>(std::numeric_limits<T>::min()), Most, number);
    if (!misfit)
        to = static_cast<T>(number);
    return misfit;
}

template<class T>
Misfits readValue(const QJsonValue &from, std::optional<T> &to)
{
    T value{};
    auto misfit = readValue(from, value);
    if (!misfit)
        to = std::move(value);
    return misfit;
}

/// Reads each element by \a read, which puts its own place into what is wrong.
template<class T, class Read>
Misfits readList(const QJsonValue &from, std::vector<T> &to, Read read)
{
    if (!from.isArray())
        return Misfit{{}, "must be a list, as its field in the plugin is"};
    std::vector<T> values;
    const QJsonArray list = from.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        T value{};
        if (auto misfit = read(list.at(i), value)) {
            misfit->below.insert(0, '[' + std::to_string(i) + ']');
            return misfit;
        }
        values.push_back(std::move(value));
    }
    to = std::move(values);
    return std::nullopt;
}

template<class T>
Misfits readValue(const QJsonValue &from, std::vector<T> &to)
{
    return readList(from, to,
                    [](const QJsonValue &each, T &value) { return readValue(each, value); });
}

template<class T>
Misfits readValue(const QJsonValue &from, std::map<std::string, T> &to)
{
    if (!from.isObject())
        return Misfit{{}, "must be an object, as its field in the plugin is"};
    std::map<std::string, T> values;
    const QJsonObject object = from.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const std::string name = it.key().toStdString();
        if (auto misfit = readValue(it.value(), values[name])) {
            misfit->below.insert(0, "[\"" + name + "\"]");
            return misfit;
        }
    }
    to = std::move(values);
    return std::nullopt;
}

} // namespace detail

/// Reads parameters into the fields of a struct, one line for each.
///
///     ParameterReader read(parameters, context.schema);
///     read.field("source", options.source).field("interval", options.interval);
///     if (auto problem = read.problem())
///         return tl::unexpected(*std::move(problem));
///
/// Fields are bool, numbers, std::string, QString, std::filesystem::path, Duration (written `30s`),
/// and std::optional, std::vector and std::map (by text) of these. A parameter that is not there
/// leaves its field as it was. The schema has judged the values before: what is found here is an
/// error of the plugin, a field that the schema does not have, or that does not hold all it allows.
/// The first one is kept, and the fields after it are not read. For one thread.
class ParameterReader
{
public:
    /// \a schema is ControllerContext::schema; if it is empty, names are not checked.
    explicit ParameterReader(QJsonObject values, const QJsonObject &schema = {});

    template<class T>
    ParameterReader &field(const char *name, T &to)
    {
        return read(name, [&to](const QJsonValue &value) { return detail::readValue(value, to); });
    }

    /// One of the texts that the schema's `enum` names, and what each means.
    template<class T>
    ParameterReader &field(const char *name, T &to,
                           std::initializer_list<std::pair<const char *, T>> meanings)
    {
        return read(name, [&](const QJsonValue &value) {
            std::vector<std::string> texts;
            for (const auto &[text, meaning] : meanings)
                texts.emplace_back(text);
            std::size_t which = 0;
            auto misfit = detail::readText(value, texts, which);
            if (!misfit)
                to = (meanings.begin() + which)->second;
            return misfit;
        });
    }

    /// An object in the object: \a fill is called with its reader, unless it is not there.
    template<class Fill>
    ParameterReader &object(const char *name, Fill fill)
    {
        const std::optional<QJsonObject> schema = schemaOf(name);
        return read(name, [&](const QJsonValue &value) {
            return readObject(value, schema, [&](ParameterReader &reader) { fill(reader); });
        });
    }

    /// A list of objects: \a fill is called with the reader of each and the element for it.
    template<class T, class Fill>
    ParameterReader &objects(const char *name, std::vector<T> &to, Fill fill)
    {
        const std::optional<QJsonObject> schema = itemsOf(schemaOf(name));
        return read(name, [&](const QJsonValue &value) {
            return detail::readList(value, to, [&](const QJsonValue &each, T &element) {
                return readObject(each, schema,
                                  [&](ParameterReader &reader) { fill(reader, element); });
            });
        });
    }

    /// A sentence that begins with the parameter's path, for create() to return.
    [[nodiscard]] std::optional<std::string> problem() const;

private:
    ParameterReader(QJsonObject values, std::optional<QJsonObject> schema);

    template<class Read>
    ParameterReader &read(const char *name, Read read)
    {
        if (!m_misfit && isInSchema(name) && m_values.contains(QLatin1String(name))) {
            if ((m_misfit = read(m_values.value(QLatin1String(name)))))
                keep(name);
        }
        return *this;
    }

    template<class Fill>
    static detail::Misfits readObject(const QJsonValue &value,
                                      const std::optional<QJsonObject> &schema, Fill fill)
    {
        if (!value.isObject())
            return detail::Misfit{{}, "must be an object, as its field in the plugin is"};
        ParameterReader reader(value.toObject(), ofPart(schema));
        fill(reader);
        return std::move(reader.m_misfit);
    }

    /// Also true if it cannot be told; else there is a problem from now on.
    [[nodiscard]] bool isInSchema(const char *name);
    void keep(const char *name);
    [[nodiscard]] std::optional<QJsonObject> schemaOf(const char *name) const;
    /// Nothing if its names cannot be checked: without `properties` any name is right.
    static std::optional<QJsonObject> ofPart(const std::optional<QJsonObject> &schema);
    static std::optional<QJsonObject> itemsOf(const std::optional<QJsonObject> &schema);

    QJsonObject m_values;
    std::optional<QJsonObject> m_schema; ///< nothing: names cannot be checked
    detail::Misfits m_misfit;
};

} // namespace qontroller
