// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/ring.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr std::array<Duration, WindowCount> Windows{1min, 5min, 30min, 6h, 24h};
constexpr std::size_t PiecesPerWindow = 600;

} // namespace

Duration windowSpan(int window)
{
    return Windows[std::size_t(window)];
}

Ring::Ring(Duration span, std::size_t pieces)
    : m_piece(span / static_cast<std::int64_t>(pieces))
    , m_cells(pieces)
{}

void Ring::add(TimePoint time, double value)
{
    if (!std::isfinite(value))
        return;
    const std::int64_t number = pieceOf(time);
    Cell &cell = m_cells[std::size_t(number) % m_cells.size()];
    const auto v = float(value);
    if (cell.number != number)
        cell = {number, v, v, v};
    else
        cell = {number, std::min(cell.low, v), std::max(cell.high, v), v};
}

std::vector<RingPoint> Ring::points(TimePoint now) const
{
    std::vector<RingPoint> points;
    const std::int64_t newest = pieceOf(now);
    const auto count = static_cast<std::int64_t>(m_cells.size());
    const double seconds = std::chrono::duration<double>(m_piece).count();
    const double intoPiece = std::chrono::duration<double>(now.time_since_epoch() % m_piece)
                                 .count();
    for (std::int64_t number = std::max<std::int64_t>(0, newest - count + 1); number <= newest;
         ++number) {
        const Cell &cell = m_cells[std::size_t(number) % m_cells.size()];
        if (cell.number != number)
            continue;
        const double age = std::max(0.0,
                                    double(newest - number) * seconds + intoPiece - seconds / 2);
        points.push_back({age, cell.low, cell.high, cell.last});
    }
    return points;
}

SeriesHistory::SeriesHistory()
{
    for (const Duration window : Windows)
        m_rings.emplace_back(window, PiecesPerWindow);
}

void SeriesHistory::add(TimePoint time, double value)
{
    if (!std::isfinite(value))
        return;
    for (Ring &ring : m_rings)
        ring.add(time, value);
    m_last = value;
}

} // namespace qontroller::ui
