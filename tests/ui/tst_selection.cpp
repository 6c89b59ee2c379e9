// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/views/filterbox.h"

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

/// Shows the failed ones and selects the one in \a row.
std::string selectFailed(Rig &rig, int row)
{
    rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
    if (!QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 5; }))
        return {};
    rig.items().setFocus();
    rig.items().selectRow(row);
    return rig.tabs->items().refAt(row).id;
}

QString plain(const QAction *action)
{
    return action->text().remove(QLatin1Char('&'));
}

} // namespace

class SelectionTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void detailsStayWithTheIdWhenItsRowGoes()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const std::string id = selectFailed(rig, 2);
        QTRY_COMPARE(rig.label("detailId"), QString::fromStdString(id));
        const auto *gone = rig.find<QLabel>("detailRemark");
        QVERIFY(!gone->isVisible());
        rig.feed.setItem(rig.photos, id, ItemState::InSync);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
        QTRY_VERIFY(gone->isVisible());
        QCOMPARE(rig.label("detailId"), QString::fromStdString(id));
        // Its own buttons mean it; the tool bar means nothing that is not seen to be selected.
        QVERIFY(!rig.action("requeueItems")->isEnabled());
        QVERIFY(rig.action("requeueItems")->toolTip().contains("use the buttons in"));
        rig.detailButton(ItemVerb::Requeue)->click();
        QVERIFY((rig.control.commands.back()
                 == Command{rig.photos, ItemsAction{ItemVerb::Requeue, {id}}}));
        rig.items().selectRow(0);
        QTRY_VERIFY(!gone->isVisible());
        QVERIFY(rig.tabs->chosenItem()->id != id);
    }

    void detailsSayThatTheTablesAreFrozen()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        selectFailed(rig, 2);
        const auto *remark = rig.find<QLabel>("detailRemark");
        rig.action("freeze")->trigger();
        QVERIFY(!remark->isVisible()); // what is shown was asked for before
        rig.items().selectRow(3);
        QTRY_VERIFY(remark->isVisible());
        QCOMPARE(remark->text(), "As it is now: the tables are frozen");
        rig.action("freeze")->trigger();
        QTRY_VERIFY(!remark->isVisible());
    }

    void detailsAndStatusSayWhatIsSelected()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText({});
        QTRY_COMPARE(rig.tabs->items().rowCount(), 30);
        rig.items().setFixedHeight(160);
        rig.items().selectRow(0);
        const auto *remark = rig.find<QLabel>("detailRemark");
        QTRY_COMPARE(rig.label("detailId"), "item-0");
        QVERIFY(!remark->isVisible());
        rig.items().selectionModel()->select(QItemSelection(rig.tabs->items().index(0, 0),
                                                            rig.tabs->items().index(4, 0)),
                                             QItemSelectionModel::ClearAndSelect
                                                 | QItemSelectionModel::Rows);
        QTRY_VERIFY(remark->text().startsWith("1 of 5 selected: "));
        QTRY_VERIFY(rig.label("statusCounts").endsWith(" · 5 selected"));
        rig.items().scrollToBottom();
        QTRY_VERIFY(rig.label("statusCounts").endsWith(" · 5 selected, out of sight"));
    }

    void theRowIsSelectedAgainWhenItComesBack()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const std::string id = selectFailed(rig, 2);
        rig.feed.setItem(rig.photos, id, ItemState::Running);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
        QCOMPARE(rig.items().selectedCount(), 0);
        QVERIFY(!rig.items().currentIndex().isValid());
        rig.feed.setItem(rig.photos, id, ItemState::Failed, "again", 7);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        QTRY_COMPARE(rig.items().selectedCount(), 1);
        QCOMPARE(rig.items().selectedRowNumbers(), QList<int>{rig.items().currentIndex().row()});
        QCOMPARE(rig.tabs->meantItems().front().id, id);
        QTRY_VERIFY(!rig.find<QLabel>("detailRemark")->isVisible());
    }

    void anObjectMadeAgainStaysSelected()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const std::string id = selectFailed(rig, 2);
        QTRY_COMPARE(rig.label("detailId"), QString::fromStdString(id));
        rig.feed.removeItem(rig.photos, rig.tabs->chosenItem()->key);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
        QTRY_VERIFY(!rig.action("requeueItems")->isEnabled());
        const ItemKey key = rig.feed.setItem(rig.photos, id, ItemState::Failed, "again", 1);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        QTRY_COMPARE(rig.items().selectedCount(), 1);
        QCOMPARE(rig.tabs->meantItems().front().key, key);
        QCOMPARE(rig.label("detailId"), QString::fromStdString(id));
        QVERIFY(!rig.find<QLabel>("detailRemark")->isVisible());
        QVERIFY(rig.action("requeueItems")->isEnabled());
    }

    void whatIsGoneIsNotMeant()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectAll();
        QTRY_COMPARE(rig.label("statusCounts").trimmed(), "30 in all · 30 selected");
        rig.tabs->items().setStill(true); // its row stays for now
        rig.feed.removeItem(rig.photos, rig.tabs->items().refAt(7).key);
        QTRY_COMPARE(rig.label("statusCounts").trimmed(), "29 in all · 29 selected");
        QCOMPARE(rig.tabs->meantItems().size(), 29u);
        QCOMPARE(rig.tabs->meantItemCount(), 29u);
        rig.items().selectRow(8);
        rig.feed.removeItem(rig.photos, rig.tabs->items().refAt(8).key);
        QTRY_VERIFY(!rig.action("pauseItems")->isEnabled());
        QVERIFY(rig.action("pauseItems")->toolTip().contains("not known any more"));
    }

    void actionsMeanTheRowsThatAreSeen()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const std::string id = selectFailed(rig, 0);
        rig.items().selectAll();
        QTRY_COMPARE(plain(rig.action("requeueItems")), "Requeue 5 Objects Now");
        rig.feed.setItem(rig.photos, id, ItemState::InSync);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 4);
        QTRY_COMPARE(plain(rig.action("requeueItems")), "Requeue 4 Objects Now");
        QCOMPARE(rig.tabs->meantItems().size(), 4u);
    }

    void actionsNameWhatTheyActOn()
    {
        Rig rig;
        const ControllerId other = rig.feed.addController("R&D");
        rig.feed.setItem(other, "only", ItemState::Failed, "no", 1);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 31; }));
        rig.find<FilterBox>("filterBox")->setFilterText("id:only");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
        QCOMPARE(plain(rig.action("pauseItems")), "Pause");
        QCOMPARE(plain(rig.action("pauseController")), "Pause Controller");
        rig.items().selectRow(0);
        QCOMPARE(plain(rig.action("pauseItems")), "Pause only");
        QCOMPARE(plain(rig.action("discardItems")), "Discard only…");
        QCOMPARE(rig.action("pauseController")->text(), "Pa&use R&&D");
        QCOMPARE(rig.action("pauseItems")->iconText(), "Pause"); // on the tool bar
    }

    void actionsNameOnlyWhatTheyDoNotLeaveOut()
    {
        Rig rig;
        rig.feed.setItem(rig.photos, "gone", ItemState::Held);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 31; }));
        rig.items().selectAll();
        QTRY_COMPARE(plain(rig.action("removeHeld")), "Remove gone…");
        QCOMPARE(plain(rig.action("keepHeld")), "Keep gone…");
        QCOMPARE(plain(rig.action("discardItems")), "Discard 30 Objects…");
        QCOMPARE(plain(rig.action("resumeItems")), "Resume"); // none is paused
        rig.action("requeueItems")->trigger();
        QTRY_VERIFY(!rig.toasts().isEmpty());
        QVERIFY2(rig.toasts().first().contains(", 27 more requeued."),
                 qPrintable(rig.toasts().first()));
        QVERIFY(rig.toasts().first().contains("item-"));
    }

    void whatIsHighlightedIsWhatDetailsShowAndActionsMean()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().setFocus();
        rig.items().selectAll();
        const std::string id = rig.tabs->items().refAt(0).id;
        QTest::mouseClick(rig.items().viewport(), Qt::LeftButton, Qt::ControlModifier,
                          rig.items().visualRect(rig.tabs->items().index(0, 1)).center());
        QTest::mouseClick(rig.items().viewport(), Qt::LeftButton, Qt::ControlModifier,
                          rig.items().visualRect(rig.tabs->items().index(0, 1)).center());
        QTRY_COMPARE(rig.label("detailId"), QString::fromStdString(id));
        // A filter takes the current row away, and leaves others that are selected.
        rig.find<FilterBox>("filterBox")->setFilterText("state:in-sync");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 25);
        const auto chosen = rig.tabs->chosenItem();
        QVERIFY(chosen);
        QCOMPARE(rig.tabs->items().rowOfItem(chosen->controller, chosen->key),
                 rig.items().selectedRowNumbers().first());
        QCOMPARE(rig.items().currentIndex().row(), rig.items().selectedRowNumbers().first());
        QTRY_COMPARE(rig.label("detailId"), QString::fromStdString(chosen->id));
        QVERIFY(rig.label("detailRemark").startsWith("1 of 25 selected: "));
        QCOMPARE(rig.tabs->meantItems().size(), 25u);
    }

    void controllerActionsMeanWhatTheDetailsShow()
    {
        Rig rig;
        const ControllerId other = rig.feed.addController("other");
        const ItemKey key = rig.feed.setItem(other, "only", ItemState::Failed, "no", 1);
        QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 31; }));
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 6);
        rig.items().selectRow(rig.tabs->items().rowOfItem(other, key));
        rig.feed.setItem(other, "only", ItemState::InSync);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.action("pauseController")->trigger();
        QVERIFY((rig.control.commands.back() == Command{other, ControllerVerb::Pause}));
    }

    void aSelectedWorkerMeansItsController()
    {
        Rig rig;
        const ControllerId other = rig.feed.addController("other");
        rig.feed.edit(other, [](ControllerView &d) {
            d.workers.push_back({0, {}, {}, 0, {}, false});
        });
        QVERIFY(rig.isReady());
        rig.tabs->setCurrentTab(Tabs::Tab::Workers);
        QTRY_COMPARE(rig.tabs->currentTable()->model()->rowCount(), 1);
        QVERIFY(!rig.action("pauseController")->isEnabled());
        rig.tabs->currentTable()->selectRow(0);
        QVERIFY(rig.action("pauseController")->isEnabled());
        rig.action("pauseController")->trigger();
        QVERIFY((rig.control.commands.back() == Command{other, ControllerVerb::Pause}));
    }

    void nothingSelectedMeansNothing()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        selectFailed(rig, 1);
        rig.items().clearSelection();
        QVERIFY(!rig.tabs->chosenItem());
        QVERIFY(!rig.action("requeueItems")->isEnabled());
        QTest::keyClick(rig.window.get(), Qt::Key_R, Qt::ControlModifier);
        QVERIFY(rig.control.commands.empty());
    }

    void detailsAreInStepWithTheirRow()
    {
        Rig rig;
        rig.feed.setStep(std::chrono::milliseconds(20)); // so that a second is many pulls
        QVERIFY(rig.isReady());
        const std::string id = selectFailed(rig, 0);
        QTRY_COMPARE(rig.label("detailId"), QString::fromStdString(id));
        const TimePoint before = rig.feed.now();
        rig.feed.setItem(rig.photos, id, ItemState::Running);
        QTRY_COMPARE(rig.tabs->chosenItem()->state, ItemState::Running);
        QTRY_VERIFY(rig.find<QLabel>("detailController")->isVisible()
                    && rig.find<QWidget>("details")->findChildren<QLabel *>().size() > 0);
        QTRY_VERIFY([&] {
            for (const auto *label : rig.find<QWidget>("details")->findChildren<QLabel *>()) {
                if (label->text() == QLatin1String("Running"))
                    return true;
            }
            return false;
        }());
        QVERIFY(rig.feed.now() - before < std::chrono::seconds(1));
    }
};

QONTROLLER_WINDOW_TEST(SelectionTest)
#include "tst_selection.moc"
