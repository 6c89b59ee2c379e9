// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/harness/subject.h"

#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/parameters.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

namespace qontroller::conformance {

namespace {

constexpr const char *Schema = R"({
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "additionalProperties": false,
    "definitions": {
        "command": { "type": "array", "items": { "type": "string" }, "minItems": 1 }
    },
    "properties": {
        "parameters": { "type": "object", "default": {} },
        "leftovers": { "type": "boolean", "default": true },
        "world": {
            "type": "object",
            "additionalProperties": false,
            "required": ["change", "desired", "actual"],
            "dependencies": { "away": ["back"], "back": ["away"] },
            "properties": {
                "make": { "$ref": "#/definitions/command" },
                "unmake": { "$ref": "#/definitions/command" },
                "change": { "$ref": "#/definitions/command" },
                "desired": { "$ref": "#/definitions/command" },
                "actual": { "$ref": "#/definitions/command" },
                "spoil": { "$ref": "#/definitions/command" },
                "garbage": { "$ref": "#/definitions/command" },
                "away": { "$ref": "#/definitions/command" },
                "back": { "$ref": "#/definitions/command" },
                "traffic": { "$ref": "#/definitions/command" }
            }
        }
    }
})";

Words wordsOf(const QJsonObject &world, const char *key)
{
    Words words;
    for (const QJsonValue &word : world.value(QLatin1String(key)).toArray())
        words.push_back(word.toString().toStdString());
    return words;
}

WorldCommands commandsOf(const QJsonObject &world)
{
    return {wordsOf(world, "make"),    wordsOf(world, "unmake"), wordsOf(world, "change"),
            wordsOf(world, "desired"), wordsOf(world, "actual"), wordsOf(world, "spoil"),
            wordsOf(world, "garbage"), wordsOf(world, "away"),   wordsOf(world, "back"),
            wordsOf(world, "traffic")};
}

/// In all texts of \a json, whatever they are part of.
QJsonValue filledIn(const QJsonValue &json, const Places &places)
{
    if (json.isString())
        return QString::fromStdString(filled(json.toString().toStdString(), places));
    if (json.isArray()) {
        QJsonArray array;
        for (const QJsonValue &each : json.toArray())
            array.append(filledIn(each, places));
        return array;
    }
    if (!json.isObject())
        return json;
    QJsonObject object = json.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        it.value() = filledIn(QJsonValue(it.value()), places);
    return object;
}

} // namespace

tl::expected<Subject, std::string> readSubject(const std::string &plugin, const std::string &file)
{
    QFile input(QString::fromStdString(file));
    if (!input.open(QIODevice::ReadOnly))
        return tl::unexpected(file + ": cannot be read (" + input.errorString().toStdString()
                              + "): name the file with the plugin's parameters and world");
    const auto document = parseJson(input.readAll());
    if (!document)
        return tl::unexpected(file + ": " + document.error());
    if (!document->isObject())
        return tl::unexpected(file + ": must be a JSON object with \"parameters\" and \"world\"");
    const CheckedParameters checked = checkParameters(QJsonDocument::fromJson(Schema).object(),
                                                      document->object());
    if (!checked.problems.empty())
        return tl::unexpected(file + ": " + checked.problems.front().sentence());

    Subject subject;
    subject.plugin = plugin;
    subject.file = file;
    // Before the plugin runs, which may change the working folder.
    subject.folder = QFileInfo(QString::fromStdString(file)).absolutePath().toStdString();
    subject.parameters = checked.values.value("parameters").toObject();
    if (checked.values.contains("world"))
        subject.world = commandsOf(checked.values.value("world").toObject());
    subject.namesLeftovers = checked.values.value("leftovers").toBool();
    return subject;
}

std::string filled(const std::string &text, const Places &places)
{
    return QString::fromStdString(text)
        .replace(QLatin1String("{world}"), QString::fromStdString(places.world))
        .replace(QLatin1String("{here}"), QString::fromStdString(places.here))
        .toStdString();
}

ReadParameters parametersOf(const Subject &subject, const QJsonObject &schema, const Places &places)
{
    ReadParameters read =
        readParameters(schema, filledIn(QJsonValue(subject.parameters), places).toObject());
    read.problems = below(JsonPath().key("parameters"), std::move(read.problems));
    return read;
}

} // namespace qontroller::conformance
