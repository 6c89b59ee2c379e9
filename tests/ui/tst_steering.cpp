// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/confirmdialog.h"
#include "ui/views/filterbox.h"

#include <QtGui/QClipboard>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>

using namespace qontroller;
using namespace std::chrono_literals;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

void holdFromBefore(FakeFeed &feed, ControllerId id)
{
    feed.edit(id, [](ControllerView &view) { view.held.kind = HeldList::Kind::Restored; });
}

} // namespace

class SteeringTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void pausesItemsTheSameByEveryWay_data()
    {
        QTest::addColumn<QString>("way");
        for (const char *way : {"menu", "toolbar", "key", "context menu", "details"})
            QTest::newRow(way) << way;
    }
    void pausesItemsTheSameByEveryWay()
    {
        QFETCH(QString, way);
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        const std::string id = rig.tabs->items().refAt(0).id;
        QAction *pause = rig.action("pauseItems");
        QTRY_VERIFY(pause->isEnabled());
        if (way == QLatin1String("menu")) {
            QVERIFY(rig.find<QMenu>("itemsMenu")->actions().contains(pause));
            pause->trigger();
        } else if (way == QLatin1String("toolbar")) {
            auto *bar = rig.find<QToolBar>("mainToolBar");
            QTest::mouseClick(bar->widgetForAction(pause), Qt::LeftButton);
        } else if (way == QLatin1String("key")) {
            QTest::keyClick(rig.window.get(), Qt::Key_P, Qt::ControlModifier);
        } else if (way == QLatin1String("context menu")) {
            QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
            QApplication::sendEvent(&rig.items(), &event);
            auto *menu = rig.find<QMenu>("contextMenu");
            QVERIFY(menu);
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(pause).center());
        } else {
            QTRY_VERIFY(rig.detailButton(ItemVerb::Pause)->isVisible());
            rig.detailButton(ItemVerb::Pause)->click();
        }
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY(
            (rig.control.commands[0] == Command{rig.photos, ItemsAction{ItemVerb::Pause, {id}}}));
    }

    void whatIsPausedMeanwhileCanBeResumedInDetails()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.detailButton(ItemVerb::Resume)->isVisible());
        QVERIFY(!rig.detailButton(ItemVerb::Resume)->isEnabled());
        ItemDetail detail;
        detail.row.id = rig.tabs->items().refAt(0).id;
        detail.row.key = rig.tabs->items().refAt(0).key;
        detail.row.state = ItemState::Paused;
        detail.row.paused = true;
        rig.feed.setDetail(detail);
        QTRY_VERIFY(rig.detailButton(ItemVerb::Resume)->isEnabled());
        QVERIFY(!rig.detailButton(ItemVerb::Pause)->isEnabled());
    }

    void pausesAllTheSameByEveryWay_data()
    {
        QTest::addColumn<QString>("way");
        for (const char *way : {"menu", "toolbar", "key"})
            QTest::newRow(way) << way;
    }
    void pausesAllTheSameByEveryWay()
    {
        QFETCH(QString, way);
        Rig rig;
        QVERIFY(rig.isReady());
        QAction *pauseAll = rig.action("pauseAll");
        if (way == QLatin1String("menu"))
            pauseAll->trigger();
        else if (way == QLatin1String("toolbar"))
            QTest::mouseClick(rig.find<QToolBar>("mainToolBar")->widgetForAction(pauseAll),
                              Qt::LeftButton);
        else
            QTest::keyClick(rig.window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands[0] == Command{0, ControllerVerb::Pause}));
        rig.feed.edit(rig.photos, [](ControllerView &d) { d.state = ControllerState::Paused; });
        QTRY_VERIFY(rig.window->windowTitle().startsWith("(1) [PAUSED]"));
        QTRY_COMPARE(rig.label("statusPaused"), "1 controller paused");
        rig.action("resumeAll")->trigger();
        QVERIFY((rig.control.commands[1] == Command{0, ControllerVerb::Resume}));
    }

    void allOfSeveralControllersAreAskedFor()
    {
        Rig rig;
        rig.feed.addController("documents");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (2)");
        rig.action("pauseAll")->trigger();
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QPlainTextEdit *>("confirmDetails")->toPlainText(),
                 "photos\ndocuments");
        QTest::keyClick(dialog, Qt::Key_Return); // safe
        QTRY_VERIFY(!rig.window->findChild<ConfirmDialog *>());
        QVERIFY(rig.control.commands.empty());
        rig.action("pauseAll")->trigger();
        rig.question()->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands.back() == Command{0, ControllerVerb::Pause}));
    }

    void allLeavesWhatIsPausedAndSaysWho()
    {
        Rig rig;
        const ControllerId documents = rig.feed.addController("documents");
        rig.feed.addController("mails");
        rig.feed.edit(documents, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.pauseReason = "DO NOT TOUCH";
            view.pausedUntil = TimePoint(20h);
        });
        FakeHosts &hosts = rig.application.shown;
        hosts.log(0, {{}, "root", "documents", "pause controller: DO NOT TOUCH"});
        hosts.log(0, {{}, "oncall", "documents", "pause controller: other"});
        hosts.log(0, {{}, "oncall", "photos", "pause controller: DO NOT TOUCH"});
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabs->tabText(int(Tabs::Tab::Controllers)), "Controllers (3)");
        QVERIFY(!rig.window->windowTitle().contains("[PAUSED]")); // two of them run
        rig.action("resumeAll")->trigger();
        ConfirmDialog *dialog = rig.question();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(), "Resume 1 controller?");
        const auto details = [&dialog] {
            return dialog->findChild<QPlainTextEdit *>("confirmDetails")->toPlainText();
        };
        QTRY_VERIFY(details().startsWith("documents: paused by root until "));
        QVERIFY(details().endsWith(": DO NOT TOUCH"));
        rig.feed.edit(documents, [](ControllerView &view) { view.pauseReason = "still not"; });
        dialog->findChild<QPushButton *>("confirmAct")->click(); // of what is not so any more
        QTRY_VERIFY((dialog = rig.question()) && details().endsWith(": still not"));
        QVERIFY(rig.control.commands.empty());
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands[0] == Command{0, ControllerVerb::Resume}));
        rig.action("pauseAll")->trigger();
        QVERIFY((dialog = rig.question()));
        QCOMPARE(dialog->findChild<QLabel *>("confirmQuestion")->text(),
                 "Pause the other 2 controllers?");
        dialog->findChild<QPushButton *>("confirmAct")->click();
        QTRY_COMPARE(rig.control.commands.size(), 3u);
        QVERIFY(std::ranges::none_of(rig.control.commands, [documents](const Command &command) {
            return command.controller == documents;
        }));
    }

    void resumingAllSaysWhatStaysPaused()
    {
        Rig rig;
        rig.feed.setItem(rig.photos, "item-7", ItemState::Paused);
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.label("statusPaused"), "1 object paused");
        rig.action("resumeAll")->trigger();
        QVERIFY(rig.control.commands.empty());
        QTRY_VERIFY(rig.hasToast("No controller is paused. Objects that stay paused: 1."));
    }

    // F5 is in many fingers for "show me what is new", which the window does by itself.
    void listsOnlyWhatIsMeant()
    {
        Rig rig;
        const ControllerId documents = rig.feed.addController("documents", "folder-mirror");
        QVERIFY(rig.isReady());
        for (int tab = 0; tab < Tabs::TabCount; ++tab) {
            rig.tabs->setCurrentIndex(tab);
            QTest::keyClick(rig.window.get(), Qt::Key_F5);
        }
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        QTRY_COMPARE(rig.tabs->currentTable()->model()->rowCount(), 2);
        QTest::keyClick(rig.window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(rig.control.commands.empty());
        QTest::keyClick(rig.window.get(), Qt::Key_F20); // forgets the modifiers
        rig.tabs->currentTable()->selectRow(0);
        QTest::keyClick(rig.window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands[0] == Command{documents, ControllerVerb::Resync}));
        QCOMPARE(rig.toasts(), QStringList{"documents lists now."});
    }

    void whatDetailsDoNotOfferIsOffEverywhere()
    {
        Rig rig;
        rig.feed.setItem(rig.photos, "item-0", ItemState::Held);
        QVERIFY(rig.isReady());
        const auto select = [&rig](const std::string &id) {
            for (int row = 0; row < 30; ++row) {
                if (rig.tabs->items().refAt(row).id == id)
                    rig.items().selectRow(row);
            }
        };
        select("item-0");
        QTRY_VERIFY(!rig.action("requeueItems")->isEnabled());
        for (const char *name : {"pauseItems", "pauseItemsFor", "resumeItems", "discardItems"})
            QVERIFY2(!rig.action(name)->isEnabled(), name);
        QVERIFY(rig.action("pauseItems")->toolTip().endsWith("held: keep or remove it first"));
        QVERIFY(rig.action("removeHeld")->isEnabled());
        select("item-7");
        for (const char *name : {"requeueItems", "pauseItems", "discardItems"})
            QVERIFY2(rig.action(name)->isEnabled(), name);
        QVERIFY(!rig.action("resumeItems")->isEnabled());
        rig.items().selectAll(); // some can be paused
        QVERIFY(rig.action("pauseItems")->isEnabled());
    }

    void keysMeanWhatIsHighlighted_data()
    {
        QTest::addColumn<QString>("list");
        for (const char *list : {"eventsTable", "operatorTable"})
            QTest::newRow(list) << list;
    }
    void keysMeanWhatIsHighlighted()
    {
        QFETCH(QString, list);
        Rig rig;
        for (const std::uint64_t number : {1, 2})
            rig.feed.addEvent(rig.photos, {number, rig.feed.now(), EventRecord::Kind::Failed,
                                           "item-0", "no space left", 0});
        QVERIFY(rig.isReady());
        rig.items().selectRow(1);
        for (const int more : {1, 2}) {
            QTRY_VERIFY(rig.action("requeueItems")->isEnabled());
            rig.action("requeueItems")->trigger();
            QCOMPARE(rig.control.commands.size(), std::size_t(more));
        }
        auto *other = rig.find<Table>(list.toLatin1());
        QTRY_COMPARE(other->model()->rowCount(), 2);
        const QKeySequence copy = QKeySequence(Qt::CTRL | Qt::Key_C);
        rig.window
            ->findChild<QDockWidget *>(list == QLatin1String("eventsTable") ? "eventsDock"
                                                                            : "operatorDock")
            ->raise();
        QTRY_VERIFY(other->isVisible());
        other->setFocus();
        other->selectRow(0);
        QVERIFY(rig.action("copy")->isEnabled());
        QTest::keySequence(other, copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), other->selectedAsText());
        QTest::keySequence(other, QKeySequence(Qt::CTRL | Qt::Key_A));
        QCOMPARE(other->selectedCount(), 2);
        QCOMPARE(rig.items().selectedCount(), 1);
        for (const QKeySequence &keys :
             {QKeySequence(Qt::CTRL | Qt::Key_P), QKeySequence(Qt::CTRL | Qt::Key_R),
              QKeySequence(Qt::Key_Delete), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)})
            QTest::keySequence(other, keys);
        QCOMPARE(rig.control.commands.size(), 2u);
        QVERIFY(!rig.window->findChild<ConfirmDialog *>());
        QVERIFY(rig.hasToast("Nothing was done: this key is for what is selected"));
        rig.items().setFocus();
        QTest::keySequence(&rig.items(), QKeySequence(Qt::CTRL | Qt::Key_P));
        QCOMPARE(rig.control.commands.size(), 3u);
    }

    void undoesFromTheMessageBar()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        rig.action("pauseItems")->trigger();
        const QString id = QString::fromStdString(rig.tabs->items().refAt(0).id);
        QCOMPARE(rig.toasts(), QStringList{id + QStringLiteral(" paused.")});
        QTRY_VERIFY(rig.action("undo")->text().contains(id + QStringLiteral(" paused.")));
        rig.offered("Undo")->click();
        QTRY_COMPARE(rig.control.commands.size(), 2u);
        QVERIFY(std::get<ItemsAction>(rig.control.commands[1].action).verb == ItemVerb::Resume);
        QCOMPARE(rig.toasts(), QStringList{QStringLiteral("Taken back: “%1 paused.”").arg(id)});
    }

    void discardKeepsTheScopeItWasAskedFor()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("state:failed");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        rig.items().setFocus();
        rig.action("selectAll")->trigger();
        rig.action("discardItems")->trigger();
        auto *dialog = rig.question();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QPushButton *>("confirmAct")->text(), "Discard 5 Objects");
        // Meanwhile an item comes, one goes on, and the filter shows everything.
        rig.feed.setItem(rig.photos, "late", ItemState::Failed, "no space left", 6);
        rig.feed.setItem(rig.photos, "item-0", ItemState::InSync);
        rig.find<FilterBox>("filterBox")->setFilterText({});
        QTRY_COMPARE(rig.tabs->items().rowCount(), 31);
        dialog->accept();
        QVERIFY(
            rig.hasBegun(ItemVerb::Discard, {"item-0", "item-1", "item-2", "item-3", "item-4"}));
        QCOMPARE(rig.application.hostJobs.requests().size(), 1u);
        QTRY_VERIFY(rig.hasToast("item-0, item-1, item-2, 2 more discarded."));
        QVERIFY(rig.control.commands.empty());
    }

    void onlyWhatTheQuestionIsAboutIsDiscarded()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.setItem(rig.photos, "item-2", ItemState::Running); // item-1 has failed
        auto *filter = rig.find<FilterBox>("filterBox");
        filter->setFilterText("id:/^item-2$/ state:running");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
        filter->setFilterText("id:/^item-[12]$/");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        rig.items().selectAll();
        QTRY_VERIFY(rig.action("discardItems")->isEnabled());
        rig.action("discardItems")->trigger();
        rig.question()->accept(); // item-2 may have ended by now
        QVERIFY(rig.hasBegun(ItemVerb::Discard, {"item-1"}));
    }

    void heldRemovalsOfOneControllerAreShownAlone()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const ControllerId old = rig.feed.addController("photos-old", "folder-mirror");
        for (const ControllerId id : {rig.photos, old})
            holdFromBefore(rig.feed, id);
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held, "missing from the list");
        rig.feed.setItem(old, "item-9", ItemState::Held, "missing from the list");
        QTRY_VERIFY(
            needs(*rig.window, "photos: 1 removal held; from before the controller started"));
        QTRY_VERIFY(needs(*rig.window, "photos-old: 1 removal held"));
        QVERIFY(press(*needRow(*rig.window, "photos", AttentionKind::Held), "Show"));
        QTRY_COMPARE(rig.tabs->items().rowCount(), 1);
        QCOMPARE(rig.tabs->items().index(0, int(ItemColumn::Id)).data().toString(), "item-7");
    }

    void itIsSaidWhyRemovalsAreHeld_data()
    {
        QTest::addColumn<HeldList>("held");
        QTest::addColumn<QStringList>("parts");
        const TimePoint at{std::chrono::hours(1)};
        QTest::newRow("list") << HeldList{HeldList::Kind::List, at, 30, 12, 0, {}}
                              << QStringList{"1 removal held: a list lacked 12 of 30 objects; too "
                                             "many at once to be believed",
                                             "; no longer held: 11 (they run, or an operator has "
                                             "decided)"};
        QTest::newRow("list, odd source, some before")
            << HeldList{HeldList::Kind::List, at, 30, 12, 3, "its root is another\nfolder"}
            << QStringList{
                   " lacked 12 of 30 objects; too many at once to be believed",
                   "; 3 of them had gone or were held before; its root is another\\nfolder"};
        QTest::newRow("storage") << HeldList{HeldList::Kind::Storage, at, 30, 12, 0, {}}
                                 << QStringList{"1 removal held: the storage denies 12 of 30 "
                                                "objects; too many at once"};
        QTest::newRow("before the start") << HeldList{HeldList::Kind::Restored, at, 1, 1, 0, {}}
                                          << QStringList{"1 removal held; from before the "
                                                         "controller started"};
    }
    void itIsSaidWhyRemovalsAreHeld()
    {
        QFETCH(HeldList, held);
        QFETCH(QStringList, parts);
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [&held](ControllerView &view) { view.held = held; });
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held);
        QTRY_VERIFY(needs(*rig.window, "photos: 1 removal held"));
        for (const QString &part : parts)
            QVERIFY2(needs(*rig.window, part), qPrintable(needsOf(*rig.window).join('\n')));
        QVERIFY(rig.messages().isEmpty()); // it is said once
    }

    void heldRemovalsAreConfirmedAfterAQuestion()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        holdFromBefore(rig.feed, rig.photos);
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held, "missing from the list");
        rig.feed.setItem(rig.photos, "item-8", ItemState::Held, "missing from the list");
        QTRY_VERIFY(needs(*rig.window, "photos: 2 removals held; from before the"));
        rig.find<FilterBox>("filterBox")->setFilterText("id:nothing");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 0);
        QVERIFY(press(*needRow(*rig.window, "photos", AttentionKind::Held), "Show"));
        QTRY_COMPARE(rig.tabs->items().rowCount(), 2);
        QVERIFY(needs(*rig.window, "photos: 2 removals held")); // nothing is decided yet
        rig.items().selectAll();
        QTRY_VERIFY(rig.action("removeHeld")->isEnabled());
        rig.action("removeHeld")->trigger();
        rig.question()->accept();
        QVERIFY(rig.hasBegun(ItemVerb::Remove, {"item-7", "item-8"}));
        QTRY_VERIFY(rig.hasToast("To be removed: item-7, item-8."));
        const HostJob removals = *rig.application.hostJobs.last();
        rig.application.hostJobs.edit(removals.key, [](JobStatus &job) {
            job.state = JobState::Ended;
            job.succeeded = job.failed = 1;
        });
        QTRY_VERIFY(rig.hasToast("Remove has ended: 1 × done · 1 × failed"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        rig.action("keepHeld")->trigger();
        rig.question()->accept();
        QTRY_COMPARE(rig.application.hostJobs.requests().size(), 2u);
        QVERIFY(rig.hasBegun(ItemVerb::Keep, {"item-7", "item-8"}));
        QVERIFY(rig.control.commands.empty());
    }

    void aHeldRemovalIsJudgedFromItsDetails()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.detailButton(ItemVerb::Requeue)->isVisible());
        QVERIFY(!rig.detailButton(ItemVerb::Keep)->isVisible());
        rig.feed.setItem(rig.photos, rig.tabs->items().refAt(0).id, ItemState::Held);
        QTRY_VERIFY(rig.detailButton(ItemVerb::Remove)->isVisible());
        QTRY_VERIFY(rig.detailButton(ItemVerb::Keep)->isEnabled());
        QVERIFY(!rig.detailButton(ItemVerb::Requeue)->isEnabled());
        rig.detailButton(ItemVerb::Keep)->click();
        const ObjectId id = rig.tabs->items().refAt(0).id;
        rig.question()->accept();
        QVERIFY(rig.hasBegun(ItemVerb::Keep, {id}));
    }

    // Many are selected, and one of them is shown: its buttons are its own.
    void buttonsInDetailsActOnWhatDetailsShow()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().setFocus();
        rig.items().selectAll();
        QTRY_VERIFY(rig.detailButton(ItemVerb::Pause)->isVisible());
        const ObjectId shown = rig.label("detailId").toStdString();
        rig.detailButton(ItemVerb::Pause)->click();
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY((rig.control.commands[0]
                 == Command{rig.photos, ItemsAction{ItemVerb::Pause, {shown}}}));
    }

    void heldRemovalsAreSaidUntilTheyAreSettled()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const ControllerId other = rig.feed.addController("other");
        for (const ControllerId id : {rig.photos, other})
            holdFromBefore(rig.feed, id);
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held);
        rig.feed.setItem(other, "a", ItemState::Held);
        const auto held = [&] { return needsOf(*rig.window).filter("1 removal held"); };
        QTRY_COMPARE(held().size(), 2); // one for each
        rig.window->showFailure("No.");
        rig.items().selectRow(0);
        rig.action("requeueItems")->trigger();
        const int pulls = rig.feed.pulls();
        QTRY_VERIFY(rig.feed.pulls() > pulls + 6); // as often as removals are looked at
        QCOMPARE(held().size(), 2);
        QCOMPARE(rig.messages(), QStringList{"No."});
        rig.feed.setItem(rig.photos, "item-7", ItemState::InSync);
        QTRY_COMPARE(held(),
                     QStringList{"other: 1 removal held; from before the controller started"});
        rig.feed.removeController(other);
        QTRY_VERIFY(held().isEmpty());
    }

    void enqueuesAnUnknownId()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.action("enqueueId")->trigger();
        auto *dialog = rig.find<QDialog>("enqueueDialog");
        dialog->findChild<QLineEdit *>("enqueueId")->setText("brand/new");
        dialog->accept();
        QVERIFY((rig.control.commands.back()
                 == Command{rig.photos, ItemsAction{ItemVerb::Requeue, {"brand/new"}}}));
    }
};

QONTROLLER_WINDOW_TEST(SteeringTest)
#include "tst_steering.moc"
