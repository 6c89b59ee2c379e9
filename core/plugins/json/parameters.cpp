// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/parameters.h"

#include "core/base/text/duration.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/schemasentences.h"
#include "core/plugins/json/secretreference.h"
#include "core/plugins/json/secrets.h"

#include <QtCore/QJsonArray>
#include <QtCore/QRegularExpression>

// Whole numbers have 64 bits in Qt 6. The adapter reads 32 of them, by QJsonValue::toInt(). What it
// includes of Qt is included above, and stays as it is.
#define toInt toInteger
#include <valijson/adapters/qtjson_adapter.hpp>
#undef toInt
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <charconv>
#include <exception>
#include <iterator>
#include <string_view>
#include <variant>

namespace qontroller {

namespace {

using SchemaErrors = valijson::ValidationResults;

/// Throws what valijson throws when the schema is not one.
SchemaErrors validateWithSchema(const QJsonObject &schema, const QJsonObject &parameters)
{
    const QJsonValue schemaValue(schema);
    const QJsonValue value(parameters);
    valijson::Schema parsed;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::QtJsonAdapter(schemaValue), parsed);
    SchemaErrors errors;
    valijson::Validator().validate(parsed, valijson::adapters::QtJsonAdapter(value), &errors);
    return errors;
}

/// \a schema without the words that \a isLeftOut (key, value).
template<class IsLeftOut>
QJsonValue without(const QJsonValue &schema, IsLeftOut isLeftOut)
{
    if (schema.isArray()) {
        QJsonArray array;
        for (const QJsonValue &each : schema.toArray())
            array.append(without(each, isLeftOut));
        return array;
    }
    if (!schema.isObject())
        return schema;
    QJsonObject object;
    const QJsonObject all = schema.toObject();
    for (auto it = all.begin(); it != all.end(); ++it) {
        if (!isLeftOut(it.key(), it.value()))
            object.insert(it.key(), without(it.value(), isLeftOut));
    }
    return object;
}

/// As validateWithSchema(). Types first: valijson reads as text whatever has a format.
SchemaErrors typesThenFormats(const QJsonObject &schema, const QJsonObject &parameters)
{
    const QJsonValue plain = without(schema, [](const QString &key, const QJsonValue &value) {
        return key == QLatin1String("format") && value.isString();
    });
    SchemaErrors errors = validateWithSchema(plain.toObject(), parameters);
    return errors.numErrors() > 0 ? errors : validateWithSchema(schema, parameters);
}

/// An error that only says that another one stands deeper.
bool isEcho(const SchemaErrors::Error &error)
{
    const std::string_view text = error.description;
    return text.rfind("Failed to validate against schema associated", 0) == 0
           || text.rfind("Failed to validate against child schema", 0) == 0
           || text.rfind("Failed to validate item", 0) == 0;
}

/// `[name]` or `[3]`, as valijson names a step.
JsonPath stepInto(const JsonPath &path, std::string_view step, const QJsonObject &json)
{
    if (step.size() < 2 || step.front() != '[')
        return path;
    const std::string_view name = step.substr(1, step.size() - 2);
    std::size_t position = 0;
    if (valueAt(json, path).isArray()) {
        std::from_chars(name.data(), name.data() + name.size(), position);
        return path.index(position);
    }
    return path.key(name);
}

JsonPath pathOf(const SchemaErrors::Error &error, const QJsonObject &json)
{
    JsonPath path;
    for (const std::string &step : error.context)
        path = stepInto(path, step, json);
    return path;
}

/// The name that an error about a member of an object ends with: `… 'source'.`
std::string lastQuoted(std::string_view text)
{
    const std::size_t end = text.rfind('\'');
    const std::size_t begin = end == std::string_view::npos ? end : text.rfind('\'', end - 1);
    return begin == std::string_view::npos ? std::string()
                                           : std::string(text.substr(begin + 1, end - begin - 1));
}

JsonProblem unknownName(const QJsonObject &schema, const JsonPath &parent, const std::string &name)
{
    std::vector<std::string> known;
    const QJsonObject properties =
        schemaAt(schema, parent).value(QLatin1String("properties")).toObject();
    for (const QString &each : properties.keys())
        known.push_back(each.toStdString());
    return {parent.key(name),
            "is not known here: "
                + (known.empty() ? "nothing is allowed" : "allowed are " + enumerate(known))};
}

JsonProblem problemOf(const SchemaErrors::Error &error, const QJsonObject &schema,
                      const QJsonObject &json)
{
    const JsonPath path = pathOf(error, json);
    const std::string_view text = error.description;
    if (text.rfind("Missing required property", 0) == 0) {
        const JsonPath missing = path.key(lastQuoted(text));
        return {missing, "is missing: must be " + expectation(schemaAt(schema, missing))};
    }
    if (text.rfind("Object contains a property that could not be validated", 0) == 0)
        return unknownName(schema, path, lastQuoted(text));
    const std::string expected = expectation(schemaAt(schema, path));
    if (isSecret(schema, path))
        return {path, "must be " + expected + ", but is something else, which is secret"};
    return {path, mustBe(expected, valueAt(json, path))};
}

/// Adds those of \a more whose place is not named yet.
void addNew(JsonProblems &problems, JsonProblems more)
{
    for (JsonProblem &problem : more) {
        if (std::ranges::find(problems, problem.path, &JsonProblem::path) == problems.end())
            problems.push_back(std::move(problem));
    }
}

JsonProblems problemsOf(const SchemaErrors &errors, const QJsonObject &schema,
                        const QJsonObject &json)
{
    JsonProblems problems;
    for (const SchemaErrors::Error &error : errors) {
        if (isEcho(error))
            continue;
        addNew(problems, {problemOf(error, schema, json)});
    }
    return problems;
}

/// What a schema says in a word of ours, which the validator does not know.
JsonProblems wrongDurations(const QJsonObject &schema, const QJsonObject &json)
{
    JsonProblems problems;
    visitValues(json, {}, [&](const QJsonValue &value, const JsonPath &path) {
        if (!value.isString()
            || schemaAt(schema, path).value(QLatin1String("format")) != QLatin1String("duration"))
            return;
        if (auto duration = parseDuration(value.toString().toStdString()); !duration)
            problems.push_back({path, std::move(duration.error())});
    });
    return problems;
}

QJsonObject withDefaults(const QJsonObject &schema, QJsonObject values)
{
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const QJsonObject property = it.value().toObject();
        const QJsonValue fallback = property.value(QLatin1String("default"));
        if (!values.contains(it.key()) && !fallback.isUndefined())
            values.insert(it.key(), fallback);
        if (values.value(it.key()).isObject())
            values.insert(it.key(), withDefaults(property, values.value(it.key()).toObject()));
    }
    return values;
}

