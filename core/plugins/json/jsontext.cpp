// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/jsontext.h"

#include "core/plugins/json/jsonwriter.h"

#include <QtCore/QLocale>

#include <algorithm>

namespace qontroller {

namespace {

constexpr qsizetype LongestText = 60;

/// As JSON has it, so that a line break is seen and breaks no line.
std::string quoted(const QString &text)
{
    const QString shown = text.size() > LongestText ? text.left(LongestText) + QStringLiteral("…")
                                                    : text;
    return JsonWriter(JsonWriter::Style::Line).value(shown).text().toStdString();
}

/// Whole numbers with all their digits: a person compares them.
std::string numberText(const QJsonValue &value)
{
    const double number = value.toDouble();
    const auto whole = value.toInteger();
    const QString text = static_cast<double>(whole) == number
                             ? QString::number(whole)
                             : QString::number(number, 'g', QLocale::FloatingPointShortest);
    return text.toStdString();
}

} // namespace

std::string describe(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null: return "null";
    case QJsonValue::Bool: return value.toBool() ? "true" : "false";
    case QJsonValue::Double: return numberText(value);
    case QJsonValue::String: return quoted(value.toString());
    case QJsonValue::Array: return "a list";
    case QJsonValue::Object: return "an object";
    case QJsonValue::Undefined: break;
    }
    return "missing";
}

std::string enumerate(const std::vector<std::string> &words, std::string_view last)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            text += i + 1 == words.size() ? ' ' + std::string(last) + ' ' : ", ";
        text += words[i];
    }
    return text;
}

std::string mustBe(std::string_view expected, const QJsonValue &value)
{
    return "must be " + std::string(expected) + ", but is " + describe(value);
}

std::string textIn(const QJsonObject &object, const char *key)
{
    return object.value(QLatin1String(key)).toString().toStdString();
}

JsonProblems unknownKeys(const QJsonObject &object, const std::vector<std::string> &allowed)
{
    JsonProblems problems;
    for (const QString &name : object.keys()) {
        const std::string key = name.toStdString();
        if (std::find(allowed.begin(), allowed.end(), key) != allowed.end())
            continue;
        problems.push_back(
            {JsonPath().key(key),
             "is not known here: "
                 + (allowed.empty() ? "nothing is allowed" : "allowed are " + enumerate(allowed))});
    }
    return problems;
}

} // namespace qontroller
