// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/trend.h"

#include "ui/history/downsample.h"
#include "ui/theme/theme.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace qontroller::ui {

namespace {

constexpr double Span = 60;
constexpr double PieceGap = 3;

} // namespace

void drawTrend(QPainter &painter, const QRect &area, const std::vector<RingPoint> &points)
{
    double highest = 1;
    for (const RingPoint &point : points)
        highest = std::max(highest, point.high);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::current().dim, 1));
    for (const auto &piece : downsample(points, Span, area.width(), PieceGap)) {
        QPolygonF line;
        for (const PlotPoint &point : piece)
            line += QPointF(area.right() + point.x / Span * area.width(),
                            area.bottom() - point.y / highest * area.height());
        painter.drawPolyline(line);
    }
    painter.restore();
}

} // namespace qontroller::ui