/// Takes one step off the beginning of \a text: `name`, `.name`, `[0]` or `["name"]`. False: there
/// is none.
bool takeStep(QString &text, JsonPath &path)
{
    static const QRegularExpression step(
        QStringLiteral(R"re(^(?:\.?([A-Za-z0-9_-]+)|\[(\d{1,9})\]|\["([^"]*)"\]))re"));
    const QRegularExpressionMatch match = step.match(text);
    if (!match.hasMatch())
        return false;
    if (match.hasCaptured(2))
        path = path.index(match.captured(2).toULong());
    else
        path = path.key((match.captured(1) + match.captured(3)).toStdString());
    text.remove(0, match.capturedLength());
    return true;
}

/// \a line without the parameter that it begins with, which \a schema has.
JsonProblem problemIn(const QJsonObject &schema, const QString &line)
{
    QString rest = line;
    JsonPath path;
    while (takeStep(rest, path)) {
    }
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    const bool isParameter = !path.isEmpty()
                             && std::holds_alternative<std::string>(path.steps().front())
                             && properties.contains(QString::fromStdString(
                                 std::get<std::string>(path.steps().front())));
    if (isParameter && rest.startsWith(QLatin1String(": ")))
        return {path, rest.mid(2).toStdString()};
    if (isParameter && rest.startsWith(QLatin1Char(' ')))
        return {path, rest.mid(1).toStdString()};
    return {{}, line.toStdString()};
}

} // namespace

CheckedParameters checkParameters(const QJsonObject &schema, const QJsonObject &parameters)
{
    if (schema.isEmpty())
        return {parameters, unknownKeys(parameters, {})};
    CheckedParameters checked{withDefaults(schema, parameters), {}};
    try {
        const SchemaErrors errors = typesThenFormats(schema, checked.values);
        checked.problems = problemsOf(errors, schema, checked.values);
        addNew(checked.problems, wrongDurations(schema, checked.values));
    } catch (const std::exception &exception) {
        checked.problems.push_back({{},
                                    "cannot be checked: the plugin's schema is wrong ("
                                        + std::string(exception.what()) + ")"});
    }
    return checked;
}

