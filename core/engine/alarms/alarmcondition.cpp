// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/alarmcondition.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

namespace qontroller {

namespace {

struct MeasureFacts
{
    AlarmMeasure measure;
    std::string_view name;
    bool isTime;
    double fraction;
};

constexpr std::array<MeasureFacts, AlarmMeasureCount> Measures{{
    {AlarmMeasure::Depth, "depth", false, 0},
    {AlarmMeasure::Failing, "failing", false, 0},
    {AlarmMeasure::Held, "held", false, 0},
    {AlarmMeasure::Oldest, "oldest", true, 0},
    {AlarmMeasure::P50, "p50", true, 0.50},
    {AlarmMeasure::P95, "p95", true, 0.95},
    {AlarmMeasure::P99, "p99", true, 0.99},
}};

constexpr bool areInOrder()
{
    for (int i = 0; i < AlarmMeasureCount; ++i) {
        if (Measures[std::size_t(i)].measure != AlarmMeasure(i))
            return false;
    }
    return true;
}
static_assert(areInOrder(), "a row for each measure, in their order");

const MeasureFacts &factsOf(AlarmMeasure measure)
{
    return Measures.at(static_cast<std::size_t>(measure));
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

std::optional<double> countIn(std::string_view text)
{
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size())
        return {};
    return static_cast<double>(count);
}

tl::expected<AlarmCondition, std::string> parseThreshold(std::string_view measure,
                                                         std::string_view value)
{
    const auto *const found = std::find_if(Measures.begin(), Measures.end(),
                                           [&](const auto &each) { return each.name == measure; });
    if (found == Measures.end()) {
        std::string names;
        for (const MeasureFacts &each : Measures)
            names.append(names.empty() ? "" : ", ").append(each.name);
        return tl::unexpected("no number is called " + inQuotes(measure) + "; there are " + names);
    }
    if (found->isTime) {
        const auto time = parseDuration(value);
        if (!time)
            return tl::unexpected(std::string(measure) + ": " + time.error());
        return AlarmThreshold{found->measure, std::chrono::duration<double>(*time).count()};
    }
    const auto count = countIn(value);
    if (!count)
        return tl::unexpected(std::string(measure) + " is compared with a number, as in "
                              + inQuotes(std::string(measure) + " > 10") + ", and not with "
                              + inQuotes(value));
    return AlarmThreshold{found->measure, *count};
}

} // namespace

tl::expected<AlarmCondition, std::string> parseAlarmCondition(std::string_view text)
{
    if (const std::size_t sign = text.find('>'); sign != std::string_view::npos)
        return parseThreshold(trimmed(text.substr(0, sign)), trimmed(text.substr(sign + 1)));
    const std::string_view word = trimmed(text);
    for (const Severity each : {Severity::Notice, Severity::Decision, Severity::Fault}) {
        if (word == name(each))
            return each;
    }
    if (const auto kind = attentionKindOf(word))
        return *kind;
    return tl::unexpected(inQuotes(text)
                          + " is no condition: give a severity (notice, decision, fault), a kind "
                            "as qontrollerctl needs shows it (cannot-list), or a number with its "
                            "limit (failing > 10, p95 > 2s)");
}

std::string describe(const AlarmCondition &condition)
{
    if (const auto *const severity = std::get_if<Severity>(&condition))
        return std::string(name(*severity));
    if (const auto *const kind = std::get_if<AttentionKind>(&condition))
        return std::string(factsOf(*kind).name);
    const auto &threshold = std::get<AlarmThreshold>(condition);
    return std::string(name(threshold.measure)) + " > "
           + valueText(threshold.measure, threshold.above);
}

std::string_view name(AlarmMeasure measure)
{
    return factsOf(measure).name;
}

bool isTime(AlarmMeasure measure)
{
    return factsOf(measure).isTime;
}

double fractionOf(AlarmMeasure measure)
{
    return factsOf(measure).fraction;
}

std::string valueText(AlarmMeasure measure, double value)
{
    if (!isTime(measure))
        return std::to_string(static_cast<std::uint64_t>(value));
    const std::chrono::duration<double, std::milli> milliseconds(std::round(value * 1000));
    return formatDuration(std::chrono::duration_cast<Duration>(milliseconds));
}

} // namespace qontroller
