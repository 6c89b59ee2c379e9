// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakes.h"
#include "support/needs.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/actions/frozenscope.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/charts/timeserieschart.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/draindialog.h"
#include "ui/dialogs/termsdialog.h"
#include "ui/models/eventsmodel.h"
#include "ui/state/deltapump.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/messagebar.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/views/toasts.h"
#include "ui/window/mainwindow.h"
#include "ui/words/hostwords.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeWidget>

using namespace qontroller;
using namespace qontroller::test;
using namespace qontroller::ui;
using namespace std::chrono_literals;

namespace {

/// Takes no command.
class DeafControl final : public ControlPort
{
public:
    Ticket submit(Command) override { return 0; }
};

/// A window that shows two hosts, each with a controller that is called the same.
struct HostsRig
{
    explicit HostsRig(ControlPort *port = nullptr)
    {
        const auto add = [this](const char *host) {
            return feed.addController("photos", "folder-mirror", FakeHosts::runOf(hosts.add(host)));
        };
        first = add("db1");
        second = add("db2");
        for (const ControllerId id : {first, second}) {
            feed.setItem(id, "a", ItemState::InSync);
            feed.setItem(id, "b", ItemState::InSync);
        }
        WindowOptions options;
        options.mode = WindowOptions::Mode::Attached;
        options.profileDirectory = folder.path();
        options.tab = int(Tabs::Tab::Items);
        window = std::make_unique<MainWindow>(application.with(feed, port ? *port : control),
                                              options);
        window->show();
        tabs = window->findChild<Tabs *>();
    }
    bool isReady()
    {
        return QTest::qWaitForWindowActive(window.get()) && QTest::qWaitFor([&] {
                   return tabs->items().rowCount() == 4 && action("pauseAll")->isEnabled();
               });
    }
    void lose(std::size_t host)
    {
        hosts.all[host].state = HostState::Lost;
        hosts.all[host].since = hosts.all[host].heard = feed.now() - 12s;
        hosts.all[host].why = "/run/x: no host listens there";
        hosts.all[host].nextTry = feed.now() + 1h;
    }
    /// The host has another controller in the place of its only one, as yet without objects.
    ControllerId restart(std::size_t host)
    {
        ControllerId &current = host == 0 ? first : second;
        ++hosts.all[host].run;
        const ControllerId former = current;
        current = feed.addController("photos", "folder-mirror", FakeHosts::runOf(hosts.all[host]));
        feed.removeController(former);
        return current;
    }
    QAction *action(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    QString label(const char *name) const
    {
        return window->findChild<QLabel *>(QLatin1String(name))->text();
    }
    /// The row of an object of \a host.
    int rowOf(const QString &host, const QString &id) const
    {
        const ItemsModel &items = tabs->items();
        for (int row = 0; row < items.rowCount(); ++row) {
            if (cell(row, ItemColumn::Host) == host && cell(row, ItemColumn::Id) == id)
                return row;
        }
        return -1;
    }
    QString cell(int row, ItemColumn column) const
    {
        return tabs->items().index(row, int(column)).data().toString();
    }
    void select(const QString &host, const QString &id) const
    {
        tabs->table(Tabs::Tab::Items).selectRow(rowOf(host, id));
    }
    bool hasToast(const QString &part) const
    {
        return !window->findChild<Toasts *>()->sentences().filter(part).isEmpty();
    }
    bool hasMessage(const QString &part) const
    {
        return !window->findChild<MessageBar *>()->sentences().filter(part).isEmpty();
    }
    QTreeWidgetItem *facet(const QString &group, const QString &title) const
    {
        const auto *facets = window->findChild<FacetsPane *>();
        for (int i = 0; i < facets->topLevelItemCount(); ++i) {
            QTreeWidgetItem *parent = facets->topLevelItem(i);
            for (int j = 0; parent->text(0) == group && j < parent->childCount(); ++j) {
                if (parent->child(j)->text(0) == title)
                    return parent->child(j);
            }
        }
        return nullptr;
    }

    QTemporaryDir folder;
    FakeFeed feed;
    FakeControl control;
    FakeApplication application;
    FakeHosts &hosts = application.shown;
    ControllerId first = 0;
    ControllerId second = 0;
    std::unique_ptr<MainWindow> window;
    Tabs *tabs = nullptr;
};

} // namespace

/// A window that shows hosts elsewhere.
class HostsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void eachRowSaysItsHost()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (const QString host : {"db1", "db2"})
            QVERIFY(rig.rowOf(host, "a") >= 0);
        QVERIFY(!rig.tabs->table(Tabs::Tab::Items).isColumnHidden(int(ItemColumn::Host)));
        QVERIFY(!rig.tabs->table(Tabs::Tab::Controllers).isColumnHidden(ControllersModel::Host));
    }

    void aFacetSaysWhichHostNeedsAnOperator()
    {
        HostsRig rig;
        rig.hosts.all[0].colour = "#c62828";
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.facet("Host", "db1")->text(1), "2");
        const auto icon = [&](const QVariant &mark) {
            return (mark.canConvert<QIcon>() ? mark.value<QIcon>().pixmap(12, 12)
                                             : mark.value<QPixmap>())
                .toImage();
        };
        // The mark is the same wherever the host is.
        const auto marks = [&] {
            const int row = rig.rowOf("db1", "a");
            return QList<QImage>{icon(rig.facet("Host", "db1")->data(0, Qt::DecorationRole)),
                                 icon(rig.tabs->items()
                                          .index(row, int(ItemColumn::Host))
                                          .data(Qt::DecorationRole))};
        };
        QCOMPARE(marks()[0], marks()[1]);
        const QImage live = marks()[0];
        rig.feed.setItem(rig.first, "b", ItemState::Failed, "no space left", 6);
        rig.feed.edit(rig.first, [](ControllerView &d) { d.state = ControllerState::Paused; });
        QTRY_COMPARE(needsOf(*rig.window),
                     QStringList({"photos on db1: 1 object failed: no space left",
                                  "photos on db1: Paused"}));
        QCOMPARE(rig.facet("Host", "db2")->text(1), "2");
        rig.feed.setItem(rig.first, "b", ItemState::Held, "no space left", 6);
        QTRY_VERIFY(needs(*rig.window, "photos on db1: 1 removal held"));
        QCOMPARE(rig.facet("Host", "db1")->text(1), "2");
        rig.lose(0);
        QTRY_VERIFY(marks()[0] != live);
        QTRY_COMPARE(marks()[0], marks()[1]);
        QTRY_COMPARE(rig.facet("Host", "db1")->foreground(0).color(), Theme::current().red);
    }

    // `db1` is a part of `db10`: words alone would find both.
    void aFacetFindsNoHostWhoseNameBeginsAlike()
    {
        HostsRig rig;
        rig.hosts.all[1].name = "DB10 (a/b)";
        rig.hosts.all[0].name = "db1";
        QVERIFY(rig.isReady());
        auto *facets = rig.window->findChild<FacetsPane *>();
        QTRY_VERIFY(rig.facet("Host", "db1"));
        QTRY_COMPARE(rig.facet("Controller", "photos")->text(1), "4"); // of both
        emit facets->facetChosen("host", "db1");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        QCOMPARE(rig.cell(0, ItemColumn::Host), "db1");
        QVERIFY(rig.facet("Host", "db1")->font(0).bold());
        QVERIFY(!rig.facet("Host", "DB10 (a/b)")->font(0).bold());
        emit facets->facetChosen("host", "DB10 (a/b)");
        QTRY_COMPARE(rig.cell(0, ItemColumn::Host), "DB10 (a/b)");
        QVERIFY(rig.facet("Host", "DB10 (a/b)")->font(0).bold());
        rig.window->findChild<FilterBox *>()->setFilterText("host:db1"); // as it is typed: both
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
        QVERIFY(rig.facet("Host", "db1")->font(0).bold());
        QVERIFY(rig.facet("Host", "DB10 (a/b)")->font(0).bold());
    }

    // As the table of objects does. Only controllers have no ids, and leave terms on these out.
    void theOtherTablesFollowTheHostOfTheFilter_data()
    {
        QTest::addColumn<int>("tab");
        for (const auto &[name, tab] :
             {std::pair("controllers", Tabs::Tab::Controllers),
              std::pair("locks", Tabs::Tab::Locks), std::pair("failures", Tabs::Tab::Failures),
              std::pair("workers", Tabs::Tab::Workers)})
            QTest::newRow(name) << int(tab);
    }
    void theOtherTablesFollowTheHostOfTheFilter()
    {
        QFETCH(int, tab);
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (const ControllerId id : {rig.first, rig.second}) {
            rig.feed.setItem(id, "a", ItemState::Running);
            rig.feed.setItem(id, "b", ItemState::Failed, "no space", 3);
            rig.feed.edit(id, [](ControllerView &d) { d.workers = {WorkerRow{}}; });
        }
        rig.tabs->setCurrentIndex(tab);
        const QAbstractItemModel &rows = *rig.tabs->currentTable()->model();
        auto &filter = *rig.window->findChild<FilterBox *>();
        QTRY_COMPARE(rows.rowCount(), 2);
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (2)");
        filter.setFilterText("host:db2");
        QTRY_COMPARE(rows.rowCount(), 1);
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Failures)), "Failures (1)");
        const bool hasIds = tab != int(Tabs::Tab::Controllers);
        filter.setFilterText("host:db2 id:none");
        QTRY_COMPARE(rows.rowCount(), hasIds ? 0 : 1);
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (1)");
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Failures)), "Failures (0 of 1)");
        filter.setFilterText("host:db3");
        QTRY_COMPARE(rows.rowCount(), 0);
        filter.setFilterText("id:none");
        QTRY_COMPARE(rows.rowCount(), hasIds ? 0 : 2);
    }

    // A filter may be older than the picture, as one that is kept under a name.
    void aHostThatComesLaterIsTheOneOfTheFilter()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.window->findChild<FilterBox *>()->setFilterText("host:db3");
        const HostRun third = FakeHosts::runOf(rig.hosts.add("db3"));
        rig.feed.addController("photos", "folder-mirror", third);
        QTRY_VERIFY(rig.facet("Host", "db3"));
        QTRY_COMPARE(rig.window->findChild<QLabel *>("tilesHost")->text(), "db3");
    }

    // Else they are the sum of all.
    void tilesAndChartsFollowTheHostOfTheFilter()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.second, "b", ItemState::Failed, "no space left", 6);
        for (const auto &[id, depth] : {std::pair(rig.first, 3U), std::pair(rig.second, 4U)})
            rig.feed.edit(id, [depth = depth](ControllerView &d) { d.gauges.depth = depth; });
        const auto *depth = rig.window->findChild<Tile *>("tileDepth");
        const auto *failing = rig.window->findChild<Tile *>("tileFailing");
        const auto *host = rig.window->findChild<QLabel *>("tilesHost");
        const auto *charts = rig.window->findChild<QComboBox *>("chartsController");
        QTRY_COMPARE(depth->reading().measure.value, "7");
        QTRY_COMPARE(failing->reading().measure.value, "1");
        QVERIFY(!host->isVisible());
        emit rig.window->findChild<FacetsPane *>()->facetChosen("host", "db1");
        QTRY_COMPARE(depth->reading().measure.value, "3");
        QTRY_COMPARE(failing->reading().measure.value, "0");
        QVERIFY(failing->reading().severity == ui::Severity::Normal);
        QCOMPARE(host->text(), "db1");
        QVERIFY(host->isVisible());
        QCOMPARE(charts->currentText(), "Host db1");
        rig.window->findChild<FilterBox *>()->setFilterText("host:db2 state:failed");
        QTRY_COMPARE(depth->reading().measure.value, "4");
        QTRY_COMPARE(failing->reading().measure.value, "1");
        QCOMPARE(charts->currentText(), "Host db2");
        rig.window->findChild<Tile *>("tileFailing")->click(); // of the host that it shows
        QCOMPARE(rig.window->findChild<FilterBox *>()->text(), "host:db2 is:failing");
        rig.window->findChild<FilterBox *>()->setFilterText("host:db1,db2");
        QTRY_COMPARE(depth->reading().measure.value, "7");
        QVERIFY(!host->isVisible());
        QCOMPARE(charts->currentText(), "All controllers");
    }

    void anActionGoesToTheControllerOfItsRowAndNamesIt()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.select("db2", "b");
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        rig.action("pauseItems")->trigger();
        QCOMPARE(rig.control.commands.size(), 1U);
        QCOMPARE(rig.control.commands.front().controller, rig.second);
        QTRY_VERIFY(rig.action("pauseController")->text().contains("photos on db2"));
        rig.action("pauseController")->trigger();
        QCOMPARE(rig.control.commands.back().controller, rig.second);
        QTRY_VERIFY(rig.hasToast("photos on db2 paused."));
    }

    void aLostHostIsStaleAndKeepsItsRows()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.lose(0);
        QTRY_VERIFY(rig.label("statusHosts").startsWith("db1: lost for "));
        QVERIFY(rig.label("statusLiveness").startsWith("Live"));
        QCOMPARE(rig.tabs->items().rowCount(), 4);
        const auto greyed = [&](const QString &host) {
            const int row = rig.rowOf(host, "a");
            return rig.tabs->items().index(row, int(ItemColumn::Id)).data(Qt::ForegroundRole)
                   == QVariant(Theme::current().dim);
        };
        QTRY_VERIFY(greyed("db1"));
        QVERIFY(!greyed("db2"));
        QTRY_VERIFY(rig.window->windowTitle().contains("2 hosts (1 not reached)"));
        rig.select("db1", "a");
        QTRY_VERIFY(!rig.action("requeueItems")->isEnabled());
        QVERIFY2(rig.action("requeueItems")
                     ->toolTip()
                     .contains("db1 cannot be steered now: lost for"),
                 qPrintable(rig.action("requeueItems")->toolTip()));
        rig.select("db2", "a");
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        rig.lose(1);
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Stale"));
        QTRY_VERIFY(!rig.action("pauseAll")->isEnabled());
    }

    void numbersOfALostHostAreGrey()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.first, [](ControllerView &d) { d.gauges.depth = 3; });
        const auto *depth = rig.window->findChild<Tile *>("tileDepth");
        const auto *host = rig.window->findChild<QLabel *>("tilesHost");
        auto *chart = rig.window->findChild<TimeSeriesChart *>("chartDepth");
        const auto title = [&] { return chart->findChild<QLabel *>("chartTitle")->text(); };
        QTRY_COMPARE(depth->reading().measure.value, "3");
        QVERIFY(!depth->isOld());
        rig.lose(0); // the sum is one of the others
        QTRY_COMPARE(host->text(), "old: db1");
        QCOMPARE(depth->reading().measure.value, "3");
        QVERIFY(!depth->isOld());
        QCOMPARE(title(), "Queue depth");
        rig.window->findChild<FilterBox *>()->setFilterText("host:db1");
        QTRY_VERIFY(depth->isOld());
        QVERIFY2(host->text().startsWith("db1 · lost for "), qPrintable(host->text()));
        QTRY_VERIFY2(title().startsWith("Queue depth · lost for "), qPrintable(title()));
        rig.window->findChild<FilterBox *>()->setFilterText("host:db2");
        QTRY_VERIFY(!depth->isOld());
        QTRY_COMPARE(title(), "Queue depth");
        rig.window->findChild<FilterBox *>()->setFilterText({});
        rig.lose(1);
        QTRY_VERIFY(depth->isOld());
        QCOMPARE(host->text(), "old: no host answers");
    }

    void aLossIsSeenWhileFrozen()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.action("freeze")->trigger();
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Frozen"));
        const int pulls = rig.feed.pulls(); // time goes on
        QTRY_VERIFY(rig.feed.pulls() > pulls + 4);
        rig.lose(0);
        QTRY_VERIFY2(rig.label("statusHosts").startsWith("db1: lost for 12"),
                     qPrintable(rig.label("statusHosts")));
        QTRY_VERIFY(rig.window->windowTitle().contains("2 hosts (1 not reached)"));
        QVERIFY(rig.label("statusLiveness").startsWith("Frozen"));
        rig.hosts.all[1].heard = rig.feed.now() - 5s; // and says nothing
        QTRY_VERIFY(rig.label("statusLiveness").startsWith("Stale"));
        QTRY_COMPARE(rig.label("statusHosts"), "2 of 2 hosts are not reached");
    }

    // Each has its own; what they have in common is said, and which is the next.
    void pausesThatDifferAreNotGivenOneEnd()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        const TimePoint soon = rig.feed.now() + 90min + 50s;
        const TimePoint later = soon + 60min;
        const auto pause = [&](ControllerId id, const char *reason, TimePoint until) {
            rig.feed.edit(id, [=](ControllerView &d) {
                d.state = ControllerState::Paused;
                d.pauseReason = reason;
                d.pausedUntil = until;
            });
        };
        const auto text = [&] {
            return rig.label("statusPaused").replace(QRegularExpression("[\\x{a0}\\x{202f}]"), " ");
        };
        pause(rig.first, "disk", later);
        QTRY_COMPARE(text(), "1 controller paused (disk, resumes in 2 h 30 min)");
        pause(rig.second, "", {});
        QTRY_COMPARE(text(), "2 controllers paused (the next ends in 2 h 30 min)");
        pause(rig.second, "disk", soon);
        QTRY_COMPARE(text(), "2 controllers paused (disk, the next ends in 1 h 30 min)");
        QVERIFY(rig.window->findChild<QLabel *>("statusPaused")
                    ->toolTip()
                    .contains("photos on db2: disk, resumes in "));
        pause(rig.second, "disk", later);
        QTRY_COMPARE(text(), "2 controllers paused (disk, resumes in 2 h 30 min)");
    }

    void ofAMixedSelectionThoseThatCanBeSteeredAre()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.lose(0);
        QTRY_VERIFY(!rig.label("statusHosts").isEmpty());
        rig.tabs->table(Tabs::Tab::Items).selectAll();
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        rig.action("requeueItems")->trigger();
        QCOMPARE(rig.control.commands.size(), 1U);
        QCOMPARE(rig.control.commands.front().controller, rig.second);
        QTRY_VERIFY(rig.hasToast("Skipped: 2 (db1 cannot be steered now: lost for"));
    }

    // Its rows stay, and so do they count.
    void whatIsKnownOfALostHostCountsEverywhere()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.first, "x", ItemState::Failed, "no space", 3);
        rig.feed.setItem(rig.second, "y", ItemState::Failed, "no space", 3);
        rig.window->findChild<FilterBox *>()->setFilterText("is:failing");
        const auto counts = [&] {
            Tabs &tabs = *rig.tabs;
            return QStringList{
                rig.window->findChild<Tile *>("tileFailing")->reading().measure.value,
                rig.facet("In any state", "Failing")->text(1),
                rig.facet("State", "Failed")->text(1),
                tabs.tabText(int(Tabs::Tab::Failures)).remove("Failures (").remove(")"),
                QString::number(tabs.items().rowCount())};
        };
        QTRY_COMPARE(counts(), QStringList(5, "2"));
        rig.lose(0);
        QTRY_COMPARE(rig.label("tilesHost"), "old: db1");
        QCOMPARE(counts(), QStringList(5, "2"));
        rig.lose(1); // what is known of all is old, and all there is
        QTRY_COMPARE(rig.label("tilesHost"), "old: no host answers");
        QCOMPARE(counts(), QStringList(5, "2"));
    }

    void facetsAreOfTheHostOfTheFilter()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.first, "x", ItemState::Failed, "no space", 3);
        rig.feed.setItem(rig.second, "y", ItemState::Failed, "no space", 3);
        rig.feed.setItem(rig.second, "z", ItemState::Failed, "refused", 3);
        QTRY_COMPARE(rig.facet("In any state", "Failing")->text(1), "3");
        rig.window->findChild<FilterBox *>()->setFilterText("host:db1 is:failing");
        QTRY_COMPARE(rig.facet("In any state", "Failing")->text(1), "1");
        QCOMPARE(rig.window->findChild<Tile *>("tileFailing")->reading().measure.value, "1");
        QCOMPARE(rig.facet("State", "Failed")->text(1), "1");
        QCOMPARE(rig.facet("State", "In sync")->text(1), "2");
        QCOMPARE(rig.facet("Controller", "photos")->text(1), "3");
        QTRY_COMPARE(rig.facet("Error", "no space")->text(1), "1");
        QVERIFY(!rig.facet("Error", "refused"));
        for (const char *const cause : {"no space", "refused"}) // where else one may look
            QVERIFY(needs(*rig.window,
                          QStringLiteral("photos on db2: 1 object failed: %1").arg(cause)));
    }

    void aHostThatIsLostIsNoRecovery()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        const auto change = [&](const char *tile) {
            return rig.window->findChild<Tile *>(QLatin1String(tile))->reading().change;
        };
        QVERIFY(rig.feed.waitForSamples(2));
        rig.feed.setItem(rig.first, "x", ItemState::Failed, "no space", 3);
        rig.feed.edit(rig.first, [](ControllerView &d) { d.gauges.depth = 3; });
        QTRY_COMPARE(change("tileFailing"), "+1");
        QTRY_COMPARE(change("tileDepth"), "+3");
        rig.lose(0);
        QTRY_COMPARE(change("tileFailing"), "");
        QCOMPARE(change("tileDepth"), "");
        rig.hosts.all[0].state = HostState::Connected; // a minute ago it was not
        rig.hosts.all[0].since = rig.feed.now();
        rig.hosts.all[0].heard = TimePoint::max();
        QTRY_COMPARE(rig.label("tilesHost"), "");
        QCOMPARE(change("tileFailing"), "");
    }

    void hostsThatComeAndGoAreSeenInTheDialog()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.application.here = {{"photos", "/run/here/photos/control.sock"}};
        rig.action("connectHost")->trigger();
        const auto *list = rig.window->findChild<ConnectDialog *>()->findChild<QTreeWidget *>(
            "connectList");
        QCOMPARE(list->topLevelItemCount(), 3);
        rig.application.here = {};
        QTRY_COMPARE(list->topLevelItemCount(), 2);
        rig.application.here = {{"night", "/run/here/night/control.sock"}};
        QTRY_COMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(list->topLevelItem(2)->text(0), "night");
    }

    void theHostSaysWhatSecuresItsConnection()
    {
        HostsRig rig;
        rig.hosts.all[0].secured = "TLS";
        QVERIFY(rig.isReady());
        QTRY_VERIFY(rig.facet("Host", "db1"));
        QTRY_COMPARE(rig.facet("Host", "db1")->toolTip(0).section('\n', 0, 0),
                     "db1: connected, TLS");
        QCOMPARE(rig.facet("Host", "db2")->toolTip(0).section('\n', 0, 0), "db2: connected");
        rig.action("connectHost")->trigger();
        const auto *list = rig.window->findChild<ConnectDialog *>()->findChild<QTreeWidget *>(
            "connectList");
        QCOMPARE(list->topLevelItem(0)->text(1), "connected, TLS");
        QCOMPARE(list->topLevelItem(1)->text(1), "connected");
    }

    void eventsFollowTheHostOfTheFilter()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (const ControllerId id : {rig.first, rig.second})
            rig.feed.addEvent(id, {1, {}, EventRecord::Kind::Failed, "a", "no space", 0});
        const auto *events = rig.window->findChild<Table *>("eventsTable")->model();
        QTRY_COMPARE(events->rowCount(), 2);
        rig.window->findChild<FilterBox *>()->setFilterText("host:db2 is:failing");
        QTRY_COMPARE(events->rowCount(), 1);
        QCOMPARE(events->index(0, EventsModel::Controller).data().toString(), "photos on db2");
        rig.window->findChild<FilterBox *>()->setFilterText({});
        QTRY_COMPARE(events->rowCount(), 2);
    }

    void aViewerSeesThatHeMayOnlyLook()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.hosts.all[0].maySteer = false;
        QTRY_COMPARE(rig.label("statusReadOnly"), "You may only look at db1");
        QVERIFY(!rig.window->windowTitle().contains("[READ ONLY]"));
        rig.hosts.all[1].maySteer = false;
        QTRY_VERIFY(rig.window->windowTitle().contains("[READ ONLY]"));
        QTRY_COMPARE(rig.label("statusReadOnly"), "You may only look at db1, db2");
    }

    void allControllersOfSeveralHostsAreAskedFor()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.action("pauseAll")->trigger();
        QVERIFY(rig.control.commands.empty());
        auto *dialog = rig.window->findChildren<ConfirmDialog *>().last();
        const QString named = dialog->findChild<QPlainTextEdit *>()->toPlainText();
        QCOMPARE(named, "photos on db1\nphotos on db2");
        dialog->findChild<QComboBox *>("termsExpiry")->setCurrentIndex(1);
        dialog->findChild<QLineEdit *>("termsReason")->setText("ticket 7");
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 2U); // also for what is not seen yet
        for (const Command &each : rig.control.commands)
            QVERIFY((each.action
                     == Action(ControllerAction{ControllerVerb::Pause, {15min, "ticket 7"}})));
        QCOMPARE(rig.control.commands[0].controller, ControllerId(0, {1, 1}));
        QCOMPARE(rig.control.commands[1].controller, ControllerId(0, {2, 1}));
    }

    void aCauseOfFailuresIsOneOfEachHost()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.first, "x", ItemState::Failed, "no space", 3);
        rig.feed.setItem(rig.second, "y", ItemState::Failed, "no space", 3);
        rig.tabs->setCurrentTab(Tabs::Tab::Failures);
        const FailuresModel &failures = rig.tabs->failures();
        QTRY_COMPARE(failures.rowCount(), 2);
        const int row = failures.rowAt(0).host == "db2" ? 0 : 1;
        QCOMPARE(failures.index(row, FailuresModel::Host).data().toString(), "db2");
        Table &table = rig.tabs->table(Tabs::Tab::Failures);
        QVERIFY(!table.isColumnHidden(FailuresModel::Host));
        table.selectRow(row);
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        rig.action("requeueItems")->trigger();
        QCOMPARE(rig.control.commands.size(), 1U);
        QCOMPARE(rig.control.commands.front().controller, rig.second);
        emit table.activated(failures.index(row, 0));
        QCOMPARE(rig.window->findChild<FilterBox *>()->text(), "host:db2 error:/no\\sspace/");
    }

    void aControllerLeadsToItsItemsOnItsHost()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        Table &table = rig.tabs->table(Tabs::Tab::Controllers);
        auto *box = rig.window->findChild<FilterBox *>();
        QStringList filters;
        for (const int row : {0, 1}) {
            box->setFilterText({});
            rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
            QTRY_COMPARE(table.model()->rowCount(), 2);
            emit table.activated(table.model()->index(row, 0));
            filters += box->text();
        }
        filters.sort();
        QCOMPARE(filters,
                 (QStringList{"host:db1 controller:photos", "host:db2 controller:photos"}));
    }

    // What is lost is left out, and the question says so.
    void aBulkActionIsAJobOfEachHost()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.tabs->table(Tabs::Tab::Items).selectAll();
        QTRY_VERIFY(rig.action("discardItems")->isEnabled());
        rig.action("discardItems")->trigger();
        QTRY_VERIFY(rig.window->findChild<QPushButton *>("confirmAct"));
        QCOMPARE(rig.window->findChild<QPushButton *>("confirmAct")->text(), "Discard 4 Objects");
        auto requests = rig.application.hostJobs.requests();
        QCOMPARE(requests.size(), 2U);
        std::ranges::sort(requests, {}, &std::pair<HostId, JobRequest>::first); // asked at once
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(requests[i].first, rig.hosts.all[i].id);
            QCOMPARE(requests[i].second.objects.size(), 1U);
            QCOMPARE(requests[i].second.objects.front().controller,
                     i == 0 ? rig.first : rig.second);
            QCOMPARE(requests[i].second.objects.front().ids.size(), 2U);
        }
        rig.window->findChild<QPushButton *>("confirmAct")->click();
        QTRY_VERIFY(rig.hasToast("a, a, b, 1 more discarded."));
        QCOMPARE(rig.application.hostJobs.jobs().size(), 2U);
        for (const HostJob &each : rig.application.hostJobs.jobs())
            QCOMPARE(each.job.state, JobState::Ended);
        QVERIFY(rig.control.commands.empty());
        rig.lose(0);
        QTRY_VERIFY(!rig.label("statusHosts").isEmpty());
        QTRY_VERIFY(!rig.window->findChild<QPushButton *>("confirmAct"));
        rig.action("discardItems")->trigger();
        QTRY_VERIFY(rig.window->findChild<QPushButton *>("confirmAct"));
        QCOMPARE(rig.window->findChild<QPushButton *>("confirmAct")->text(), "Discard 2 Objects");
        QVERIFY(rig.window->findChild<QPlainTextEdit *>("confirmDetails")
                    ->toPlainText()
                    .startsWith("2 skipped: db1 cannot be steered now"));
        QCOMPARE(rig.application.hostJobs.requests().size(), 3U);
        QCOMPARE(rig.application.hostJobs.requests().back().first, rig.hosts.all[1].id);
    }

    void jobsOfAHostCannotBeStoppedByAViewer()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.hosts.all[1].maySteer = false;
        JobStatus job;
        job.state = JobState::Running;
        job.who = "berta";
        job.eligible = 10;
        rig.application.hostJobs.add(job, rig.hosts.all[1].id);
        auto *stop = rig.window->findChild<QToolButton *>("jobStop");
        QTRY_VERIFY(stop->isVisible());
        QVERIFY(!stop->isEnabled());
        QCOMPARE(stop->toolTip(), "On db2 you are a viewer: you may look, but not steer.");
    }

    void aViewerSeesWhyNothingCanBeSteered()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (HostStatus &host : rig.hosts.all)
            host.maySteer = false;
        rig.select("db1", "a");
        const QString why = "On db1 you are a viewer: you may look, but not steer.";
        for (const char *name :
             {"requeueItems", "discardItems", "pauseController", "setWorkers", "pauseAll"}) {
            QTRY_VERIFY(!rig.action(name)->isEnabled());
            QVERIFY2(rig.action(name)->toolTip().contains(why),
                     qPrintable(rig.action(name)->toolTip()));
        }
        auto *button = rig.window->findChild<QToolButton *>(
            QStringLiteral("detail%1").arg(int(ItemVerb::Requeue)));
        QTRY_VERIFY(!button->isEnabled());
    }

    void theQuestionBeforeAPauseSaysWhatAndWhere()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        const auto question = [&](const char *name) {
            rig.action(name)->trigger();
            auto *dialog = rig.window->findChildren<TermsDialog *>().last();
            dialog->reject();
            return dialog->findChild<QLabel *>("termsQuestion")->text();
        };
        rig.select("db1", "b");
        QTRY_VERIFY(rig.action("pauseItemsFor")->isEnabled());
        QCOMPARE(question("pauseItemsFor"), "b of photos on db1 will be paused.");
        QCOMPARE(question("pauseControllerFor"), "photos on db1 will be paused.");
        rig.tabs->table(Tabs::Tab::Items).selectAll();
        QCOMPARE(question("pauseItemsFor"),
                 "4 objects of photos on db1, photos on db2 will be paused.");
        rig.hosts.all.pop_back();                                    // and of the only one
        QTRY_VERIFY(!rig.window->windowTitle().contains("2 hosts")); // no round is left from before
        rig.feed.removeController(rig.second);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        const auto *events = rig.window->findChild<Table *>("eventsTable")->model();
        QTRY_COMPARE(events->index(events->rowCount() - 1, EventsModel::Text).data().toString(),
                     "its host is not shown any more"); // it has stopped nothing
        rig.select("db1", "b");
        QTRY_COMPARE(question("pauseItemsFor"), "b of photos on db1 will be paused.");
    }

    void whatWasNotConfirmedIsSaidAndWrittenDown()
    {
        DeafControl deaf;
        HostsRig rig(&deaf);
        QVERIFY(rig.isReady());
        rig.select("db1", "a");
        QTRY_VERIFY(rig.action("pauseItems")->isEnabled());
        rig.action("pauseItems")->trigger();
        const QString why = "db1 did not confirm the command, and may have carried it out all the "
                            "same.";
        QTRY_VERIFY(rig.hasMessage(why));
        QVERIFY(!rig.hasMessage("Nothing was done."));
        QVERIFY(!rig.hasToast("paused"));
        QVERIFY(!rig.action("undo")->isEnabled());
        const auto *log = rig.window->findChild<Table *>("operatorTable")->model();
        QCOMPARE(log->index(log->rowCount() - 1, OperatorLogModel::Outcome).data().toString(),
                 "not confirmed: " + why);
    }

    void aPauseOfAllThatWasNotConfirmedMayHaveBeenDone()
    {
        DeafControl deaf;
        HostsRig rig(&deaf);
        QVERIFY(rig.isReady());
        rig.action("pauseAll")->trigger();
        rig.window->findChild<ConfirmDialog *>()->findChild<QPushButton *>("confirmAct")->click();
        QTRY_VERIFY(rig.hasMessage("db1 did not confirm the command")
                    && rig.hasMessage("db2 did not confirm the command"));
        QVERIFY(!rig.hasMessage("Nothing was done."));
        const auto *log = rig.window->findChild<Table *>("operatorTable")->model();
        QVERIFY(log->index(log->rowCount() - 1, OperatorLogModel::Outcome)
                    .data()
                    .toString()
                    .startsWith("not confirmed: "));
    }

    void aRemovalThatWasNotConfirmedIsNotFollowed()
    {
        DeafControl deaf;
        HostsRig rig(&deaf);
        QVERIFY(rig.isReady());
        rig.select("db1", "a");
        QTRY_VERIFY(rig.action("removeController")->isEnabled());
        rig.action("removeController")->trigger();
        rig.window->findChild<ConfirmDialog *>()->findChild<QPushButton *>("confirmAct")->click();
        QTRY_VERIFY(rig.hasMessage("db1 did not confirm the command"));
        QVERIFY(!rig.window->findChild<DrainDialog *>());
    }

    // Details showed the last of it for ever, with buttons, and charts went on to their neighbour.
    void aHostThatIsNotShownAnyMoreLeavesNothingInDetailsAndCharts()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.window->findChild<QComboBox *>("chartsController");
        QTRY_VERIFY(box->findText("Host db2") > 0);
        rig.window->findChild<QLineEdit *>("filterBox")->setText("host:db2");
        QTRY_COMPARE(box->currentText(), "Host db2");
        rig.select("db2", "b");
        QTRY_COMPARE(rig.label("detailController"), "in photos on db2");
        rig.hosts.all.pop_back();
        rig.feed.removeController(rig.second);
        QTRY_VERIFY(rig.label("detailEmpty").contains("is gone"));
        QVERIFY(!rig.window->findChild<QLabel *>("detailId")->isVisible());
        QTRY_COMPARE(box->currentIndex(), 0);
    }

    // What was known of it was replaced by a sentence that nothing is.
    void whatDetailsToldOfAHostThatDoesNotAnswerStays()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.select("db2", "b");
        QTRY_VERIFY(rig.label("detailExplanation").contains("In sync"));
        const QString told = rig.label("detailExplanation");
        rig.application.shown.mute(rig.second.of.host);
        const int asked = rig.application.shown.unanswered();
        QTRY_VERIFY(rig.application.shown.unanswered() > asked);
        QCOMPARE(rig.label("detailExplanation"), told);
    }

    void pluginsAndSessionsAreTheHosts()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (const char *name : {"loadPlugin", "managePlugins", "openSession", "saveSession"}) {
            QVERIFY(!rig.action(name)->isEnabled());
            QVERIFY(rig.action(name)->toolTip().contains("This window shows hosts elsewhere"));
        }
        QVERIFY(rig.window->close()); // what runs goes on without it
    }

    void aSessionThatItsHostHasNotSavedIsSavedThere()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        const HostId host = rig.second.of.host;
        rig.hosts.alarm(host,
                        {.ofHost = {{"", {.kind = AttentionKind::NotSaved, .text = "s.json"}}}});
        NeedRow *row = nullptr;
        QTRY_VERIFY((row = needRow(*rig.window, "Session on db2", AttentionKind::NotSaved)));
        QVERIFY(press(*row, "Save Session"));
        QCOMPARE(rig.application.applied.size(), std::size_t(1));
        const auto &asked = rig.application.applied.front();
        QCOMPARE(asked.host, host);
        QVERIFY(asked.mode == ApplyMode::Save && asked.file.isEmpty());
        rig.application.tellApply({.problems = {"s.json: cannot be written"}, .hasEnded = true});
        QTRY_VERIFY(rig.hasMessage("s.json: cannot be written"));
        rig.application.tellApply({.steps = {{.controller = "photos"}}, .hasEnded = true});
        QTRY_VERIFY(rig.hasToast("The session's file says now what runs."));
    }

    // Its controllers have other numbers then.
    void whatIsSelectedIsStillSelectedAfterARestartOfItsHost()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.select("db1", "b");
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        const ControllerId now = rig.restart(0);
        rig.feed.edit(now, [](ControllerView &d) { d.lists.wasComplete = false; });
        QTRY_VERIFY(rig.action("requeueItems")
                        ->toolTip()
                        .contains("b is not known yet: not all of photos on db1 has been read."));
        rig.feed.setItem(now, "a", ItemState::InSync);
        rig.feed.setItem(now, "b", ItemState::InSync);
        rig.feed.edit(now, [](ControllerView &d) { d.lists.wasComplete = true; });
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        QCOMPARE(rig.tabs->chosenItem()->controller, now);
        QCOMPARE(rig.tabs->chosenItem()->id, ObjectId("b"));
        QTRY_COMPARE(rig.tabs->selectedCount(), std::size_t(1));
        rig.action("requeueItems")->trigger();
        QCOMPARE(rig.control.commands.back().controller, now);
    }

    void pausesThatARestartForgotAreTold()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.first, "a", ItemState::Paused);
        rig.feed.setItem(rig.first, "b", ItemState::Paused);
        for (const ControllerId id : {rig.first, rig.second}) {
            rig.feed.edit(id, [](ControllerView &d) {
                d.state = ControllerState::Paused;
                d.pauseReason = "disk";
            });
        }
        QTRY_COMPARE(rig.label("statusPaused"), "2 controllers paused (disk) · 2 objects paused");
        const ControllerId one = rig.restart(0);
        const ControllerId two = rig.restart(1);
        rig.feed.edit(two, [](ControllerView &d) { d.state = ControllerState::Paused; });
        rig.feed.setItem(one, "a", ItemState::InSync);
        rig.feed.setItem(one, "b", ItemState::Paused); // its host has kept this one
        QTRY_VERIFY(rig.hasMessage("photos on db1 was started anew, and pauses were lost: it is "
                                   "not paused any more (disk), 1 object of it is not paused any "
                                   "more."));
        QVERIFY(!rig.hasMessage("photos on db2"));
        QVERIFY(!rig.hasToast("is gone"));
    }

    void aControllerThatItsSessionLacksIsTold()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.select("db1", "b");
        QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
        rig.feed.removeController(rig.first);
        QTRY_VERIFY(
            rig.hasToast("photos on db1 is gone: it was removed, or the session lacks it."));
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        QTRY_VERIFY(rig.action("requeueItems")
                        ->toolTip()
                        .contains("b is not known any more: photos on db1 is gone."));
        const auto *events = rig.window->findChild<Table *>("eventsTable")->model();
        QTRY_COMPARE(events->rowCount(), 1);
        QCOMPARE(events->index(0, 1).data().toString(), "photos on db1");
        QVERIFY(rig.window->findChild<MessageBar *>()->sentences().isEmpty()); // it is no alarm
        rig.feed.removeController(rig.second); // with its host, which an operator took away
        rig.hosts.all.pop_back();
        QTRY_COMPARE(rig.tabs->items().rowCount(), 0);
        QVERIFY(!rig.hasToast("photos on db2 is gone"));
    }

    void whatARestartHasOvertakenCannotBeTakenBack()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.select("db1", "b");
        QTRY_VERIFY(rig.action("pauseController")->isEnabled());
        rig.action("pauseController")->trigger();
        QTRY_VERIFY(rig.action("undo")->isEnabled());
        rig.restart(0);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        const auto sent = rig.control.commands.size();
        rig.action("undo")->trigger();
        QCOMPARE(rig.control.commands.size(), sent);
        QTRY_VERIFY(rig.hasMessage("“photos on db1 paused.” cannot be taken back any more. "
                                   "photos on db1 was started anew since."));
        QVERIFY(!rig.action("undo")->isEnabled());
    }

    void theTitleSaysWhere()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.window->windowTitle(), "Qontroller — 2 hosts");
        rig.hosts.all[0].name = "PRODUCTION";
        rig.hosts.all[0].address += ",name=PRODUCTION";
        QTRY_COMPARE(rig.window->windowTitle(), "[PRODUCTION] Qontroller — 2 hosts");
    }

    void markersInTheChartsOfAHostAreItsOwn()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        for (const ControllerId id : {rig.first, rig.second})
            rig.feed.addEvent(id,
                              {1, rig.feed.now(), EventRecord::Kind::ListFailed, {}, "away", 0});
        auto *box = rig.window->findChild<QComboBox *>("chartsController");
        QTRY_COMPARE(box->count(), 5);
        QStringList texts;
        for (int i = 0; i < box->count(); ++i)
            texts += box->itemText(i);
        QCOMPARE(texts, (QStringList{"All controllers", "Host db1", "photos on db1", "Host db2",
                                     "photos on db2"}));
        const auto *chart = rig.window->findChild<TimeSeriesChart *>();
        const auto isMarked = [chart](const char *who) {
            return chart->textAt(0).contains(QString("photos on %1, list failed").arg(who));
        };
        QTRY_VERIFY(isMarked("db1") && isMarked("db2"));
        box->setCurrentText("Host db2");
        QTRY_VERIFY(isMarked("db2") && !isMarked("db1"));
        box->setCurrentText("photos on db1");
        QTRY_VERIFY(isMarked("db1") && !isMarked("db2"));
    }

    void hostsAreConnectedAndRemembered()
    {
        HostsRig rig;
        QVERIFY(rig.isReady());
        rig.application.here = {{"photos", "/run/here/photos/control.sock"}};
        rig.action("connectHost")->trigger();
        auto *dialog = rig.window->findChild<ConnectDialog *>();
        QVERIFY(dialog);
        auto *list = dialog->findChild<QTreeWidget *>("connectList");
        QCOMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(list->topLevelItem(0)->text(1), "connected");
        auto *address = dialog->findChild<QLineEdit *>("connectAddress");
        auto *button = dialog->findChild<QPushButton *>("connectButton");
        QTRY_VERIFY(!button->isEnabled());
        address->setText("http://x");
        rig.application.connectResult = Result::failed("\"http://x\" is no address of a host");
        button->click();
        auto *problem = dialog->findChild<QLabel *>("connectProblem");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), "\"http://x\" is no address of a host");
        rig.application.connectResult = Result::done();
        address->setText("ssh://db3");
        dialog->findChild<QLineEdit *>("connectName")->setText("STAGING");
        dialog->findChild<QComboBox *>("connectColour")->setCurrentIndex(1);
        button->click();
        const QString full = "ssh://db3,name=STAGING,colour=#c62828";
        QCOMPARE(rig.application.connected.last(), full);
        QVERIFY(problem->isHidden());
        QCOMPARE(list->topLevelItemCount(), 3); // nothing is remembered before it was reached
        HostStatus &third = rig.hosts.add("STAGING");
        third.address = full.toStdString();
        third.state = HostState::Lost;
        QTRY_COMPARE(list->topLevelItemCount(), 4);
        QCOMPARE(list->topLevelItem(2)->text(0), full);
        rig.hosts.all.back().state = HostState::Connected;
        QTRY_COMPARE(list->topLevelItem(0)->text(0), full);
        rig.hosts.all.pop_back();
        QTRY_COMPARE(list->topLevelItem(0)->text(1), "not shown");
        QCOMPARE(list->topLevelItem(3)->text(0), "photos");
        QCOMPARE(list->topLevelItem(3)->text(1), "runs here, not shown");
        HostStatus &photos = rig.hosts.add("photos"); // as it was called on the command line
        photos.place = "/run/here/photos/control.sock";
        photos.address = photos.place + ",name=photos,colour=#c62828";
        const auto rows = [&] { return list->findItems("photos", Qt::MatchExactly); };
        QTRY_VERIFY(rows().size() == 1 && rows().first()->text(1) == "connected"); // and no second
        rig.hosts.all.pop_back();
        QTRY_COMPARE(list->topLevelItem(3)->text(1), "runs here, not shown");
        list->setCurrentItem(list->topLevelItem(3));
        dialog->findChild<QPushButton *>("connectAgain")->click();
        QCOMPARE(rig.application.connected.last(), "/run/here/photos/control.sock");
        QVERIFY(!dialog->findChild<QPushButton *>("connectForget")->isEnabled());
        rig.lose(0);
        QTRY_VERIFY(list->topLevelItem(1)->text(1).startsWith("lost for "));
        list->setCurrentItem(list->topLevelItem(1));
        auto *again = dialog->findChild<QPushButton *>("connectAgain");
        QCOMPARE(again->text(), "&Try Now");
        again->click();
        QCOMPARE(rig.application.shown.tried, QList<HostId>{1});
        list->setCurrentItem(list->topLevelItem(2));
        QCOMPARE(again->text(), "&Disconnect");
        again->click();
        QCOMPARE(rig.application.disconnected, QList<HostId>{2});
        dialog->close();
        QTRY_VERIFY(!rig.window->findChild<ConnectDialog *>());
        rig.action("connectHost")->trigger();
        dialog = rig.window->findChild<ConnectDialog *>();
        list = dialog->findChild<QTreeWidget *>("connectList");
        QCOMPARE(list->topLevelItem(0)->text(0), full);
        QCOMPARE(list->topLevelItem(0)->text(1), "not shown");
        list->setCurrentItem(list->topLevelItem(0));
        auto *forget = dialog->findChild<QPushButton *>("connectForget");
        forget->click();
        QCOMPARE(list->topLevelItemCount(), 3);
        QVERIFY(!list->currentItem()); // least of all the next one
        QVERIFY(!forget->isEnabled());
    }

    void aHostIsSaidInWords_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("heard"); // seconds ago; 0: never
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("stale");
        const auto row = [](HostState state, int heard, const char *words, bool stale) {
            QTest::newRow(words) << int(state) << heard << QString::fromUtf8(words) << stale;
        };
        row(HostState::Connecting, 0, "connecting", true);
        row(HostState::Connected, 1, "connected", false);
        row(HostState::Connected, 5, "no answer for 5 s", true);
        row(HostState::Lost, 12, "lost for 12 s", true);
        row(HostState::Lost, 0, "not reached for 1 min 00 s", true);
        row(HostState::Refused, 12, "refused", true);
    }
    void aHostIsSaidInWords()
    {
        QFETCH(int, state);
        QFETCH(int, heard);
        const TimePoint now(1h);
        HostStatus host;
        host.state = HostState(state);
        host.since = now - 1min;
        host.heard = heard == 0 ? TimePoint{} : now - std::chrono::seconds(heard);
        QTEST(stateText(host, now).replace(QChar(0xa0), ' ').replace(QChar(0x202f), ' '), "words");
        QTEST(isStale(host, now), "stale");
    }
};

QONTROLLER_WINDOW_TEST(HostsTest)
#include "tst_hosts.moc"
