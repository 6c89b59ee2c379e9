// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/json/optionsjson.h"

#include "core/base/text/duration.h"
#include "core/engine/api/optiontable.h"
#include "core/plugins/json/jsontext.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <variant>

namespace qontroller {

namespace {

using Complaint = std::optional<std::string>;

Complaint read(const QJsonValue &value, int &target)
{
    const double number = value.toDouble(0.5);
    if (!value.isDouble() || number != std::floor(number)
        || std::abs(number) > std::numeric_limits<int>::max())
        return mustBe("a whole number", value);
    target = static_cast<int>(number);
    return std::nullopt;
}

Complaint read(const QJsonValue &value, double &target)
{
    if (!value.isDouble())
        return mustBe("a number", value);
    target = value.toDouble();
    return std::nullopt;
}

Complaint read(const QJsonValue &value, bool &target)
{
    if (!value.isBool())
        return mustBe("true or false", value);
    target = value.toBool();
    return std::nullopt;
}

Complaint read(const QJsonValue &value, Duration &target)
{
    if (!value.isString())
        return mustBe("a duration in quotes, as in \"30s\"", value);
    const auto duration = parseDuration(value.toString().toStdString());
    if (!duration)
        return duration.error();
    target = *duration;
    return std::nullopt;
}

QJsonValue write(int value)
{
    return value;
}
QJsonValue write(double value)
{
    return value;
}
QJsonValue write(bool value)
{
    return value;
}
QJsonValue write(Duration value)
{
    return QString::fromStdString(formatDuration(value));
}

JsonPath pathOf(const ControllerOption &option)
{
    const JsonPath path;
    return (option.group ? path.key(std::string(option.group->name)) : path)
        .key(std::string(option.name));
}

/// `base and max`
std::string joined(const std::vector<std::string> &names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

/// Takes the value of \a option in \a json, if it is there.
void readField(const ControllerOption &option, const QJsonValue &json, OptionsReading &reading)
{
    if (json.isUndefined())
        return;
    auto complaint = std::visit([&](auto member) { return read(json, reading.options.*member); },
                                option.field);
    if (complaint)
        reading.problems.push_back({pathOf(option), std::move(*complaint)});
}

/// Those of \a group; null: those of none.
std::vector<std::reference_wrapper<const ControllerOption>> optionsIn(const OptionGroup *group)
{
    std::vector<std::reference_wrapper<const ControllerOption>> options;
    std::ranges::copy_if(optionTable(), std::back_inserter(options),
                         [group](const ControllerOption &each) { return each.group == group; });
    return options;
}

std::vector<std::string> namesIn(const OptionGroup *group)
{
    std::vector<std::string> names;
    for (const ControllerOption &each : optionsIn(group))
        names.emplace_back(each.name);
    return names;
}

/// In the order of their first options.
std::vector<const OptionGroup *> groups()
{
    std::vector<const OptionGroup *> found;
    for (const ControllerOption &each : optionTable()) {
        if (each.group && (found.empty() || found.back() != each.group))
            found.push_back(each.group);
    }
    return found;
}

void append(JsonProblems &all, JsonProblems more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

void readGroup(const OptionGroup &group, const QJsonValue &value, OptionsReading &reading)
{
    if (value.isUndefined())
        return;
    const JsonPath path = JsonPath().key(std::string(group.name));
    const std::vector<std::string> names = namesIn(&group);
    if (!value.isObject()) {
        reading.problems.push_back({path, mustBe("an object with " + joined(names), value)});
        return;
    }
    const QJsonObject json = value.toObject();
    append(reading.problems, below(path, unknownKeys(json, names)));
    for (const ControllerOption &each : optionsIn(&group))
        readField(each, json.value(optionKey(each.name)), reading);
}

/// `backoff.base must be …` as a problem of `backoff.base`.
JsonProblem fromSentence(std::string_view sentence)
{
    const std::size_t space = sentence.find(' ');
    JsonPath path;
    std::size_t begin = 0;
    while (begin < space) {
        const std::size_t end = std::min(sentence.find('.', begin), space);
        path = path.key(std::string(sentence.substr(begin, end - begin)));
        begin = end + 1;
    }
    return {path, std::string(sentence.substr(space + 1))};
}

/// Of all values together. What could not be read keeps its old value, of which the limits that
/// depend on it say nothing.
void checkValues(OptionsReading &reading)
{
    const auto isUnread = [read = reading.problems](const JsonProblem &problem) {
        return std::ranges::any_of(read, [&problem](const JsonProblem &each) {
            return !each.path.isEmpty()
                   && each.path.steps().front() == problem.path.steps().front();
        });
    };
    std::istringstream lines(validate(reading.options).value_or(""));
    for (std::string line; std::getline(lines, line);) {
        JsonProblem problem = fromSentence(line);
        if (!isUnread(problem))
            reading.problems.push_back(std::move(problem));
    }
}

QJsonObject writeFields(const OptionGroup *group, const ControllerOptions &options,
                        const ControllerOptions &base)
{
    QJsonObject json;
    for (const ControllerOption &each : optionsIn(group)) {
        if (each.in(options) != each.in(base))
            json.insert(optionKey(each.name), toJson(each.in(options)));
    }
    return json;
}

} // namespace

QJsonValue toJson(const OptionValue &value)
{
    return std::visit([](auto each) { return write(each); }, value);
}

QString optionKey(std::string_view name)
{
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

std::vector<std::string> optionNames()
{
    std::vector<std::string> all = namesIn(nullptr);
    for (const OptionGroup *each : groups())
        all.emplace_back(each->name);
    return all;
}

OptionsReading readOptions(const QJsonObject &json, const ControllerOptions &base)
{
    OptionsReading reading{base, unknownKeys(json, optionNames())};
    for (const ControllerOption &each : optionsIn(nullptr))
        readField(each, json.value(optionKey(each.name)), reading);
    for (const OptionGroup *each : groups())
        readGroup(*each, json.value(optionKey(each->name)), reading);
    checkValues(reading);
    return reading;
}

QJsonObject writeOptions(const ControllerOptions &options, const ControllerOptions &base)
{
    QJsonObject json = writeFields(nullptr, options, base);
    for (const OptionGroup *each : groups()) {
        const QJsonObject fields = writeFields(each, options, base);
        if (!fields.isEmpty())
            json.insert(optionKey(each->name), fields);
    }
    return json;
}

} // namespace qontroller
