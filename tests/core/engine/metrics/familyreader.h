// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <prometheus/metric_family.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace qontroller::test {

using Families = std::vector<prometheus::MetricFamily>;
using Labels = std::vector<prometheus::ClientMetric::Label>;

inline const prometheus::MetricFamily *findFamily(const Families &families, std::string_view name)
{
    const auto found = std::find_if(families.begin(), families.end(),
                                    [name](const auto &family) { return family.name == name; });
    return found == families.end() ? nullptr : &*found;
}

/// The series of \a name with exactly these labels, in any order; null if there is none.
inline const prometheus::ClientMetric *findSeries(const Families &families, std::string_view name,
                                                  Labels labels)
{
    const auto *family = findFamily(families, name);
    if (!family)
        return nullptr;
    std::sort(labels.begin(), labels.end());
    for (const auto &series : family->metric) {
        Labels own = series.label;
        std::sort(own.begin(), own.end());
        if (own == labels)
            return &series;
    }
    return nullptr;
}

/// A counter's or gauge's value; nothing if there is no such series.
inline std::optional<double> valueOf(const Families &families, std::string_view name, Labels labels)
{
    const auto *series = findSeries(families, name, std::move(labels));
    if (!series)
        return {};
    const auto type = findFamily(families, name)->type;
    return type == prometheus::MetricType::Counter ? series->counter.value : series->gauge.value;
}

/// The cumulative count of the bucket that ends at \a bound; nothing if there is no such bucket.
inline std::optional<std::uint64_t> bucketOf(const prometheus::ClientMetric &series, double bound)
{
    for (const auto &bucket : series.histogram.bucket) {
        if (std::abs(bucket.upper_bound - bound) < bound * 1e-9)
            return bucket.cumulative_count;
    }
    return {};
}

} // namespace qontroller::test
