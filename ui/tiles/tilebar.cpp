// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tilebar.h"

#include "ui/state/itemstore.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/words/hostwords.h"
#include "ui/words/marks.h"

#include <QtWidgets/QHBoxLayout>

#include <algorithm>
#include <cmath>

namespace qontroller::ui {

namespace {

constexpr int LongestHost = 144; // pixels

/// What tiles read.
struct Source
{
    const ControllerHistory &history;
    Tally tally;
    Gauges gauges;
    TimePoint now;
    /// From when on the same hosts answer, and still do; nothing: one of them does not.
    std::optional<TimePoint> sameSince;
};

// Since a minute ago, or the oldest that is known. Between two sets of hosts there is no change.
QString changeOf(const Source &source, const SeriesHistory &series)
{
    const auto points = series.ring(0).points(source.now);
    if (points.empty() || !series.last() || !source.sameSince)
        return {};
    const std::chrono::duration<double> age(points.front().age);
    if (*source.sameSince > source.now - std::chrono::duration_cast<Duration>(age))
        return {};
    const double change = std::round(*series.last() - points.front().last);
    if (change == 0)
        return {};
    const QString size = formatCount(std::uint64_t(std::abs(change)));
    return (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + size;
}

// Of the moment that everything else shows, and not of the last sample.
std::uint64_t countOf(const Source &source, Series series)
{
    switch (series) {
    case Series::Depth: return source.gauges.depth;
    case Series::Running: return source.gauges.running;
    case Series::LocksHeld: return source.gauges.locksHeld;
    default: return countOf(source.tally, Mark::Failing);
    }
}

Tile::Reading countReading(const Source &source, Series series)
{
    return {{formatCount(countOf(source, series)), {}},
            changeOf(source, source.history.series(series)),
            Severity::Normal};
}

Tile::Reading failingReading(const Source &source, Series series)
{
    Tile::Reading reading = countReading(source, series);
    reading.severity = severityOfFailing(source.tally);
    return reading;
}

Tile::Reading perMinuteReading(const Source &source, Series series)
{
    const SeriesHistory &values = source.history.series(series);
    const double last = values.last().value_or(0);
    return {measurePerMinute(last), changeOf(source, values),
            last >= 0.5 ? Severity::Degraded : Severity::Normal};
}

Tile::Reading latencyReading(const Source &source, Series series)
{
    const auto last = source.history.series(series).last();
    if (!last)
        return {{QStringLiteral("–"), {}}, {}, Severity::Normal};
    Measure measure = measureSpan(Duration(std::int64_t(*last * 1e6)));
    if (source.history.isUncertain())
        measure.value.prepend(QStringLiteral("≈"));
    return {measure, {}, Severity::Normal};
}

std::optional<TimePoint> sameSince(const HostBook &hosts, HostId only)
{
    if (!hosts.lost(only).empty())
        return {};
    TimePoint since{};
    for (const HostStatus &host : hosts) {
        if (only == 0 || host.id == only)
            since = std::max(since, host.since);
    }
    return since;
}

} // namespace

/// All there is of one tile.
struct TileBar::Row
{
    Kind kind;
    const char *name; ///< of the widget
    const char *caption;
    const char *tip;
    Series series; ///< its trend, and what `read` reads
    Tile::Reading (*read)(const Source &, Series);
    const char *filter; ///< as filterOf()
};

// Kinds in the order of their numbers.
const std::array<TileBar::Row, TileBar::Count> &TileBar::rows()
{
    static constexpr std::array<Row, Count> Rows{{
        {Kind::Depth, "tileDepth", QT_TR_NOOP("Queue depth"),
         QT_TR_NOOP("Objects that wait for a worker. Click to see them."), Series::Depth,
         countReading, "state:waiting"},
        {Kind::InFlight, "tileInFlight", QT_TR_NOOP("In flight"),
         QT_TR_NOOP("Handlers that run now. Click to see their objects."), Series::Running,
         countReading, "state:running,stuck"},
        {Kind::LocksHeld, "tileLocksHeld", QT_TR_NOOP("Locks held"),
         QT_TR_NOOP("Click to see what holds a lock and what waits for one."), Series::LocksHeld,
         countReading, ""},
        {Kind::Retries, "tileRetries", QT_TR_NOOP("Retries"),
         QT_TR_NOOP(
             "Retries that were planned in the last minute. Click to see what is in back-off."),
         Series::Retries, perMinuteReading, "state:back-off"},
        {Kind::Failing, "tileFailing", QT_TR_NOOP("Failing"),
         QT_TR_NOOP("Objects whose last attempt failed, also while they are queued again or "
                    "paused. Click to see them."),
         Series::Failing, failingReading, "is:failing"},
        {Kind::HandlerP95, "tileHandlerP95", QT_TR_NOOP("Handler p95"),
         QT_TR_NOOP(
             "95 of 100 handlers took less, over the last 10 s. Click to compare controllers."),
         Series::P95, latencyReading, ""},
    }};
    return Rows;
}

TileBar::TileBar(QWidget *parent)
    : QWidget(parent)
    , m_hostName(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("tileBar"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 8);
    layout->setSpacing(8);
    m_hostName->setObjectName(QStringLiteral("tilesHost"));
    m_hostName->setMaximumWidth(LongestHost);
    m_hostName->hide();
    layout->addWidget(m_hostName);
    for (const Row &row : rows())
        add(row);
}

void TileBar::add(const Row &row)
{
    auto *tile = new Tile(tr(row.caption), this);
    tile->setObjectName(QLatin1String(row.name));
    tile->setToolTip(tr(row.tip));
    connect(tile, &Tile::clicked, this, [this, kind = row.kind] { emit clicked(kind, m_host); });
    layout()->addWidget(tile);
    m_tiles[static_cast<std::size_t>(row.kind)] = tile;
}

void TileBar::setOneLine(bool oneLine)
{
    for (Tile *tile : m_tiles)
        tile->setOneLine(oneLine);
}

QString TileBar::filterOf(Kind kind)
{
    return QLatin1String(rows()[static_cast<std::size_t>(kind)].filter);
}

// Whose numbers these are, if they are not those of all hosts now.
void TileBar::showHost(const HostBook &hosts, const HostStatus *only)
{
    const auto lost = hosts.lost(only ? only->id : 0);
    QStringList lines;
    for (const HostStatus *host : lost)
        lines += hostLine(*host, hosts.now());
    QString text = only ? toLine(only->name) : QString();
    if (only && !lost.empty())
        text += QStringLiteral(" · ") + stateText(*only, hosts.now());
    else if (!lost.empty() && lost.size() == hosts.size())
        text = tr("old: no host answers");
    else if (!lost.empty())
        text = lost.size() == 1 ? tr("old: %1").arg(toLine(lost.front()->name))
                                : tr("old: %n host(s)", nullptr, int(lost.size()));
    if (only)
        lines.prepend(tr("These are the numbers of host %1.").arg(toLine(only->name)));
    m_hostName->setVisible(!text.isEmpty());
    m_hostName->setText(text);
    m_hostName->setMinimumWidth(std::min(LongestHost, m_hostName->sizeHint().width()));
    m_hostName->setToolTip(lines.join(QLatin1Char('\n')));
    setTextColor(*m_hostName, lost.empty() ? Severity::Normal : Severity::Bad);
}

void TileBar::show(const LiveState &state, HostId host)
{
    m_host = state.historyOfHost(host) ? host : 0; // one that was just added has none yet
    const auto shown = std::ranges::find(state.hosts(), m_host, &HostStatus::id);
    const bool isOne = shown != state.hosts().end();
    showHost(state.hosts(), isOne ? &*shown : nullptr);
    const Source source{isOne ? *state.historyOfHost(m_host) : *state.history(),
                        tallyOf(state, m_host), gaugesOf(state, m_host), state.now(),
                        sameSince(state.hosts(), m_host)};
    const std::size_t lost = state.hosts().lost(m_host).size();
    const bool isOld = lost > 0 && lost == (isOne ? 1 : state.hosts().size());
    for (const Row &row : rows()) {
        tile(row.kind).setOld(isOld);
        tile(row.kind).setReading(row.read(source, row.series));
        tile(row.kind).setTrend(source.history.series(row.series).ring(0).points(source.now));
    }
}

} // namespace qontroller::ui