JsonProblems problemsIn(const QJsonObject &schema, const std::string &text)
{
    JsonProblems problems;
    for (const QString &line : QString::fromStdString(text).split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            problems.push_back(problemIn(schema, line));
    }
    if (problems.empty())
        problems.push_back({{}, "were refused without a reason"});
    return problems;
}

ReadParameters readParameters(const QJsonObject &schema, const QJsonObject &parameters)
{
    ReadSecrets read = readSecrets(schema, parameters);
    CheckedParameters checked = checkParameters(schema, read.values);
    // What stands for a secret that was not read may not please the schema.
    std::erase_if(checked.problems, [&](const JsonProblem &problem) {
        return std::ranges::any_of(read.problems, [&](const JsonProblem &each) {
            return each.path.isAtOrBelow(problem.path);
        });
    });
    std::ranges::move(checked.problems, std::back_inserter(read.problems));
    return {std::move(checked.values), std::move(read.secrets), std::move(read.problems),
            std::move(read.tooShort)};
}

namespace {

/// Whether no "$ref" in \a schema leads in a circle: each names a definition, and these refer to
/// nothing. Circles are followed for ever.
bool endsRefs(const QJsonValue &schema, bool isDefinition = false)
{
    const QJsonObject object = schema.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const bool isRef = it.key() == QLatin1String("$ref") && it.value().isString();
        if (isRef && (isDefinition || !it.value().toString().startsWith(u"#/definitions/")))
            return false;
        const bool defines = isDefinition || it.key() == QLatin1String("definitions");
        if (!endsRefs(it.value(), defines))
            return false;
    }
    const QJsonArray array = schema.toArray();
    return std::all_of(array.begin(), array.end(), [isDefinition](const QJsonValue &each) {
        return endsRefs(each, isDefinition);
    });
}

/// \a schema without its regular expressions: of a plugin that nobody has trusted yet, none is
/// matched, for that may take for ever.
QJsonObject withoutPatterns(const QJsonObject &schema)
{
    return without(schema,
                   [](const QString &key, const QJsonValue &value) {
                       return (key == QLatin1String("pattern") && value.isString())
                              || key == QLatin1String("patternProperties");
                   })
        .toObject();
}

/// The first default in \a schema, a part of \a whole at \a path, that is wrong by its own words. A
/// session that leaves the value out would be blamed for it.
std::optional<JsonProblem> wrongDefault(const QJsonObject &whole, const QJsonObject &schema,
                                        const JsonPath &path)
{
    const QString definitions = QStringLiteral("definitions");
    const QJsonObject properties = schema.value(QLatin1String("properties")).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const QJsonObject alone{{"type", "object"},
                                {"properties", QJsonObject{{it.key(), it.value()}}},
                                {definitions, whole.value(definitions).toObject()}};
        JsonProblems problems = checkParameters(alone, {}).problems;
        // One of the whole says that this part refers to another, which is not in it.
        if (!problems.empty() && !problems.front().path.isEmpty())
            return below(path, std::move(problems)).front();
        if (auto deeper = wrongDefault(whole, it.value().toObject(),
                                       path.key(it.key().toStdString())))
            return deeper;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> checkSchema(const QJsonObject &schema)
{
    if (schema.isEmpty())
        return std::nullopt;
    if (schema.value(QLatin1String("type")).toString() != QLatin1String("object"))
        return "must have the type \"object\"";
    if (!endsRefs(schema))
        return "must refer with \"$ref\" to its own definitions alone, as in "
               "\"#/definitions/port\", and these to nothing";
    try {
        static_cast<void>(validateWithSchema(schema, {}));
    } catch (const std::exception &exception) {
        return "must be a JSON Schema of draft 7 (" + std::string(exception.what()) + ")";
    }
    const QJsonObject judged = withoutPatterns(schema);
    if (const auto wrong = wrongDefault(judged, judged, {}))
        return "must have defaults that it allows itself: the default of " + wrong->sentence();
    return std::nullopt;
}

} // namespace qontroller
