// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/observe/controllers/attention.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace qontroller {

/// A number of a controller that an alarm can look at.
enum class AlarmMeasure : std::uint8_t {
    Depth,   ///< objects that are ready for a worker
    Failing, ///< objects that have failed, also those that are to be tried again
    Held,    ///< removals
    Oldest,  ///< how long the object that waits longest for a worker has waited
    P50,     ///< of the handler, within RecentLatency::Window
    P95,
    P99,
};
inline constexpr int AlarmMeasureCount = int(AlarmMeasure::P99) + 1;

/// `failing > 10`, `p95 > 2s`.
struct AlarmThreshold
{
    AlarmMeasure measure = AlarmMeasure::Depth;
    double above = 0; ///< objects, or seconds

    friend bool operator==(const AlarmThreshold &, const AlarmThreshold &) = default;
};

/// What an alarm is about: attentions of a severity, attentions of a kind, or a number.
using AlarmCondition = std::variant<Severity, AttentionKind, AlarmThreshold>;

/// What \a text says: `fault`, `cannot-list`, `depth > 1000`. The error is a sentence.
[[nodiscard]] tl::expected<AlarmCondition, std::string> parseAlarmCondition(std::string_view text);
/// … so that parseAlarmCondition() reads it.
[[nodiscard]] std::string describe(const AlarmCondition &condition);

[[nodiscard]] std::string_view name(AlarmMeasure measure);
/// In seconds, not in objects.
[[nodiscard]] bool isTime(AlarmMeasure measure);
/// 0.95 of P95; 0 of what is no percentile.
[[nodiscard]] double fractionOf(AlarmMeasure measure);
/// `1200`, or `3.4s`.
[[nodiscard]] std::string valueText(AlarmMeasure measure, double value);

} // namespace qontroller
