// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/session.h"

#include "app/session/objectreader.h"
#include "app/session/sessionalarms.h"
#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/jsonwriter.h"
#include "core/plugins/json/optionsjson.h"

#include <QtCore/QJsonArray>

#include <initializer_list>
#include <iterator>

namespace qontroller {

namespace {

constexpr int SessionVersion = 1;
constexpr const char *IsolationWord = "process";

std::optional<SessionLocker> readLocker(const QJsonObject &json, ObjectReader &parent)
{
    ObjectReader reader(json, {"plugin", "parameters"});
    SessionLocker locker{reader.requiredText("plugin"), reader.optionalObject("parameters")};
    const bool inMemory = locker.plugin == "memory";
    if (inMemory)
        reader.add("parameters", unknownKeys(locker.parameters, {}));
    parent.add("locker", reader.take());
    return inMemory ? std::nullopt : std::optional(locker);
}

Isolation readIsolation(const QJsonValue &value, ObjectReader &parent)
{
    const QString word = value.toString(value.isUndefined() ? "none" : "");
    if (word != QLatin1String("none") && word != QLatin1String(IsolationWord))
        parent.complain("isolation", mustBe(R"("none" or "process")", value));
    return word == QLatin1String(IsolationWord) ? Isolation::Process : Isolation::None;
}

SessionController readController(const QJsonObject &json, JsonProblems &problems)
{
    ObjectReader reader(json, {"name", "plugin", "parameters", "options", "locker", "isolation"});
    SessionController controller;
    controller.name = reader.requiredText("name");
    controller.plugin = reader.requiredText("plugin");
    controller.parameters = reader.optionalObject("parameters");
    controller.options = reader.optionalObject("options");
    reader.add("options", readOptions(controller.options, {}).problems);
    const bool hasLocker = json.contains(QLatin1String("locker"));
    const QJsonObject locker = reader.optionalObject("locker");
    if (hasLocker && json.value(QLatin1String("locker")).isObject())
        controller.locker = readLocker(locker, reader);
    controller.isolation = readIsolation(json.value(QLatin1String("isolation")), reader);
    problems = reader.take();
    return controller;
}

std::optional<JsonProblem> findSameName(const std::vector<SessionController> &controllers)
{
    if (controllers.empty() || controllers.back().name.empty())
        return std::nullopt;
    const std::size_t last = controllers.size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
        if (controllers[i].name == controllers[last].name)
            return JsonProblem{JsonPath().key("name"), "must be unique, but controllers["
                                                           + std::to_string(i) + "] is named \""
                                                           + controllers[last].name + "\" too"};
    }
    return std::nullopt;
}

JsonProblems readControllers(const QJsonArray &list, Session &session)
{
    JsonProblems all;
    for (qsizetype i = 0; i < list.size(); ++i) {
        JsonProblems problems;
        if (list.at(i).isObject()) {
            session.controllers.push_back(readController(list.at(i).toObject(), problems));
            if (auto problem = findSameName(session.controllers))
                problems.push_back(std::move(*problem));
        } else {
            session.controllers.emplace_back();
            problems.push_back({{}, mustBe("an object with name and plugin", list.at(i))});
        }
        problems = below(JsonPath().index(static_cast<std::size_t>(i)), std::move(problems));
        std::move(problems.begin(), problems.end(), std::back_inserter(all));
    }
    return all;
}

void checkVersion(const QJsonValue &version, ObjectReader &reader)
{
    if (version.isUndefined())
        reader.complain("version", "is missing: must be 1");
    else if (version.isDouble() && version.toDouble() > SessionVersion)
        reader.complain("version", "must be 1, but is " + describe(version)
                                       + ": the file is made for a newer Qontroller");
    else if (version != QJsonValue(SessionVersion))
        reader.complain("version", mustBe("1", version));
}

void write(JsonWriter &writer, const SessionController &controller)
{
    writer.beginObject();
    writer.key("name").value(QString::fromStdString(controller.name));
    writer.key("plugin").value(QString::fromStdString(controller.plugin));
    writer.key("parameters").value(controller.parameters);
    if (!controller.options.isEmpty())
        writer.key("options").value(controller.options);
    if (controller.locker) {
        writer.key("locker").beginObject();
        writer.key("plugin").value(QString::fromStdString(controller.locker->plugin));
        writer.key("parameters").value(controller.locker->parameters);
        writer.endObject();
    }
    if (controller.isolation == Isolation::Process)
        writer.key("isolation").value(QString::fromLatin1(IsolationWord));
    writer.endObject();
}

/// In the order of \a keys, in which people write them.
void writeKeys(JsonWriter &writer, const QJsonObject &object,
               std::initializer_list<const char *> keys)
{
    for (const char *const key : keys) {
        if (const QJsonValue value = object.value(QLatin1String(key)); !value.isUndefined())
            writer.key(key).value(value);
    }
}

} // namespace

