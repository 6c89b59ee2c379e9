// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// A metric that the author of a controller named, with its value now.
struct CustomMetric
{
    enum class Kind : std::uint8_t {
        Counter,
        Gauge,
    };

    std::string name;
    Kind kind = Kind::Counter;
    double value = 0;

    friend bool operator==(const CustomMetric &, const CustomMetric &) = default;
};

/// Why a value was not taken.
enum class MetricRefusal : std::uint8_t {
    None,      ///< it was taken
    Name,      ///< Prometheus would not take the name, or it is longer than LongestName
    TakenName, ///< it begins as those of Qontroller do
    OtherKind, ///< the name is that of a gauge, not of a counter, or the other way round
    Value,     ///< not a finite number, or one that takes something from a counter
    TooMany,   ///< there are MostNames already
};
inline constexpr std::size_t MetricRefusalCount = 6;

/// In English, as the end of a sentence: `it must be …`.
[[nodiscard]] std::string_view sentence(MetricRefusal refusal);

/// Metrics of one controller that its author counts. As many names as MostNames at the most,
/// however many are tried. Thread-safe.
class CustomMetrics
{
public:
    static constexpr std::size_t MostNames = 100;
    static constexpr std::size_t LongestName = 200; ///< bytes

    /// Adds to a counter, which begins with 0.
    [[nodiscard]] MetricRefusal count(std::string_view name, double add);
    /// Sets a gauge.
    [[nodiscard]] MetricRefusal set(std::string_view name, double value);

    /// By name.
    [[nodiscard]] std::vector<CustomMetric> all() const;

private:
    struct Entry
    {
        CustomMetric::Kind kind;
        double value;
    };

    [[nodiscard]] MetricRefusal change(std::string_view name, CustomMetric::Kind kind,
                                       double value);

    mutable Mutex m_mutex;
    std::map<std::string, Entry, std::less<>> m_entries QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
