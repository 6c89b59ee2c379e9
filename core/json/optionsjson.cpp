// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/json/optionsjson.h"

#include "core/base/duration.h"
#include "core/json/jsontext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>

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

struct Field
{
    const char *name;
    Complaint (*readInto)(const QJsonValue &, ControllerOptions &);
    QJsonValue (*writeFrom)(const ControllerOptions &);
};

template<auto Member>
constexpr Field field(const char *name)
{
    return {name,
            [](const QJsonValue &value, ControllerOptions &options) {
                return read(value, options.*Member);
            },
            [](const ControllerOptions &options) { return write(options.*Member); }};
}

constexpr std::array Fields{
    field<&ControllerOptions::workers>("workers"),
    field<&ControllerOptions::resyncInterval>("resyncInterval"),
    field<&ControllerOptions::maxRetries>("maxRetries"),
    field<&ControllerOptions::parkedRetryInterval>("parkedRetryInterval"),
    field<&ControllerOptions::retryRate>("retryRate"),
    field<&ControllerOptions::retryBurst>("retryBurst"),
    field<&ControllerOptions::handlerTimeout>("handlerTimeout"),
    field<&ControllerOptions::detectDeletions>("detectDeletions"),
    field<&ControllerOptions::massDeletionGuard>("massDeletionGuard"),
    field<&ControllerOptions::priorities>("priorities"),
    field<&ControllerOptions::ageing>("ageing"),
    field<&ControllerOptions::keepLastObject>("keepLastObject"),
};

constexpr const char *Backoff = "backoff";
constexpr std::array BackoffFields{
    field<&ControllerOptions::backoffBase>("base"),
    field<&ControllerOptions::backoffMax>("max"),
};

template<class Table>
std::vector<std::string> names(const Table &fields)
{
    std::vector<std::string> result;
    for (const Field &each : fields)
        result.emplace_back(each.name);
    return result;
}

template<class Table>
void readFields(const Table &fields, const QJsonObject &json, OptionsReading &reading)
{
    for (const Field &each : fields) {
        const QJsonValue value = json.value(QLatin1String(each.name));
        if (value.isUndefined())
            continue;
        if (auto complaint = each.readInto(value, reading.options))
            reading.problems.push_back({JsonPath().key(each.name), std::move(*complaint)});
    }
}

void append(JsonProblems &all, JsonProblems more)
{
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

void readBackoff(const QJsonValue &value, OptionsReading &reading)
{
    const JsonPath path = JsonPath().key(Backoff);
    if (!value.isObject()) {
        reading.problems.push_back({path, mustBe("an object with base and max", value)});
        return;
    }
    OptionsReading inner{reading.options, unknownKeys(value.toObject(), names(BackoffFields))};
    readFields(BackoffFields, value.toObject(), inner);
    reading.options = inner.options;
    append(reading.problems, below(path, std::move(inner.problems)));
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

template<class Table>
QJsonObject writeFields(const Table &fields, const ControllerOptions &options,
                        const ControllerOptions &base)
{
    QJsonObject json;
    for (const Field &each : fields) {
        const QJsonValue value = each.writeFrom(options);
        if (value != each.writeFrom(base))
            json.insert(QLatin1String(each.name), value);
    }
    return json;
}

} // namespace

std::vector<std::string> optionNames()
{
    std::vector<std::string> all = names(Fields);
    all.emplace_back(Backoff);
    return all;
}

OptionsReading readOptions(const QJsonObject &json, const ControllerOptions &base)
{
    OptionsReading reading{base, unknownKeys(json, optionNames())};
    readFields(Fields, json, reading);
    if (const QJsonValue backoff = json.value(QLatin1String(Backoff)); !backoff.isUndefined())
        readBackoff(backoff, reading);
    checkValues(reading);
    return reading;
}

QJsonObject writeOptions(const ControllerOptions &options, const ControllerOptions &base)
{
    QJsonObject json = writeFields(Fields, options, base);
    const QJsonObject backoff = writeFields(BackoffFields, options, base);
    if (!backoff.isEmpty())
        json.insert(QLatin1String(Backoff), backoff);
    return json;
}

} // namespace qontroller
