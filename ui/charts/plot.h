// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/history/downsample.h"

#include <memory>

namespace qontroller::ui {

/// The drawing area of a TimeSeriesChart; the only class that knows QtCharts.
class Plot final : public QWidget
{
    Q_OBJECT

public:
    /// \a least: where a linear axis reaches to at least; a logarithmic one's smallest value.
    Plot(int series, bool logarithmic, double least, QWidget *parent = nullptr);
    ~Plot() override;

    /// The x axis from -\a seconds to 0.
    void setSpan(double seconds);
    /// Draws one line for each series, one replace() for each piece of it.
    void setLines(const std::vector<PlotLine> &lines, double span);
    /// Small triangles on the x axis, \a ages in seconds.
    void setMarks(const std::vector<double> &ages);
    void applyTheme();

    /// How many pixels there are to draw on.
    [[nodiscard]] int columns() const;
    [[nodiscard]] double top() const;
    [[nodiscard]] double bottom() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::ui
