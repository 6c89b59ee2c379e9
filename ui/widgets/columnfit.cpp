// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/columnfit.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

namespace qontroller::ui {

namespace {

using Pixels = std::vector<int>;

int sumOf(const Pixels &widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

template<class Width>
Pixels each(const std::vector<ColumnWish> &wishes, Width width)
{
    Pixels widths;
    std::ranges::transform(wishes, std::back_inserter(widths), width);
    return widths;
}

/// The widest that \a widthsAt a level are in \a room, and the pixels that are left one by one to
/// those that the next level would widen.
template<class WidthsAt>
Pixels levelled(WidthsAt widthsAt, int room)
{
    int low = 0;
    int high = room + 1; // too much
    while (high - low > 1) {
        const int middle = std::midpoint(low, high);
        (sumOf(widthsAt(middle)) <= room ? low : high) = middle;
    }
    Pixels widths = widthsAt(low);
    const Pixels next = widthsAt(low + 1);
    int left = room - sumOf(widths);
    for (std::size_t i = 0; i < widths.size() && left > 0; ++i) {
        if (next[i] > widths[i]) {
            ++widths[i];
            --left;
        }
    }
    return widths;
}

/// Between what is whole and what is usual, those that are wider than they need give way.
Pixels shrunk(const std::vector<ColumnWish> &wishes, int room)
{
    return levelled(
        [&](int level) {
            return each(wishes, [level](const ColumnWish &wish) {
                return std::max(wish.whole, std::min(wish.usual, level));
            });
        },
        room);
}

} // namespace

std::vector<int> fittedWidths(const std::vector<ColumnWish> &wishes, int room)
{
    const Pixels least = each(wishes, [](const ColumnWish &wish) {
        return std::min(wish.least, wish.whole);
    });
    if (sumOf(least) >= room)
        return least;
    if (sumOf(each(wishes, std::mem_fn(&ColumnWish::whole))) > room)
        return levelled(
            [&](int level) {
                return each(wishes, [level](const ColumnWish &wish) {
                    return std::clamp(level, std::min(wish.least, wish.whole), wish.whole);
                });
            },
            room);
    const Pixels usual = each(wishes, [](const ColumnWish &wish) {
        return std::max(wish.whole, wish.usual);
    });
    if (sumOf(usual) > room)
        return shrunk(wishes, room);
    if (std::ranges::count(wishes, true, &ColumnWish::takesRest) == 0)
        return usual;
    return levelled(
        [&](int level) {
            return each(wishes, [level](const ColumnWish &wish) {
                const int width = std::max(wish.whole, wish.usual);
                return wish.takesRest ? std::max(width, level) : width;
            });
        },
        room);
}

} // namespace qontroller::ui
