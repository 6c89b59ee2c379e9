// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace qontroller::ui {

/// What a column of a table wants of its room, in pixels.
struct ColumnWish
{
    int whole = 0; ///< nothing of it is cut then
    int usual = 0; ///< where there is room, though it needs less
    int least = 0; ///< what remains where there is no room for all; at most whole
    bool takesRest = false;
};

/// Widths of columns that have \a room together.
///
/// No column is cut while another has more than it needs. Where there is room for all, each has
/// what is usual, or more if it needs that, and the rest is for those that take it, the narrowest
/// first. Where there is not, first no column has more than it needs, and then the widest are cut,
/// all to one width, but none below what is its least: they may take more than there is.
[[nodiscard]] std::vector<int> fittedWidths(const std::vector<ColumnWish> &wishes, int room);

} // namespace qontroller::ui
