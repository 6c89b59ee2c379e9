// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/downsample.h"

#include <algorithm>

namespace qontroller::ui {

inline double highestOf(const PlotLine &line)
{
    double highest = 0;
    for (const auto &piece : line) {
        for (const PlotPoint &point : piece)
            highest = std::max(highest, point.y);
    }
    return highest;
}

} // namespace qontroller::ui
