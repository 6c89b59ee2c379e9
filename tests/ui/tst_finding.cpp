// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to the few items that matter: tiles, facets, views, failures, the filter, ids.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/filter/filtertext.h"
#include "ui/overview/overview.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/tabfields.h"

#include "core/engine/observe/items/itemrow.h"

#include <QtGui/QHelpEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QToolTip>

#include <algorithm>

#include <random>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

QTreeWidgetItem *facetCalled(const FacetsPane &facets, const char *name)
{
    return facets.findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive).value(0);
}

} // namespace

class FindingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void tilesLeadToTheirItems()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *tiles = rig.window->findChild<TileBar *>();
        QTRY_COMPARE(tiles->tile(TileBar::Kind::Failing).reading().measure.value, "5");
        tiles->tile(TileBar::Kind::Failing).click();
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), "is:failing");
        tiles->tile(TileBar::Kind::LocksHeld).click();
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Locks);
        tiles->tile(TileBar::Kind::HandlerP95).click();
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Controllers);
    }

    void whatOtherHostsOwnHasAFacetOnceThereIsSuch()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *facets = rig.find<FacetsPane>("facets");
        QTreeWidgetItem *elsewhere = facetCalled(*facets, "Elsewhere");
        QVERIFY(elsewhere);
        QTRY_VERIFY(elsewhere->isHidden());
        rig.feed.setItem(rig.photos, "item-0", ItemState::Elsewhere);
        QTRY_COMPARE(elsewhere->text(1), "1");
        QVERIFY(!elsewhere->isHidden());
        emit facets->itemClicked(elsewhere, 0);
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), "state:elsewhere");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
    }

    // Whenever the window may be painted, its numbers are of one picture.
    void tileTabFacetAndTablesAreOfOneMoment()
    {
        Rig rig;
        rig.feed.setStep(std::chrono::milliseconds(100)); // several pulls within a moment
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("is:failing");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        auto *tiles = rig.window->findChild<TileBar *>();
        const auto *failing = facetCalled(*rig.find<FacetsPane>("facets"), "Failing");
        const auto numbers = [&] {
            return QStringList{tiles->tile(TileBar::Kind::Failing).reading().measure.value,
                               failing->text(1),
                               rig.tabs->tabText(int(Tabs::Tab::Failures))
                                   .section('(', 1)
                                   .section(')', 0, 0),
                               QString::number(rig.tabs->items().rowCount()),
                               QString::number(rig.tabs->failures().shownItems())};
        };
        QTRY_COMPARE(numbers(), QStringList(5, QStringLiteral("5")));
        const auto *givenUp = facetCalled(*rig.find<FacetsPane>("facets"), "Given Up");
        const auto needed = [&] {
            std::uint64_t count = 0;
            for (const auto &need : rig.tabs->overview().outlook().needs)
                count += need.key.kind == AttentionKind::Failed ? need.count : 0;
            return QString::number(count);
        };
        std::mt19937 random(36);
        QStringList seen;
        for (int i = 0; i < 60; ++i) {
            const std::string id = "item-" + std::to_string(random() % 29 + 1); // one always fails
            const bool fails = random() % 2 == 0;
            const ItemState state = random() % 2 == 0 ? ItemState::Failed : ItemState::BackOff;
            rig.feed.setItem(rig.photos, id, fails ? state : ItemState::InSync,
                             fails ? "no space left" : "", fails ? 6 : 0);
            const int pulls = rig.feed.pulls();
            while (rig.feed.pulls() < pulls + 1) {
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
                const QStringList now = numbers();
                QVERIFY2(now == QStringList(5, now.first()), qPrintable(now.join(' ')));
                QCOMPARE(givenUp->text(1), needed());
                seen += now.first();
            }
        }
        seen.removeDuplicates();
        QVERIFY(seen.size() > 3);
    }

    void rowsThatStandStillSayWhatTheyAreNow()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.items().setMenuOpen(true);
        rig.feed.setItem(rig.photos, rig.tabs->items().refAt(2).id, ItemState::Waiting, "", 6);
        QTRY_COMPARE(facetCalled(*rig.find<FacetsPane>("facets"), "Failed")->text(1), "4");
        QCOMPARE(rig.tabs->items().rowCount(), 5);
        QCOMPARE(rig.tabs->items().index(2, int(ItemColumn::State)).data().toString(), "Waiting");
        rig.items().setMenuOpen(false);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
    }

    void whatFailsIsFoundWhateverItsState()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.photos, "item-0", ItemState::Paused, "no space left", 6);
        rig.feed.setItem(rig.photos, "item-1", ItemState::Waiting, "no space left", 6);
        auto *facets = rig.window->findChild<FacetsPane *>();
        const QTreeWidgetItem *failing = facetCalled(*facets, "Failing");
        QVERIFY(failing);
        QTRY_COMPARE(facetCalled(*facets, "Failed")->text(1), "3");
        QCOMPARE(failing->text(1), "5");
        QCOMPARE(rig.tabs->tabText(int(Tabs::Tab::Failures)), "Failures (5)");
        QCOMPARE(rig.window->findChild<TileBar *>()
                     ->tile(TileBar::Kind::Failing)
                     .reading()
                     .measure.value,
                 "5");
        emit facets->itemClicked(facetCalled(*facets, "Failing"), 0);
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), "is:failing");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    }

    void everyTabFollowsTheFilter()
    {
        Rig rig;
        const ControllerId other = rig.feed.addController("other");
        rig.feed.setItem(other, "item-x", ItemState::Failed, "timeout", 3);
        rig.feed.setItem(other, "item-y", ItemState::Running);
        rig.feed.setItem(rig.photos, "item-z", ItemState::Running);
        rig.feed.edit(other, [](ControllerView &d) {
            d.workers = {{1, "item-y", {}, 0, {}, false}};
        });
        rig.feed.edit(rig.photos, [](ControllerView &d) {
            d.workers = {{1, "item-z", {}, 0, {}, false}};
        });
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 33; }));
        auto *box = rig.find<FilterBox>("filterBox");
        const auto rows = [&](Tabs::Tab tab) {
            rig.tabs->setCurrentTab(tab);
            return rig.tabs->currentTable()->model()->rowCount();
        };
        QCOMPARE(rows(Tabs::Tab::Failures), 2);
        box->setFilterText("controller:other");
        for (const Tabs::Tab tab :
             {Tabs::Tab::Controllers, Tabs::Tab::Locks, Tabs::Tab::Failures, Tabs::Tab::Workers})
            QCOMPARE(rows(tab), 1);
        QCOMPARE(rig.tabs->tabText(int(Tabs::Tab::Failures)), "Failures (1 of 6)");
        box->setFilterText("state:failed -error:timeout");
        QCOMPARE(rows(Tabs::Tab::Locks), 0);
        QCOMPARE(rows(Tabs::Tab::Failures), 1);
        QCOMPARE(rig.tabs->failures().shownItems(), std::size_t(5));
        rig.tabs->currentTable()->selectRow(0);
        QCOMPARE(rig.tabs->meantItems().size(), std::size_t(5)); // what an action hits is shown
        QCOMPARE(facetCalled(*rig.find<FacetsPane>("facets"), "timeout")->text(1),
                 "1"); // facets are of all
        box->setFilterText("id:item-z");
        QCOMPARE(rows(Tabs::Tab::Workers), 1);
        QCOMPARE(rows(Tabs::Tab::Locks), 1);
        QCOMPARE(rows(Tabs::Tab::Failures), 0);
        QVERIFY(rig.tabs->currentTable()->emptyText().startsWith("Nothing here matches"));
        QCOMPARE(rows(Tabs::Tab::Controllers), 2); // which have no such id: see the next test
    }

    void aTermThatATabHasNoUseForIsStruckThrough()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFilterText("controller:photos id:\"ü 1\" state:failed");
        QCOMPARE(box->whyStruckThrough(), QString());
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        QVERIFY(box->whyStruckThrough().startsWith("Struck through is what controllers"));
        QVERIFY(box->toolTip().contains("Struck through"));
        QVERIFY(box->accessibleDescription().contains("Struck through"));
        const auto places = termsBesides(box->text(), fieldsOf(Tabs::Tab::Controllers));
        QCOMPARE(places.size(), 2);
        QCOMPARE(box->text().mid(places[0].position, places[0].length), "id:\"ü 1\"");
        QCOMPARE(box->text().mid(places[1].position, places[1].length), "state:failed");
        box->setFocus();
        QVERIFY(rig.find<QLabel>("filterError")->isVisible()); // it says so where it is typed
        rig.tabs->setCurrentTab(Tabs::Tab::Locks);
        QCOMPARE(box->whyStruckThrough(), QString());
        QVERIFY(!rig.find<QLabel>("filterError")->isVisible());
    }

    void itIsStruckThroughForWhatHasTheKeyboard()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFilterText("error:space state:failed"); // all of which objects heed
        const auto take = [&rig](const char *dock, const char *table) {
            rig.find<QDockWidget>(dock)->show();
            rig.find<QDockWidget>(dock)->raise();
            rig.find<Table>(table)->setFocus();
        };
        take("eventsDock", "eventsTable");
        QTRY_VERIFY(box->whyStruckThrough().startsWith("Struck through is what events"));
        box->setFilterText("error:space"); // which events have
        QCOMPARE(box->whyStruckThrough(), QString());
        take("operatorDock", "operatorTable");
        QTRY_VERIFY(box->whyStruckThrough().startsWith("Struck through is what lines"));
        rig.tabs->currentTable()->setFocus();
        QTRY_COMPARE(box->whyStruckThrough(), QString());
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        QVERIFY(box->whyStruckThrough().startsWith("Struck through is what controllers"));
        take("eventsDock", "eventsTable"); // with that tab in front
        QTRY_COMPARE(box->whyStruckThrough(), QString());
    }

    void theTabThatOpensStrikesThrough()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        MainWindow window(application.with(feed, control), {}); // the Overview
        auto *box = window.findChild<FilterBox *>();
        box->setFilterText("state:failed");
        QVERIFY(box->whyStruckThrough().startsWith("The Overview shows whatever"));
    }

    void aFacetIsMarkedAsLongAsItIsInForce()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *facets = rig.window->findChild<FacetsPane *>();
        QTreeWidgetItem *failed = facetCalled(*facets, "Failed");
        QTest::mouseClick(facets->viewport(), Qt::LeftButton, {},
                          facets->visualItemRect(failed).center());
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), "state:failed");
        QCOMPARE(facets->selectedItems(), QList<QTreeWidgetItem *>{failed});
        rig.find<FilterBox>("filterBox")->setFilterText("web-021");
        QVERIFY(facets->selectedItems().isEmpty());
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QCOMPARE(facets->selectedItems(), QList<QTreeWidgetItem *>{failed});
        QTest::mouseClick(facets->viewport(), Qt::LeftButton, {},
                          facets->visualItemRect(failed).center());
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), QString());
        QVERIFY(facets->selectedItems().isEmpty());
    }

    void aFacetThatIsCutTellsItsWholeText()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *facets = rig.window->findChild<FacetsPane *>();
        const int counts = facets->header()->sectionSize(1); // no wider than they are
        QTRY_COMPARE(facetCalled(*facets, "In sync")->text(1), "25");
        QVERIFY(counts < 48);
        rig.feed.edit(rig.photos, [](ControllerView &d) {
            d.gauges.states[std::size_t(ItemState::InSync)] = 700'000;
        });
        QTRY_VERIFY(facets->header()->sectionSize(1) > counts);
        facets->setMinimumWidth(1);
        facets->resize(110, facets->height());
        const QRect place = facets->visualItemRect(facetCalled(*facets, "Waiting for lock"));
        const QPoint left(place.left() + 20, place.center().y());
        QHelpEvent overName(QEvent::ToolTip, left, facets->viewport()->mapToGlobal(left));
        QApplication::sendEvent(facets->viewport(), &overName);
        QCOMPARE(QToolTip::text(), "Waiting for lock");
        QToolTip::hideText();
    }

    void aRefusedRemovalIsAMark()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        ItemRow row;
        row.id = "refused";
        row.kept = true;
        rig.feed.setItem(rig.photos, row);
        auto *facets = rig.window->findChild<FacetsPane *>();
        QTRY_COMPARE(facetCalled(*facets, "Kept")->text(1), "1");
        emit facets->itemClicked(facetCalled(*facets, "Kept"), 0);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
        const auto cell = [&](ItemColumn column) {
            return rig.tabs->items().index(0, int(column)).data().toString();
        };
        QCOMPARE(cell(ItemColumn::State), "In sync · kept");
        QCOMPARE(cell(ItemColumn::Reason), "kept by an operator when a list lacked it");
        rig.items().selectRow(0);
        QTRY_VERIFY([&] {
            const auto labels = rig.find<QWidget>("details")->findChildren<QLabel *>();
            return std::ranges::any_of(labels,
                                       [](const QLabel *label) { // and not that it is in sync
                                           return label->accessibleName()
                                                  == QLatin1String(
                                                      "State: Kept by an operator as it is");
                                       });
        }());
    }

    void errorsAreFacets()
    {
        Rig rig;
        for (int i = 10; i < 12; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::BackOff,
                             "timeout after " + std::to_string(i) + " s", 2);
        QVERIFY(rig.isReady());
        auto *facets = rig.window->findChild<FacetsPane *>();
        const auto find = [&](const char *title) {
            return facets->findItems(QLatin1String(title), Qt::MatchExactly | Qt::MatchRecursive)
                .value(0);
        };
        QTRY_VERIFY(find("timeout after # s"));
        QTRY_COMPARE(find("timeout after # s")->text(1), "2"); // they may come one by one
        QCOMPARE(find("no space left")->text(1), "5");
        QVERIFY(facets->visualItemRect(find("no space left")).isValid()); // it is not folded away
        emit facets->itemClicked(find("timeout after # s"), 0);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        QVERIFY(find("timeout after # s")->font(0).bold());
        emit facets->itemClicked(find("timeout after # s"), 0);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 30);
        for (int i = 10; i < 12; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::InSync);
        QTRY_VERIFY(!find("timeout after # s"));
    }

    void savedViewsSurviveARestart()
    {
        QTemporaryDir profile;
        WindowOptions options;
        options.profileDirectory = profile.path();
        const auto view = [](const Rig &rig) {
            return rig.window->findChild<FacetsPane *>()
                ->findItems(QStringLiteral("Night shift"), Qt::MatchExactly | Qt::MatchRecursive)
                .value(0);
        };
        {
            Rig rig(options);
            QVERIFY(rig.isReady());
            QVERIFY(!rig.action("saveView")->isEnabled());
            rig.find<FilterBox>("filterBox")->setFilterText("state:failed tries:>3");
            QTRY_VERIFY(rig.action("saveView")->isEnabled());
            rig.action("saveView")->trigger();
            auto *dialog = rig.find<QInputDialog>("saveViewDialog");
            dialog->setTextValue(" Night  shift");
            dialog->accept();
            QVERIFY(view(rig)->font(0).bold()); // it is what the filter shows
        }
        Rig rig(options);
        QVERIFY(rig.isReady());
        emit rig.window->findChild<FacetsPane *>()->itemClicked(view(rig), 0);
        QCOMPARE(rig.find<FilterBox>("filterBox")->text(), "state:failed tries:>3");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.action("deleteView")->trigger();
        rig.find<QInputDialog>("deleteViewDialog")->accept();
        QVERIFY(!view(rig));
        rig.offered("Undo")->click();
        QVERIFY(view(rig));
    }

    void failureLeadsToItsItems()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        QTest::keyClick(rig.window.get(), Qt::Key_5, Qt::AltModifier);
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Failures);
        Table &failures = rig.tabs->table(Tabs::Tab::Failures);
        QTRY_COMPARE(failures.model()->rowCount(), 1);
        failures.selectRow(0);
        QCOMPARE(rig.tabs->meantItems().size(), 5u);
        const auto *details = rig.find<QPlainTextEdit>("detailText");
        QTRY_VERIFY(details->toPlainText().startsWith(
            "no space left\n5 objects fail, 5 of them given up\nFirst seen: "));
        QVERIFY(details->toPlainText().endsWith("item-0\nitem-1\nitem-2\nitem-3\nitem-4"));
        emit failures.activated(failures.model()->index(0, 0));
        QVERIFY(rig.tabs->currentTab() == Tabs::Tab::Items);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
    }

    // A line of text takes it for its end, elsewhere.
    void theFilterLeavesTheWindowItsKeys()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *filter = rig.window->findChild<FilterBox *>();
        filter->setFocus();
        QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_E, Qt::ControlModifier);
        QCoreApplication::sendEvent(filter, &asked);
        QVERIFY(!asked.isAccepted());
    }

    void filterErrorIsShownWithItsPlace()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFocus();
        box->setFilterText("state:faild");
        const auto *why = rig.find<QLabel>("filterError");
        QVERIFY(why->isVisible());
        QVERIFY(why->text().startsWith("Character 7: "));
        const QPoint top = why->mapTo(rig.window.get(), QPoint());
        const QPoint below = box->mapTo(rig.window.get(), box->rect().bottomLeft());
        QVERIFY(top.y() > below.y() && top.y() < below.y() + 8);
        QVERIFY(rig.window->rect().contains(why->geometry()));
        QCOMPARE(rig.messages(), QStringList());
        QCOMPARE(rig.tabs->items().rowCount(), 30);
        box->setFilterText("state:failed");
        QVERIFY(!why->isVisible());
    }

    void aWrongFilterHidesNoDecision()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFocus();
        box->setFilterText("state:faild");
        rig.window->showMessage("Decide.");
        const auto *bar = rig.window->findChild<MessageBar *>();
        const auto *why = rig.find<QLabel>("filterError");
        const auto placeOf = [&rig](const QWidget *widget) {
            return QRect(widget->mapTo(rig.window.get(), QPoint()), widget->size());
        };
        QTRY_VERIFY(bar->isVisible() && !placeOf(why).intersects(placeOf(bar)));
        QVERIFY(placeOf(why).top() < placeOf(bar).bottom() + 16);
        rig.find<QToolButton>("messageClose")->click();
        QTRY_VERIFY(placeOf(why).top() < placeOf(box).bottom() + 8);
    }

    void aWrongFilterSaysWhatTheTableStillShows()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFocus();
        box->setFilterText("state:faild");
        const auto *why = rig.find<QLabel>("filterError");
        QVERIFY(why->text().contains("all objects"));
        box->setFilterText("state:failed");
        box->setFilterText("state:faild");
        QVERIFY(why->text().contains("still shows: state:failed"));
    }

    void theBoxThatIsLeftSaysWhichFilterIsInForce()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFocus();
        box->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        QTest::keyClicks(box, " tries:x");
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(rig.find<QLabel>("filterError")->isVisible());
        rig.items().setFocus();
        QVERIFY(!rig.find<QLabel>("filterError")->isVisible());
        QCOMPARE(box->text(), "state:failed");
        QVERIFY(!box->error());
        QCOMPARE(rig.tabs->items().rowCount(), 5);
        QTRY_VERIFY(rig.hasToast("state:failed tries:x"));
        rig.offered("Edit")->click(); // nothing that was typed is lost
        QCOMPARE(box->text(), "state:failed tries:x");
        QVERIFY(box->hasFocus());
        QVERIFY(rig.find<QLabel>("filterError")->isVisible());
    }

    void aWrongFilterWaitsForWhoGoesToAnotherWindow()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        auto *box = rig.find<FilterBox>("filterBox");
        box->setFocus();
        box->setFilterText("state:faild");
        rig.action("goToId")->trigger();
        auto *dialog = rig.find<QInputDialog>("goToDialog");
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY(!rig.find<QLabel>("filterError")->isVisible());
        QCOMPARE(box->text(), "state:faild");
        dialog->reject();
        rig.window->activateWindow(); // as a window manager does
        QTRY_VERIFY(rig.find<QLabel>("filterError")->isVisible());
    }

    void goesToAnId()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.action("goToId")->trigger();
        auto *dialog = rig.find<QInputDialog>("goToDialog");
        dialog->setTextValue("item-29");
        dialog->accept();
        QCOMPARE(rig.items().selectedCount(), 1);
        QCOMPARE(rig.tabs->meantItems().front().id, std::string("item-29"));
    }
};

QONTROLLER_WINDOW_TEST(FindingTest)
#include "tst_finding.moc"
