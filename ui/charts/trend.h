// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/ring.h"

#include <vector>

class QPainter;
class QRect;

namespace qontroller::ui {

/// Draws the last minute of \a points as a quiet line that fills \a area, from left to right.
void drawTrend(QPainter &painter, const QRect &area, const std::vector<RingPoint> &points);

} // namespace qontroller::ui
