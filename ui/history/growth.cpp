// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/growth.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr Duration Interval = std::chrono::seconds(1);

} // namespace

void Growth::add(TimePoint time, std::uint64_t count)
{
    if (!m_counts.empty()) {
        const auto &[newest, last] = m_counts.back();
        if (time < newest || (time - newest < Interval && count >= last))
            return;
        if (count < last)
            m_counts.clear();
    }
    m_counts.emplace_back(time, count);
    while (m_counts.size() > 2 && m_counts[1].first <= time - m_span)
        m_counts.pop_front();
}

double Growth::value() const
{
    if (m_counts.size() < 2)
        return 0;
    const auto &[end, last] = m_counts.back();
    const auto &[before, first] = m_counts[0];
    const auto &[after, second] = m_counts[1];
    const TimePoint begin = std::max(before, end - m_span);
    const double outside = double((begin - before).count()) / double((after - before).count());
    return double(last - first) - outside * double(second - first);
}

} // namespace qontroller::ui
