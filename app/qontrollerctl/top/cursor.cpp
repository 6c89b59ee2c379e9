// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/top/cursor.h"

#include <algorithm>
#include <utility>

namespace qontroller::top {

void Cursor::follow(const std::vector<Row> &rows)
{
    if (!m_name)
        return move(rows, 0);
    const auto found = std::ranges::find(rows, *m_name, &Row::name);
    m_isLost = found == rows.end();
    if (!m_isLost)
        m_position = static_cast<std::size_t>(found - rows.begin());
}

void Cursor::move(const std::vector<Row> &rows, std::ptrdiff_t by)
{
    if (rows.empty())
        return;
    if (std::exchange(m_isLost, false))
        by = 0;
    const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
    const auto from = std::min(static_cast<std::ptrdiff_t>(m_position), last);
    m_position = static_cast<std::size_t>(
        by < 0 ? std::max(from + std::max(by, -from), std::ptrdiff_t(0))
               : from + std::min(by, last - from));
    m_name = rows[m_position].name;
}

std::optional<std::size_t> Cursor::position() const
{
    return m_isLost ? std::nullopt : std::optional(m_position);
}

std::size_t Cursor::firstShown(std::size_t count, std::size_t height)
{
    height = std::max<std::size_t>(height, 1);
    const std::size_t at = std::min(m_position, count == 0 ? 0 : count - 1);
    const std::size_t most = count > height ? count - height : 0;
    const std::size_t least = at + 1 > height ? at + 1 - height : 0;
    m_first = std::clamp(m_first, std::min(least, most), std::min(at, most));
    return m_first;
}

} // namespace qontroller::top
