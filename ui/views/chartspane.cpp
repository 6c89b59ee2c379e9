// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chartspane.h"

#include "ui/widgets/wheelguard.h"
#include "ui/words/explaining.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/names.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <cmath>

namespace qontroller::ui {

namespace {

QString asCount(double value)
{
    return formatNumber(value);
}
QString asPerMinute(double value)
{
    return joined(measurePerMinute(value));
}
QString asMilliseconds(double value)
{
    return formatSpan(Duration(std::int64_t(value * 1e6)));
}
// A power of ten stays one: 100 s, not 1 min 40 s.
QString asDecade(double milliseconds)
{
    return milliseconds < 1000
               ? asMilliseconds(milliseconds)
               : joined({formatCount(std::uint64_t(std::llround(milliseconds / 1000))),
                         QStringLiteral("s")});
}

constexpr double SmallestLatency = 0.001; // ms
constexpr qsizetype MostMarks = 64;

/// All controllers of \a host.
ControllerId allOf(HostId host)
{
    return {0, {host, 0}};
}

/// Whether \a kind may be why a line goes up or down.
bool isMarked(EventRecord::Kind kind)
{
    using Kind = EventRecord::Kind;
    return kind == Kind::Command || kind == Kind::PauseEnded || kind == Kind::ListFailed
           || kind == Kind::WatchEnded || kind == Kind::Stopped;
}

/// Whether \a one is what \a chosen means.
bool isAmong(ControllerId chosen, ControllerId one)
{
    return chosen.number == 0 ? isOf(one, chosen.of.host) : one == chosen;
}

QList<TimeSeriesChart::Mark> marksOf(const LiveState &state, ControllerId chosen, TimePoint now)
{
    QList<TimeSeriesChart::Mark> marks;
    const auto &events = state.log().events();
    for (auto logged = events.rbegin(); logged != events.rend(); ++logged) {
        if (marks.size() >= MostMarks)
            break;
        const EventRecord &event = logged->event;
        if (!isMarked(event.kind) || !isAmong(chosen, logged->controller))
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
    m_controller->addItem(tr("All controllers"), QVariant::fromValue(ControllerId()));
    leaveWheelToParents(*m_controller);
    m_controller->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_controller, &QComboBox::currentIndexChanged, this, &ChartsPane::controllerChosen);

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

    addChart(Kind::Depth, "chartDepth",
             {tr("Queue depth"),
              tr("Objects that wait for a worker"),
              {tr("Objects")},
              {.least = 10, .format = asCount},
              asCount});
    addChart(Kind::LocksHeld, "chartLocks",
             {tr("Locks held"),
              tr("Locks that handlers hold"),
              {tr("Locks")},
              {.least = 10, .format = asCount},
              asCount});
    addChart(Kind::Retries, "chartRetries",
             {tr("Retries"),
              tr("At each moment: retries that were planned in the minute before it"),
              {tr("Retries")},
              {.least = 10, .format = asPerMinute},
              asPerMinute});
    addChart(Kind::Latency, "chartLatency",
             {tr("Handler"),
              tr("50, 95 and 99 of 100 handlers took less, over the last 10 s"),
              {QStringLiteral("p50"), QStringLiteral("p95"), QStringLiteral("p99")},
              {.logarithmic = true, .least = SmallestLatency, .format = asDecade},
              asMilliseconds});
    for (TimeSeriesChart *each : m_charts) // three values stand in the caption of one
        charts->addWidget(each, each == &chart(Kind::Latency) ? 2 : 1);
}

void ChartsPane::addChart(Kind kind, const char *name, const TimeSeriesChart::Setup &setup)
{
    auto *chart = new TimeSeriesChart(setup, this);
    chart->setObjectName(QLatin1String(name));
    m_charts[static_cast<std::size_t>(kind)] = chart;
}

bool ChartsPane::isSeen() const
{
    return isVisible() && !window()->isMinimized();
}

ControllerId ChartsPane::chosen() const
{
    return m_controller->currentData().value<ControllerId>();
}

const ControllerHistory &ChartsPane::historyOf(const LiveState &state) const
{
    const ControllerId id = chosen();
    const ControllerHistory *one = id.number == 0 ? state.historyOfHost(id.of.host)
                                                  : state.history(id);
    return one ? *one : *state.history();
}

QString ChartsPane::whyOld(const LiveState &state) const
{
    const HostBook &hosts = state.hosts();
    const HostStatus *host = hosts.of(chosen());
    const auto lost = hosts.lost(host ? host->id : 0);
    if (lost.empty() || (!host && lost.size() < hosts.size()))
        return {};
    return stateText(*lost.front(), hosts.now());
}

void ChartsPane::show(const LiveState &state)
{
    updateControllers(state);
    if (!isSeen())
        return;
    const ControllerHistory &history = historyOf(state);
    const auto points = [&](Series series) {
        return history.series(series).ring(m_window).points(state.hosts().now());
    };
    chart(Kind::Depth).setData({points(Series::Depth)});
    chart(Kind::LocksHeld).setData({points(Series::LocksHeld)});
    chart(Kind::Retries).setData({points(Series::Retries)});
    chart(Kind::Latency).setData({points(Series::P50), points(Series::P95), points(Series::P99)});
    const QString old = whyOld(state);
    for (TimeSeriesChart *each : m_charts)
        each->setOld(old);
    const QList<TimeSeriesChart::Mark> marks = marksOf(state, chosen(), state.hosts().now());
    for (TimeSeriesChart *each : m_charts)
        each->setMarks(marks);
}

void ChartsPane::showValues(const LiveState &state)
{
    if (!isSeen())
        return;
    const ControllerHistory &history = historyOf(state);
    const auto last = [&](Series series) { return history.series(series).last(); };
    chart(Kind::Depth).setValues({last(Series::Depth)});
    chart(Kind::LocksHeld).setValues({last(Series::LocksHeld)});
    chart(Kind::Retries).setValues({last(Series::Retries)});
    chart(Kind::Latency)
        .setValues({last(Series::P50), last(Series::P95), last(Series::P99)},
                   history.isUncertain());
}

void ChartsPane::updateControllers(const LiveState &state)
{
    std::map<ControllerId, QString> wanted;
    if (state.hosts().size() > 1) {
        for (const HostStatus &host : state.hosts())
            wanted.emplace(allOf(host.id), tr("Host %1").arg(toLine(host.name)));
    }
    for (const auto &[id, label] : state.book())
        wanted.emplace(id, label.title());
    for (int i = m_controller->count() - 1; i > 0; --i) {
        const auto found = wanted.find(m_controller->itemData(i).value<ControllerId>());
        if (found == wanted.end()) {
            if (i == m_controller->currentIndex())
                m_controller->setCurrentIndex(0); // and not its neighbour
            m_controller->removeItem(i);
        } else {
            m_controller->setItemText(i, found->second);
        }
    }
    for (const auto &[entry, title] : wanted) {
        if (m_controller->findData(QVariant::fromValue(entry)) < 0)
            m_controller->addItem(title, QVariant::fromValue(entry));
    }
    m_controller->setVisible(m_controller->count() > 2);
}

void ChartsPane::setHost(HostId host)
{
    const QVariant entry = QVariant::fromValue(allOf(host));
    if (host != 0 || chosen().number == 0)
        m_controller->setCurrentIndex(std::max(0, m_controller->findData(entry)));
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
