// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/sessionalarms.h"

#include "app/session/objectreader.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"

#include <QtCore/QJsonArray>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace qontroller {

namespace {

constexpr std::array Severities{Severity::Notice, Severity::Decision, Severity::Fault};

QString text(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

Severity ownSeverity(const AlarmCondition &condition)
{
    if (const auto *const severity = std::get_if<Severity>(&condition))
        return *severity;
    if (const auto *const kind = std::get_if<AttentionKind>(&condition))
        return std::max(factsOf(*kind).severity, Severity::Notice);
    return Severity::Fault;
}

AlarmCondition readCondition(ObjectReader &reader)
{
    const std::string words = reader.requiredText("when");
    const auto condition = parseAlarmCondition(words);
    if (!condition && !words.empty())
        reader.complain("when", "must say when there is an alarm, but " + condition.error());
    return condition.value_or(Severity::Fault);
}

Duration readLasts(ObjectReader &reader)
{
    const QJsonValue value = reader.value("for");
    if (value.isUndefined())
        return {};
    const auto time = parseDuration(value.toString().toStdString());
    if (!time || *time < Duration::zero())
        reader.complain("for", mustBe("a length of time such as \"5m\", ten years at most", value));
    return time.value_or(Duration::zero());
}

Severity readSeverity(ObjectReader &reader, const AlarmCondition &condition)
{
    const QJsonValue value = reader.value("severity");
    if (value.isUndefined())
        return ownSeverity(condition);
    const auto *const found = std::ranges::find_if(Severities, [&](Severity each) {
        return value == QJsonValue(text(name(each)));
    });
    if (found == Severities.end())
        reader.complain("severity", mustBe(R"("notice", "decision" or "fault")", value));
    return found == Severities.end() ? Severity::Fault : *found;
}

/// The texts of the list \a name, which may not be empty; complains of what is none.
std::vector<std::string> readTexts(ObjectReader &reader, const char *name, const char *what)
{
    const QJsonValue value = reader.value(name);
    if (!value.isArray()) {
        reader.complain(name, mustBe(what, value));
        return {};
    }
    std::vector<std::string> texts;
    for (const QJsonValue &each : value.toArray()) {
        const QString text = each.toString();
        if (text.isEmpty() || text.contains(QChar::Null))
            reader.add(name, {{JsonPath().index(texts.size()),
                               mustBe("text that is not empty and has no zero byte", each)}});
        texts.push_back(text.toStdString());
    }
    return texts;
}

std::vector<std::string> readNames(ObjectReader &reader, const Session &session)
{
    if (reader.value("controllers").isUndefined())
        return {};
    auto names = readTexts(reader, "controllers", "a list of names of controllers");
    if (reader.value("controllers").toArray().isEmpty() && reader.value("controllers").isArray())
        reader.complain("controllers", "must name a controller: without the key a rule is for all");
    for (const std::string &each : names) {
        if (!each.empty()
            && std::ranges::count(session.controllers, each, &SessionController::name) == 0)
            reader.complain("controllers", "must name controllers of this session, but none is "
                                           "called \""
                                               + each + '"');
    }
    return names;
}

AlarmRule readRule(const QJsonObject &json, const Session &session, JsonProblems &problems)
{
    ObjectReader reader(json, {"name", "when", "for", "severity", "controllers"});
    AlarmRule rule;
    rule.name = reader.requiredText("name");
    rule.when = readCondition(reader);
    rule.lasts = readLasts(reader);
    rule.severity = readSeverity(reader, rule.when);
    rule.controllers = readNames(reader, session);
    problems = reader.take();
    return rule;
}

JsonProblems readRules(const QJsonArray &list, const Session &session,
                       std::vector<AlarmRule> &rules)
{
    JsonProblems all;
    for (qsizetype i = 0; i < list.size(); ++i) {
        JsonProblems problems;
        AlarmRule rule;
        if (list.at(i).isObject())
            rule = readRule(list.at(i).toObject(), session, problems);
        else
            problems.push_back({{}, mustBe("an object with name and when", list.at(i))});
        if (!rule.name.empty() && std::ranges::count(rules, rule.name, &AlarmRule::name) > 0)
            problems.push_back({JsonPath().key("name"), "must be unique, but another rule is named "
                                                        "\"" + rule.name
                                                            + "\" too"});
        rules.push_back(std::move(rule));
        problems = below(JsonPath().index(std::size_t(i)), std::move(problems));
        std::move(problems.begin(), problems.end(), std::back_inserter(all));
    }
    return all;
}

void write(JsonWriter &writer, const AlarmRule &rule)
{
    writer.beginObject().key("name").value(text(rule.name));
    writer.key("when").value(text(describe(rule.when)));
    if (rule.lasts > Duration::zero())
        writer.key("for").value(text(formatDuration(rule.lasts)));
    if (rule.severity != ownSeverity(rule.when))
        writer.key("severity").value(text(name(rule.severity)));
    if (!rule.controllers.empty()) {
        writer.key("controllers").beginArray();
        for (const std::string &each : rule.controllers)
            writer.value(text(each));
        writer.endArray();
    }
    writer.endObject();
}

} // namespace

JsonProblems readAlarms(const QJsonObject &json, Session &session)
{
    ObjectReader reader(json, {"rules", "notify"});
    if (const QJsonValue rules = reader.value("rules"); rules.isArray()) {
        session.alarms.rules.clear();
        reader.add("rules", readRules(rules.toArray(), session, session.alarms.rules));
    } else if (!rules.isUndefined()) {
        reader.complain("rules", mustBe("a list of rules", rules));
    }
    if (!reader.value("notify").isUndefined())
        session.alarms.notify = readTexts(reader, "notify",
                                          "a list with a program and its arguments");
    return reader.take();
}

JsonProblems checkAlarms(const AlarmSettings &alarms)
{
    if (alarms.notify.empty())
        return {};
    const auto program = findProgram(alarms.notify.front(), searchPath(), {});
    if (program)
        return {};
    return {{JsonPath().key("alarms").key("notify").index(0), program.error()}};
}

void writeAlarms(JsonWriter &writer, const AlarmSettings &alarms)
{
    if (alarms == AlarmSettings{})
        return;
    writer.key("alarms").beginObject();
    writer.key("rules").beginArray();
    for (const AlarmRule &each : alarms.rules)
        write(writer, each);
    writer.endArray();
    if (!alarms.notify.empty()) {
        writer.key("notify").beginArray();
        for (const std::string &each : alarms.notify)
            writer.value(text(each));
        writer.endArray();
    }
    writer.endObject();
}

} // namespace qontroller
