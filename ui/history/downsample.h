// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/ring.h"

#include <vector>

namespace qontroller::ui {

/// A point as it is drawn: x in seconds, 0 is now, the past is negative.
struct PlotPoint
{
    double x = 0;
    double y = 0;
    friend bool operator==(const PlotPoint &, const PlotPoint &) = default;
};

/// Pieces of line; between two of them nothing is known.
using PlotLine = std::vector<std::vector<PlotPoint>>;

/// Makes of \a points (oldest first) what \a columns pixels can show of \a span:
/// lowest and highest of each column stay, in the order in which a line meets
/// them. More than \a gap seconds without a point end a piece.
[[nodiscard]] PlotLine downsample(const std::vector<RingPoint> &points, double span, int columns,
                                  double gap);

/// The end of an axis from 0 that has room for \a highest: 1, 2 or 5 times a power
/// of ten, at least \a least.
[[nodiscard]] double niceCeiling(double highest, double least);

/// What a logarithmic axis can show of \a y: never 0, never less than \a floor.
[[nodiscard]] double forLogAxis(double y, double floor);

} // namespace qontroller::ui
