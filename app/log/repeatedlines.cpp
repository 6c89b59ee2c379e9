// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/log/repeatedlines.h"

#include <string>
#include <utility>

namespace qontroller {

std::vector<RepeatedLines::Entry> RepeatedLines::take(Entry entry, TimePoint now)
{
    std::vector<Entry> all;
    if (entry.level != LogLevel::Debug && entry.level == m_last.level
        && entry.line == m_last.line) {
        if (m_more++ == 0)
            m_since = now;
        if (auto number = settle(now))
            all.push_back(*std::move(number));
        return all;
    }
    if (auto number = end())
        all.push_back(*std::move(number));
    m_last = entry;
    all.push_back(std::move(entry));
    return all;
}

std::optional<RepeatedLines::Entry> RepeatedLines::settle(TimePoint now)
{
    return m_more > 0 && now - m_since >= Patience ? end() : std::nullopt;
}

std::optional<RepeatedLines::Entry> RepeatedLines::end()
{
    const std::uint64_t more = std::exchange(m_more, 0);
    if (more == 0)
        return std::nullopt;
    Entry number = m_last;
    number.line.id.clear();
    number.line.text = "and " + std::to_string(more) + " more like this";
    return number;
}

} // namespace qontroller