SessionReading readSession(const QByteArray &json)
{
    const auto document = parseJsonFully(json);
    if (!document) {
        SessionReading reading;
        for (const std::string &error : document.error())
            reading.problems.push_back({{}, error});
        return reading;
    }
    if (!document->isObject())
        return {{}, {{{}, "must be an object with version and controllers, but is a list"}}};

    ObjectReader reader(document->object(), {"version", "controllers", "alarms"});
    checkVersion(document->object().value(QLatin1String("version")), reader);
    Session session;
    const QJsonValue controllers = document->object().value(QLatin1String("controllers"));
    if (controllers.isUndefined())
        reader.complain("controllers", "is missing: must be a list of controllers");
    else if (!controllers.isArray())
        reader.complain("controllers", mustBe("a list of controllers", controllers));
    else
        reader.add("controllers", readControllers(controllers.toArray(), session));
    if (document->object().contains(QLatin1String("alarms")))
        reader.add("alarms", readAlarms(reader.optionalObject("alarms"), session));
    return {std::move(session), reader.take()};
}

tl::expected<Session, JsonProblems> parseSession(const QByteArray &json)
{
    SessionReading reading = readSession(json);
    if (!reading.problems.empty())
        return tl::unexpected(std::move(reading.problems));
    return std::move(reading.session);
}

std::set<std::string> namesIn(const Session &session)
{
    std::set<std::string> names;
    for (const SessionController &each : session.controllers)
        names.insert(each.name);
    return names;
}

std::string differing(const Session &one, const Session &other)
{
    std::set<std::string> names;
    const auto addWhatLacks = [&names](const Session &session, const Session &there) {
        for (const SessionController &each : there.controllers) {
            if (std::ranges::find(session.controllers, each) == session.controllers.end())
                names.insert(each.name);
        }
    };
    addWhatLacks(one, other);
    addWhatLacks(other, one);
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    if (one.alarms != other.alarms)
        text += text.empty() ? "alarms" : ", alarms";
    return text;
}

QByteArray writeSession(const Session &session)
{
    JsonWriter writer(JsonWriter::Style::Indented);
    writer.beginObject();
    writer.key("version").value(SessionVersion);
    writer.key("controllers").beginArray();
    for (const SessionController &controller : session.controllers)
        write(writer, controller);
    writer.endArray();
    writeAlarms(writer, session.alarms);
    writer.endObject();
    return writer.text() + '\n';
}

QJsonObject withChanges(QJsonObject options, const QJsonObject &changes)
{
    for (auto it = changes.begin(); it != changes.end(); ++it) {
        const bool both = it.value().isObject() && options.value(it.key()).isObject();
        options.insert(it.key(), both ? QJsonValue(withChanges(options.value(it.key()).toObject(),
                                                               it.value().toObject()))
                                      : it.value());
    }
    return options;
}

QByteArray withChanges(const QByteArray &json, const std::map<std::string, QJsonObject> &changes)
{
    const QLatin1String controllers("controllers");
    const QLatin1String options("options");
    const QJsonObject session = QJsonDocument::fromJson(json).object();
    JsonWriter writer(JsonWriter::Style::Indented);
    writer.beginObject();
    writeKeys(writer, session, {"$comment", "version"});
    writer.key("controllers").beginArray();
    for (const QJsonValue &each : session.value(controllers).toArray()) {
        QJsonObject controller = each.toObject();
        const auto found = changes.find(
            controller.value(QLatin1String("name")).toString().toStdString());
        if (found != changes.end())
            controller.insert(options,
                              withChanges(controller.value(options).toObject(), found->second));
        writer.beginObject();
        writeKeys(writer, controller,
                  {"$comment", "name", "plugin", "parameters", "options", "locker", "isolation"});
        writer.endObject();
    }
    writer.endArray();
    writeKeys(writer, session, {"alarms"});
    writer.endObject();
    return writer.text() + '\n';
}

} // namespace qontroller
