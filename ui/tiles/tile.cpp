// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile.h"

#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QStyle>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr int Padding = 8;
constexpr int TileHeight = 64;
constexpr int LineHeight = 24;
constexpr double TrendSpan = 60;
constexpr double TrendGap = 3;
constexpr int UnitGap = 4;

} // namespace

Tile::Tile(const QString &caption, QWidget *parent)
    : QAbstractButton(parent)
    , m_caption(caption)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(caption);
    setReading({{QStringLiteral("–"), {}}, {}, Severity::Normal});
    updateFonts();
}

void Tile::setReading(const Reading &reading)
{
    m_reading = reading;
    describe();
    update();
}

void Tile::setOld(bool old)
{
    if (std::exchange(m_isOld, old) == old)
        return;
    describe();
    update();
}

void Tile::setOneLine(bool oneLine)
{
    if (std::exchange(m_isOneLine, oneLine) == oneLine)
        return;
    updateFonts();
    updateGeometry();
    update();
}

void Tile::describe()
{
    const QString value = QStringLiteral("%1 %2 %3")
                              .arg(m_reading.measure.value, m_reading.measure.unit,
                                   m_reading.change)
                              .trimmed();
    setAccessibleDescription(m_isOld ? tr("%1, old").arg(value) : value);
}

void Tile::setTrend(const std::vector<RingPoint> &points)
{
    m_trend = downsample(points, TrendSpan, std::max(1, width() / 2), TrendGap);
    update();
}

QSize Tile::sizeHint() const
{
    return {160, m_isOneLine ? LineHeight : TileHeight};
}

QSize Tile::minimumSizeHint() const
{
    const QFontMetrics small(m_captionFont);
    const int caption = small.horizontalAdvance(m_caption);
    const int least = std::max(112, valueWidth() + 2 * Padding);
    return m_isOneLine ? QSize(least, LineHeight)
                       : QSize(std::max(least, caption + 2 * Padding), TileHeight);
}

int Tile::valueWidth() const
{
    return QFontMetrics(m_valueFont).horizontalAdvance(m_reading.measure.value) + UnitGap
           + QFontMetrics(m_captionFont).horizontalAdvance(m_reading.measure.unit);
}

void Tile::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateFonts();
    QAbstractButton::changeEvent(event);
}

void Tile::updateFonts()
{
    m_captionFont = font();
    m_captionFont.setPointSizeF(std::max(7.5, font().pointSizeF() - 1));
    m_valueFont = font();
    m_valueFont.setPointSizeF(font().pointSizeF() * (m_isOneLine ? 1.3 : 1.9));
}

void Tile::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? theme.stripe : theme.surface);
    const QRect area = rect().adjusted(Padding, Padding - 2, -Padding, -Padding + 2);
    painter.setFont(m_captionFont);
    painter.setPen(theme.dim);
    if (m_isOneLine)
        paintOneLine(painter, area);
    else
        paintChange(painter, area);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void Tile::paintOneLine(QPainter &painter, const QRect &area) const
{
    const QFontMetrics small(m_captionFont);
    const int room = area.width() - valueWidth() - Padding;
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     small.elidedText(m_caption, Qt::ElideRight, room));
    const QFontMetrics large(m_valueFont);
    const int baseline = area.center().y() + (large.ascent() - large.descent() + 1) / 2;
    paintValue(painter, area.right() - valueWidth(), baseline);
}

void Tile::paintChange(QPainter &painter, const QRect &area) const
{
    const QFontMetrics small(m_captionFont);
    const int changeWidth = small.horizontalAdvance(m_reading.change);
    painter.drawText(area, Qt::AlignRight | Qt::AlignTop, m_reading.change);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop,
                     small.elidedText(m_caption, Qt::ElideRight,
                                      area.width() - changeWidth - Padding));
    const QRect half(area.left() + area.width() / 2, area.top() + 20,
                     area.width() - area.width() / 2, area.height() - 20);
    paintTrend(painter, QStyle::visualRect(layoutDirection(), rect(), half));
    paintValue(painter, area.left(), area.bottom() - QFontMetrics(m_valueFont).descent() + 4);
}

/// Where the window runs from left to right.
void Tile::paintValue(QPainter &painter, int left, int baseline) const
{
    const Theme &theme = Theme::current();
    painter.setFont(m_valueFont);
    painter.setPen(m_isOld
                       ? theme.dim
                       : theme.colorOf(m_reading.severity == Severity::Quiet ? Severity::Normal
                                                                             : m_reading.severity));
    // A number and its unit run from left to right; where they stand is mirrored.
    const QRect both(left, 0, valueWidth(), 1);
    const int begin = QStyle::visualRect(layoutDirection(), rect(), both).left();
    const int number = QFontMetrics(m_valueFont).horizontalAdvance(m_reading.measure.value);
    painter.drawText(begin, baseline, m_reading.measure.value);
    painter.setFont(m_captionFont);
    painter.setPen(theme.dim);
    painter.drawText(begin + number + UnitGap, baseline, isolated(m_reading.measure.unit));
}

void Tile::paintTrend(QPainter &painter, const QRect &area) const
{
    double highest = 0;
    for (const auto &piece : m_trend) {
        for (const PlotPoint &point : piece)
            highest = std::max(highest, point.y);
    }
    if (highest <= 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor color = m_reading.severity >= Severity::Degraded && !m_isOld
                       ? Theme::current().colorOf(m_reading.severity)
                       : Theme::current().dim;
    color.setAlphaF(0.55F);
    painter.setPen(QPen(color, 1));
    for (const auto &piece : m_trend) {
        QPolygonF line;
        for (const PlotPoint &point : piece)
            line += QPointF(area.right() + point.x / TrendSpan * area.width(),
                            area.bottom() - point.y / highest * (area.height() - 2));
        painter.drawPolyline(line);
    }
    painter.restore();
}

} // namespace qontroller::ui
