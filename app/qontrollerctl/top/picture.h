// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/top/topmodel.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace qontroller::top {

/// Of a terminal, in columns and rows.
struct Size
{
    std::size_t width = 80;
    std::size_t height = 24;
};

struct PictureLine
{
    std::string text; ///< no wider than the terminal
    Tone tone = Tone::Plain;
    bool isReverse = false; ///< over the whole width
    bool isBold = false;
};

/// What the terminal is to show: a line for each of its rows.
struct Picture
{
    std::vector<PictureLine> lines;
    /// Where a person types, in columns of the row \c caretRow.
    std::optional<std::size_t> caret = {};
    std::size_t caretRow = 0;
};

/// What two clocks say.
struct Now
{
    TimePoint time;
    std::string ofDay; ///< `12:03:04`
};

[[nodiscard]] Picture draw(TopModel &model, Size size, const Now &now);

} // namespace qontroller::top
