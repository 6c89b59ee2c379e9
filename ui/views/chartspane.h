// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

#include "ui/charts/timeserieschart.h"
#include "ui/state/livestate.h"

#include <array>

class QActionGroup;
class QComboBox;

namespace qontroller::ui {

/// The four live charts, of all controllers, of those of a host, or of one.
class ChartsPane final : public QWidget
{
    Q_OBJECT

public:
    enum class Kind {
        Depth,
        LocksHeld,
        Retries,
        Latency
    };
    static constexpr int Count = 4;

    /// \a windows: one checkable action for each time window, in order.
    explicit ChartsPane(QActionGroup &windows, QWidget *parent = nullptr);

    /// Controller and time windows: a title for the dock that this pane is in.
    [[nodiscard]] QWidget *titleBar() const { return m_bar; }
    /// The lines. Costs nothing while the pane is hidden.
    void show(const LiveState &state);
    /// The numbers above them: at the pace of the other numbers, so that all agree.
    void showValues(const LiveState &state);
    /// Of \a host from now on; 0: of all, unless an operator has chosen a controller.
    void setHost(HostId host);
    void setWindow(int window);
    void setShownAsTables(bool tables);
    [[nodiscard]] TimeSeriesChart &chart(Kind kind)
    {
        return *m_charts[static_cast<std::size_t>(kind)];
    }

signals:
    /// The charts are of another controller from now on: show them.
    void controllerChosen();

private:
    void addChart(Kind kind, const char *name, const TimeSeriesChart::Setup &setup);
    void updateControllers(const LiveState &state);
    /// A number of 0: all of them, or of a host.
    [[nodiscard]] ControllerId chosen() const;
    [[nodiscard]] const ControllerHistory &historyOf(const LiveState &state) const;
    /// Why what is shown is not of now, in a few words; empty: it is.
    [[nodiscard]] QString whyOld(const LiveState &state) const;
    [[nodiscard]] bool isSeen() const;

    std::array<TimeSeriesChart *, Count> m_charts{};
    QWidget *m_bar;
    QComboBox *m_controller;
    int m_window = 0;
};

} // namespace qontroller::ui
