// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/history/downsample.h"

#include <memory>

namespace qontroller::ui {

/// Lines over the last minute, or hours: now is at the right edge.
///
/// All charts are this class; Plot behind it is the one place that knows QtCharts,
/// so that another library can take its place. The same data can be shown as a table.
class TimeSeriesChart final : public QWidget
{
    Q_OBJECT

public:
    enum class Scale {
        Linear,
        Logarithmic
    };
    using Format = QString (*)(double);

    struct Setup
    {
        QString title;
        QStringList names; ///< one for each line; at most three
        Scale scale = Scale::Linear;
        double least = 1; ///< linear: the axis reaches at least to here; log: the smallest value
        Format format = nullptr; ///< a value with its unit
    };

    explicit TimeSeriesChart(const Setup &setup, QWidget *parent = nullptr);
    ~TimeSeriesChart() override;

    /// One of the windows of windowSpan().
    void setWindow(int window);
    /// Replaces all lines: one entry for each name, points oldest first.
    void setData(const std::vector<std::vector<RingPoint>> &series);
    /// The newest values stand on few samples; the caption says so.
    void setUncertain(bool uncertain);

    /// Something that happened, to be seen together with the lines.
    struct Mark
    {
        double age = 0; ///< seconds
        QString text;
    };
    /// Newest first; what is older than the window is left out.
    void setMarks(const QList<Mark> &marks);
    void setShownAsTable(bool table);

    /// What is drawn of a line now, for tests and for the table.
    [[nodiscard]] PlotLine drawn(int series) const;
    [[nodiscard]] double axisTop() const;

signals:
    void tableRequested(bool table);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::ui
