// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/models/controllersmodel.h"
#include "ui/state/livestate.h"
#include "ui/state/outlook.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/chartspane.h"

#include "core/engine/observe/feed/delta.h"

#include <QtGui/QActionGroup>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Tiles, table and charts of one state.
struct Views
{
    Views()
    {
        feed.setStep(500ms);
        charts.setVisible(true);
    }

    void pull(int times = 1)
    {
        for (int i = 0; i < times; ++i)
            state.apply(std::make_shared<const Delta>(feed.pull()));
        tiles.show(state);
        table.show(state, outlookOf({state}));
        charts.show(state);
        charts.showValues(state);
    }
    /// Lets \a seconds go by with \a retries in each, half of them in each pull.
    void retry(ControllerId id, int seconds, unsigned retries)
    {
        for (int i = 0; i < 2 * seconds; ++i) {
            feed.edit(id, [retries](ControllerView &d) { d.counters.retries += retries / 2; });
            pull();
        }
    }
    [[nodiscard]] QString tile(TileBar::Kind kind)
    {
        const Measure measure = tiles.tile(kind).reading().measure;
        return measure.value + measure.unit;
    }
    [[nodiscard]] QString cell(int row, ControllersModel::Column column) const
    {
        return table.index(row, column).data().toString();
    }
    [[nodiscard]] QString caption(ChartsPane::Kind kind)
    {
        return charts.chart(kind).accessibleDescription();
    }
    [[nodiscard]] double lineEnd(ChartsPane::Kind kind, int series = 0)
    {
        return charts.chart(kind).drawn(series).back().back().y;
    }

    FakeFeed feed;
    LiveState state;
    TileBar tiles;
    ControllersModel table;
    QActionGroup windows{nullptr};
    ChartsPane charts{windows};
};

} // namespace

/// A number that stands in several places is the same in all of them.

class NumbersTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void retriesAreTheSameEverywhere()
    {
        Views views;
        const ControllerId a = views.feed.addController("a");
        const ControllerId b = views.feed.addController("b");
        views.pull();
        views.retry(a, 40, 0);
        views.retry(a, 20, 4); // a burst at the end of the minute
        views.retry(b, 10, 2);
        QCOMPARE(views.cell(0, ControllersModel::RetriesPerMinute), "80");
        QCOMPARE(views.cell(1, ControllersModel::RetriesPerMinute), "20");
        QCOMPARE(views.tile(TileBar::Kind::Retries), "100/min");
        QCOMPARE(views.caption(ChartsPane::Kind::Retries), "100/min");
        QCOMPARE(views.lineEnd(ChartsPane::Kind::Retries), 100.0);
        views.retry(a, 61, 0); // a minute later all are forgotten
        QCOMPARE(views.cell(0, ControllersModel::RetriesPerMinute), "0");
        QCOMPARE(views.tile(TileBar::Kind::Retries), "0/min");
        QCOMPARE(views.caption(ChartsPane::Kind::Retries), "0/min");
    }

    void retriesOfRemovedControllersAreGoneEverywhere()
    {
        Views views;
        const ControllerId a = views.feed.addController("a");
        const ControllerId b = views.feed.addController("b");
        views.pull();
        views.retry(a, 10, 4);
        views.retry(b, 10, 2);
        views.feed.removeController(a);
        views.pull();
        QCOMPARE(views.cell(0, ControllersModel::RetriesPerMinute), "20");
        QCOMPARE(views.tile(TileBar::Kind::Retries), "20/min");
        QCOMPARE(views.caption(ChartsPane::Kind::Retries), "20/min");
    }

    void gaugesAreTheSameEverywhere()
    {
        Views views;
        const ControllerId a = views.feed.addController("a");
        views.pull(3);
        views.feed.edit(a, [](ControllerView &d) {
            d.gauges.depth = 12'480;
            d.gauges.running = 3;
            d.gauges.locksHeld = 3;
        });
        for (const char *id : {"x", "y", "z"})
            views.feed.setItem(a, id, ItemState::Failed, "no", 3);
        views.pull();
        QCOMPARE(views.cell(0, ControllersModel::Depth), views.tile(TileBar::Kind::Depth));
        QCOMPARE(views.caption(ChartsPane::Kind::Depth), views.tile(TileBar::Kind::Depth));
        QCOMPARE(views.lineEnd(ChartsPane::Kind::Depth), 12'480.0);
        QCOMPARE(views.cell(0, ControllersModel::Locks), views.tile(TileBar::Kind::LocksHeld));
        QCOMPARE(views.caption(ChartsPane::Kind::LocksHeld), views.tile(TileBar::Kind::LocksHeld));
        QCOMPARE(views.cell(0, ControllersModel::Failing), "3");
        QCOMPARE(views.tile(TileBar::Kind::Failing), "3");
        QVERIFY(views.cell(0, ControllersModel::InFlight)
                    .startsWith(views.tile(TileBar::Kind::InFlight) + QLatin1Char('/')));
    }

    void percentilesAreTheSameEverywhere()
    {
        Views views;
        const ControllerId a = views.feed.addController("a");
        views.pull();
        for (const int samples : {10, 100}) { // uncertain, certain
            views.feed.handle(a, 12ms, std::uint64_t(samples));
            views.pull(4);
            const QString p95 = views.cell(0, ControllersModel::P95);
            QCOMPARE(p95.startsWith("≈"), samples == 10);
            QCOMPARE(views.tile(TileBar::Kind::HandlerP95), QString(p95).remove(QChar(0x202f)));
            QVERIFY(
                views.caption(ChartsPane::Kind::Latency).contains(QStringLiteral("p95 ") + p95));
        }
    }

    void percentileOfNothingIsADashEverywhere()
    {
        Views views;
        const ControllerId a = views.feed.addController("a");
        views.pull();
        views.feed.handle(a, 12ms, 100);
        views.pull(26); // it is 12 s ago
        QCOMPARE(views.cell(0, ControllersModel::P95), QString());
        QCOMPARE(views.tile(TileBar::Kind::HandlerP95), "–");
        QCOMPARE(views.caption(ChartsPane::Kind::Latency), "p50 –, p95 –, p99 –");
    }
};

QONTROLLER_WINDOW_TEST(NumbersTest)
#include "tst_numbers.moc"
