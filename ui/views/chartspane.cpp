// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chartspane.h"

#include "ui/words/explaining.h"
#include "ui/words/format.h"
#include "ui/words/names.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolButton>

namespace qontroller::ui {

namespace {

QString asCount(double value)
{
    return formatNumber(value);
}
QString asRate(double value)
{
    return formatNumber(value) + QStringLiteral("/s");
}
QString asMilliseconds(double value)
{
    return formatSpan(Duration(std::int64_t(value * 1e6)));
}

constexpr double SmallestLatency = 0.001; // ms
constexpr qsizetype MostMarks = 64;

/// Whether \a kind may be why a line goes up or down.
bool isMarked(EventRecord::Kind kind)
{
    using Kind = EventRecord::Kind;
    return kind == Kind::Command || kind == Kind::ListFailed || kind == Kind::WatchEnded
           || kind == Kind::Stopped;
}

QList<TimeSeriesChart::Mark> marksOf(const LiveState &state, ControllerId controller, TimePoint now)
{
    QList<TimeSeriesChart::Mark> marks;
    const auto &events = state.events();
    for (auto logged = events.rbegin(); logged != events.rend(); ++logged) {
        if (marks.size() >= MostMarks)
            break;
        const EventRecord &event = logged->event;
        if (!isMarked(event.kind) || (controller != 0 && logged->controller != controller))
            continue;
        const double age = std::chrono::duration<double>(now - event.time).count();
        marks += {std::max(0.0, age), logged->controllerName + QStringLiteral(", ")
                                          + nameOf(event.kind) + QStringLiteral(": ")
                                          + wordsOf(event.said)};
    }
    return marks;
}

} // namespace

ChartsPane::ChartsPane(QActionGroup &windows, QWidget *parent)
    : QWidget(parent)
    , m_bar(new QWidget(parent))
    , m_controller(new QComboBox(m_bar))
{
    setObjectName(QStringLiteral("chartsPane"));
    m_controller->setObjectName(QStringLiteral("chartsController"));
    m_controller->setAccessibleName(tr("Charts of controller"));
    m_controller->addItem(tr("All controllers"), 0U);
    m_controller->setSizeAdjustPolicy(QComboBox::AdjustToContents);

    auto *bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(8, 4, 8, 0);
    bar->setSpacing(0);
    bar->addWidget(m_controller);
    bar->addStretch();
    for (QAction *action : windows.actions()) {
        auto *button = new QToolButton(m_bar);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAccessibleName(tr("Time window %1").arg(action->text()));
        bar->addWidget(button);
    }
    auto *charts = new QHBoxLayout(this);
    charts->setContentsMargins(8, 4, 8, 8);
    charts->setSpacing(8);

    const QString name = tr("Items");
    addChart(Kind::Depth, "chartDepth",
             {tr("Queue depth"), {name}, TimeSeriesChart::Scale::Linear, 10, asCount});
    addChart(Kind::LocksHeld, "chartLocks",
             {tr("Locks held"), {tr("Locks")}, TimeSeriesChart::Scale::Linear, 10, asCount});
    addChart(Kind::Retries, "chartRetries",
             {tr("Retries"), {tr("Retries")}, TimeSeriesChart::Scale::Linear, 1, asRate});
    addChart(Kind::Latency, "chartLatency",
             {tr("Handler"),
              {QStringLiteral("p50"), QStringLiteral("p95"), QStringLiteral("p99")},
              TimeSeriesChart::Scale::Logarithmic,
              SmallestLatency,
              asMilliseconds});
    for (TimeSeriesChart *chart : m_charts)
        charts->addWidget(chart, 1);
}

void ChartsPane::addChart(Kind kind, const char *name, const TimeSeriesChart::Setup &setup)
{
    auto *chart = new TimeSeriesChart(setup, this);
    chart->setObjectName(QLatin1String(name));
    m_charts[static_cast<std::size_t>(kind)] = chart;
}

void ChartsPane::show(const LiveState &state)
{
    updateControllers(state);
    if (!isVisible() || window()->isMinimized())
        return;
    const auto id = ControllerId(m_controller->currentData().toUInt());
    const ControllerHistory *history = state.history(id);
    if (!history)
        history = state.history();
    const TimePoint now = history->newest();
    const auto points = [&](Series series) {
        return history->series(series).ring(m_window).points(now);
    };
    chart(Kind::Depth).setData({points(Series::Depth)});
    chart(Kind::LocksHeld).setData({points(Series::LocksHeld)});
    chart(Kind::Retries).setData({points(Series::RetryRate)});
    chart(Kind::Latency).setUncertain(history->isUncertain());
    chart(Kind::Latency).setData({points(Series::P50), points(Series::P95), points(Series::P99)});
    const QList<TimeSeriesChart::Mark> marks = marksOf(state, id, now);
    for (TimeSeriesChart *each : m_charts)
        each->setMarks(marks);
}

void ChartsPane::updateControllers(const LiveState &state)
{
    for (const auto &[id, label] : state.book()) {
        if (m_controller->findData(id) < 0)
            m_controller->addItem(label.name, id);
    }
    for (int i = m_controller->count() - 1; i > 0; --i) {
        if (!state.book().contains(m_controller->itemData(i).toUInt()))
            m_controller->removeItem(i);
    }
    m_controller->setVisible(m_controller->count() > 2);
}

void ChartsPane::setWindow(int window)
{
    m_window = window;
    for (TimeSeriesChart *chart : m_charts)
        chart->setWindow(window);
}

void ChartsPane::setShownAsTables(bool tables)
{
    for (TimeSeriesChart *chart : m_charts)
        chart->setShownAsTable(tables);
}

} // namespace qontroller::ui
