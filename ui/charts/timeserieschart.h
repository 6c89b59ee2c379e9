// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/charts/plot.h"

#include <memory>
#include <optional>

namespace qontroller::ui {

/// Lines over the last minute, or hours: now is at the right edge.
///
/// All charts are this class; Plot behind it is the one place that knows QtCharts,
/// so that another library can take its place. The same data can be shown as a table.
class TimeSeriesChart final : public QWidget
{
    Q_OBJECT

public:
    struct Setup
    {
        QString title;
        QString meaning;   ///< of what and over which time, in a sentence
        QStringList names; ///< one for each line, at most three; the last is the most telling
        PlotScale scale;
        AxisFormat format = nullptr; ///< a value with its unit; that of the axis gives round ones
    };

    explicit TimeSeriesChart(const Setup &setup, QWidget *parent = nullptr);
    ~TimeSeriesChart() override;

    /// One of the windows of windowSpan().
    void setWindow(int window);
    /// Replaces all lines: one entry for each name, points oldest first.
    void setData(const std::vector<std::vector<RingPoint>> &series);
    /// What the caption says: one value for each name, where it is known now.
    /// \a uncertain: they stand on few samples.
    void setValues(const std::vector<std::optional<double>> &values, bool uncertain = false);

    /// What is shown is not of now, and why, in a few words; empty: it is.
    void setOld(const QString &why);

    /// Something that happened, to be seen together with the lines.
    struct Mark
    {
        double age = 0; ///< seconds
        QString text;
    };
    /// Newest first; what is older than the window is left out.
    void setMarks(const QList<Mark> &marks);
    void setShownAsTable(bool table);

    /// The values \a age seconds ago and what happened there, for the tool tip.
    [[nodiscard]] QString textAt(double age) const;
    /// What is drawn of a line now, for tests and for the table.
    [[nodiscard]] PlotLine drawn(int series) const;
    [[nodiscard]] double axisTop() const;
    /// What stands at the axes, for tests.
    [[nodiscard]] std::vector<PlotLabel> axisLabels() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

    void changeEvent(QEvent *event) override;

private:
    void showTip(const QPoint &pointer);

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace qontroller::ui
