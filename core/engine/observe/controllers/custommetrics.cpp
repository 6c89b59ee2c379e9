// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/custommetrics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace qontroller {

namespace {

// Ours, those that Kubernetes' dashboards look for, and those that Prometheus and the clients of
// other programs give each target.
constexpr std::array<std::string_view, 5> TakenBeginnings{"qontroller_", "workqueue_",
                                                          "controller_runtime_", "process_",
                                                          "scrape_"};
constexpr std::string_view TakenName = "up";

bool mayBegin(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

bool mayFollow(char c)
{
    return mayBegin(c) || (c >= '0' && c <= '9');
}

MetricRefusal judge(std::string_view name)
{
    if (name.empty() || name.size() > CustomMetrics::LongestName || !mayBegin(name.front())
        || !std::ranges::all_of(name, mayFollow))
        return MetricRefusal::Name;
    const auto begins = [name](std::string_view taken) { return name.starts_with(taken); };
    return name == TakenName || std::ranges::any_of(TakenBeginnings, begins)
               ? MetricRefusal::TakenName
               : MetricRefusal::None;
}

} // namespace

std::string_view sentence(MetricRefusal refusal)
{
    switch (refusal) {
    case MetricRefusal::None: break;
    case MetricRefusal::Name:
        return "its name must be 1 to 200 letters, digits, _ and :, and not begin with a digit";
    case MetricRefusal::TakenName:
        return "its name must not be up nor begin with qontroller_, workqueue_, "
               "controller_runtime_, "
               "process_ or scrape_, which are taken";
    case MetricRefusal::OtherKind:
        return "its name must stay a counter or a gauge, whichever it was first";
    case MetricRefusal::Value:
        return "its value must be finite; what is added to a counter must not be negative, and the "
               "sum must stay finite";
    case MetricRefusal::TooMany: return "a controller must have no more than 100 names";
    }
    return {};
}

MetricRefusal CustomMetrics::count(std::string_view name, double add)
{
    return add < 0 ? MetricRefusal::Value : change(name, CustomMetric::Kind::Counter, add);
}

MetricRefusal CustomMetrics::set(std::string_view name, double value)
{
    return change(name, CustomMetric::Kind::Gauge, value);
}

MetricRefusal CustomMetrics::change(std::string_view name, CustomMetric::Kind kind, double value)
{
    if (!std::isfinite(value))
        return MetricRefusal::Value;
    MutexLock lock(m_mutex);
    auto found = m_entries.find(name);
    if (found == m_entries.end()) {
        if (const MetricRefusal refusal = judge(name); refusal != MetricRefusal::None)
            return refusal;
        if (m_entries.size() >= MostNames)
            return MetricRefusal::TooMany;
        found = m_entries.emplace(name, Entry{kind, 0}).first;
    }
    Entry &entry = found->second;
    if (entry.kind != kind)
        return MetricRefusal::OtherKind;
    const double now = kind == CustomMetric::Kind::Counter ? entry.value + value : value;
    if (!std::isfinite(now))
        return MetricRefusal::Value;
    entry.value = now;
    return MetricRefusal::None;
}

std::vector<CustomMetric> CustomMetrics::all() const
{
    std::vector<CustomMetric> metrics;
    MutexLock lock(m_mutex);
    for (const auto &[name, entry] : m_entries)
        metrics.push_back({name, entry.kind, entry.value});
    return metrics;
}

} // namespace qontroller
