// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/listing.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace qontroller::top {

/// The row of a listing that keys act on.
///
/// It stays on its row when rows move. When its row is gone it is on none, so that a key never
/// acts on another one, until the person moves it: to the row that stands at its place now.
class Cursor final
{
public:
    /// \a rows are shown from now on.
    void follow(const std::vector<Row> &rows);
    /// So many rows down, or up. Not beyond the ends.
    void move(const std::vector<Row> &rows, std::ptrdiff_t by);

    /// The position of its row; nothing: it is on none.
    [[nodiscard]] std::optional<std::size_t> position() const;
    /// The first of \a height rows that are shown, so that it is seen among \a count. It scrolls
    /// no further than it must.
    [[nodiscard]] std::size_t firstShown(std::size_t count, std::size_t height);

private:
    std::optional<RowName> m_name; ///< nothing: no row has been shown yet
    std::size_t m_position = 0;    ///< where it is, or was last
    bool m_isLost = true;
    std::size_t m_first = 0;
};

} // namespace qontroller::top
