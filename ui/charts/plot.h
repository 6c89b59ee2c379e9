// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/charts/axis.h"
#include "ui/history/downsample.h"

#include <memory>
#include <optional>

namespace qontroller::ui {

/// The y axis of a Plot.
struct PlotScale
{
    bool logarithmic = false;
    double least = 1; ///< linear: it reaches at least to here; logarithmic: its smallest value
    AxisFormat format = nullptr;
};

/// A label of an axis, where it is drawn.
struct PlotLabel
{
    QString text;
    QRectF box;
};

/// For labels of axes and the like.
[[nodiscard]] QFont smallFont(QFont font);

/// The drawing area of a TimeSeriesChart; the only class that knows QtCharts, of which
/// it uses the lines. Grid and labels are its own: those of QtCharts fall on any value
/// and end in dots where room is scarce.
class Plot final : public QWidget
{
    Q_OBJECT

public:
    Plot(int series, const PlotScale &scale, QWidget *parent = nullptr);
    ~Plot() override;

    /// The x axis from -\a seconds to 0.
    void setSpan(double seconds);
    /// Draws one line for each series, one replace() for each piece of it.
    void setLines(const std::vector<PlotLine> &lines);
    /// Small triangles on the x axis, \a ages in seconds.
    void setMarks(const std::vector<double> &ages);
    void applyTheme();
    /// Lines are grey: they are not of now.
    void setOld(bool old);

    /// How many pixels there are to draw on.
    [[nodiscard]] int columns() const;
    [[nodiscard]] double top() const;
    /// How many seconds ago the pointer is at; nothing while it is elsewhere.
    [[nodiscard]] std::optional<double> pointedAge() const;
    /// How many seconds \a pixels are.
    [[nodiscard]] double secondsOf(double pixels) const;
    [[nodiscard]] std::vector<PlotLabel> labels() const;

signals:
    void pointerMoved(const QPoint &position);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::ui
