// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/recentlatency.h"

namespace qontroller {

void RecentLatency::add(const Histogram &all, TimePoint now)
{
    while (m_marks.size() > 1 && m_marks[1].at + Window <= now)
        m_marks.pop_front();
    if (m_marks.empty() || m_marks.back().at + Window / 10 <= now)
        m_marks.push_back({now, m_marks.empty() ? Histogram() : all});
    m_recent = all.since(m_marks.front().all);
}

Duration RecentLatency::percentile(double fraction) const
{
    return m_recent.percentile(fraction);
}

} // namespace qontroller
