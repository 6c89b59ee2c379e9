// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <optional>
#include <vector>

namespace qontroller::ui {

/// A value of a series at a time before now; several samples that fall into one
/// piece of time keep their smallest and largest, so that a spike survives.
struct RingPoint
{
    double age = 0; ///< seconds before the newest possible point; 0 or more
    double low = 0;
    double high = 0;
    double last = 0;
};

/// Samples of one series over a fixed span, in pieces of equal length. Samples come
/// in order of time. A piece without a sample stays empty.
class Ring
{
public:
    Ring(Duration span, std::size_t pieces);

    void add(TimePoint time, double value);

    /// Oldest first, without empty pieces, as seen at \a now.
    [[nodiscard]] std::vector<RingPoint> points(TimePoint now) const;
    [[nodiscard]] Duration span() const
    {
        return m_piece * static_cast<std::int64_t>(m_cells.size());
    }
    [[nodiscard]] Duration piece() const { return m_piece; }

private:
    struct Cell
    {
        std::int64_t number = -1; ///< of the piece of time that it holds
        float low = 0;
        float high = 0;
        float last = 0;
    };

    [[nodiscard]] std::int64_t pieceOf(TimePoint time) const
    {
        return time.time_since_epoch() / m_piece;
    }

    Duration m_piece;
    std::vector<Cell> m_cells;
};

/// One series at the resolutions of all time windows.
class SeriesHistory
{
public:
    SeriesHistory();

    void add(TimePoint time, double value);
    [[nodiscard]] const Ring &ring(int window) const { return m_rings[std::size_t(window)]; }
    [[nodiscard]] std::optional<double> last() const { return m_last; }
    /// Nothing is known from here on, until the next add(): for percentiles of nothing.
    void clearLast() { m_last.reset(); }

private:
    std::vector<Ring> m_rings;
    std::optional<double> m_last;
};

/// The time windows that charts offer: 1 min, 5 min, 30 min, 6 h, 24 h.
inline constexpr int WindowCount = 5;
[[nodiscard]] Duration windowSpan(int window);

} // namespace qontroller::ui
