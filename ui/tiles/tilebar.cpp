// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tilebar.h"

#include <QtWidgets/QHBoxLayout>

#include <algorithm>
#include <cmath>

namespace qontroller::ui {

namespace {

// The value of a minute ago, or the oldest there is.
std::optional<double> before(const SeriesHistory &series, TimePoint now)
{
    const auto points = series.ring(0).points(now);
    if (points.empty())
        return {};
    return points.front().last;
}

QString changeOf(const SeriesHistory &series, TimePoint now)
{
    const auto then = before(series, now);
    if (!then || !series.last())
        return {};
    const double change = std::round(*series.last() - *then);
    if (change == 0)
        return {};
    const QString size = formatCount(std::uint64_t(std::abs(change)));
    return (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + size;
}

Tile::Reading countReading(const ControllerHistory &history, Series series, TimePoint now,
                           Severity severity)
{
    const SeriesHistory &values = history.series(series);
    const auto count = std::uint64_t(values.last().value_or(0));
    return {{formatCount(count), {}}, changeOf(values, now), severity};
}

Tile::Reading retriesReading(const ControllerHistory &history, TimePoint now)
{
    const SeriesHistory &retries = history.series(Series::Retries);
    const double last = retries.last().value_or(0);
    return {measurePerMinute(last), changeOf(retries, now),
            last >= 0.5 ? Severity::Degraded : Severity::Normal};
}

Tile::Reading latencyReading(const ControllerHistory &history)
{
    const auto last = history.series(Series::P95).last();
    if (!last)
        return {{QStringLiteral("–"), {}}, {}, Severity::Normal};
    Measure measure = measureSpan(Duration(std::int64_t(*last * 1e6)));
    if (history.isUncertain())
        measure.value.prepend(QStringLiteral("≈"));
    return {measure, {}, Severity::Normal};
}

} // namespace

TileBar::TileBar(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("tileBar"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 8);
    layout->setSpacing(8);
    addTile(Kind::Depth, "tileDepth", tr("Queue depth"),
            tr("Items that wait for a worker. Click to see them."));
    addTile(Kind::InFlight, "tileInFlight", tr("In flight"),
            tr("Handlers that run now. Click to see their items."));
    addTile(Kind::LocksHeld, "tileLocksHeld", tr("Locks held"),
            tr("Click to see who holds and who waits."));
    addTile(Kind::Retries, "tileRetries", tr("Retries"),
            tr("Retries that were planned in the last minute. Click to see what is in back-off."));
    addTile(Kind::Failing, "tileFailing", tr("Failing"),
            tr("Items whose last attempt failed, also while they are queued again or paused. "
               "Click to see them."));
    addTile(Kind::HandlerP95, "tileHandlerP95", tr("Handler p95"),
            tr("95 of 100 handlers took less, over the last 10 s. Click to compare controllers."));
}

Tile *TileBar::addTile(Kind kind, const char *name, const QString &caption, const QString &tip)
{
    auto *tile = new Tile(caption, this);
    tile->setObjectName(QLatin1String(name));
    tile->setToolTip(tip);
    connect(tile, &Tile::clicked, this, [this, kind] { emit clicked(kind); });
    layout()->addWidget(tile);
    m_tiles[static_cast<std::size_t>(kind)] = tile;
    return tile;
}

void TileBar::show(const LiveState &state)
{
    const ControllerHistory &history = *state.history();
    const TimePoint now = state.now();
    const Severity failing = severityOfFailing(state.items().tally());
    tile(Kind::Depth).setReading(countReading(history, Series::Depth, now, Severity::Normal));
    tile(Kind::InFlight).setReading(countReading(history, Series::Running, now, Severity::Normal));
    tile(Kind::LocksHeld)
        .setReading(countReading(history, Series::LocksHeld, now, Severity::Normal));
    tile(Kind::Retries).setReading(retriesReading(history, now));
    tile(Kind::Failing).setReading(countReading(history, Series::Failing, now, failing));
    tile(Kind::HandlerP95).setReading(latencyReading(history));

    constexpr std::array Trends{Series::Depth,   Series::Running, Series::LocksHeld,
                                Series::Retries, Series::Failing, Series::P95};
    for (std::size_t i = 0; i < Trends.size(); ++i)
        m_tiles[i]->setTrend(history.series(Trends[i]).ring(0).points(now));
}

} // namespace qontroller::ui
