// SPDX-License-Identifier: GPL-3.0-or-later
// What needs a person is said on the first tab, and its buttons do what they say.
#include "support/windowrig.h"
#include "support/windowtest.h"

#include "ui/dialogs/termsdialog.h"
#include "ui/dialogs/workersdialog.h"
#include "ui/overview/healthrow.h"
#include "ui/views/filterbox.h"

#include <QtGui/QAccessible>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QSpinBox>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;
using Kind = AttentionKind;

namespace {

/// A window with the Overview in front.
struct NeedsRig : Rig
{
    explicit NeedsRig(const WindowOptions &options = {})
        : Rig(options)
    {
        tabs->setCurrentTab(Tabs::Tab::Overview);
    }
    /// Waits for the row of photos; null: there is none.
    NeedRow *row(Kind kind) const
    {
        NeedRow *row = nullptr;
        static_cast<void>(
            QTest::qWaitFor([&] { return (row = needRow(*window, "photos", kind)); }));
        return row;
    }
    bool ask(Kind kind, const QString &verb) const
    {
        const NeedRow *asked = row(kind);
        return asked && press(*asked, verb);
    }
    bool sent(const Command &command) const
    {
        return control.commands.size() == 1 && control.commands.front() == command;
    }
    [[nodiscard]] QString details() const
    {
        return window->findChild<QPlainTextEdit *>("detailText")->toPlainText();
    }
    [[nodiscard]] QString filter() const { return find<FilterBox>("filterBox")->text(); }
};

void hold(FakeFeed &feed, ControllerId id, const HeldList &held)
{
    feed.edit(id, [&held](ControllerView &view) { view.held = held; });
}

} // namespace

class NeedsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }

    void itIsWhatOpens()
    {
        FakeFeed feed;
        FakeControl control;
        FakeApplication application;
        MainWindow window(application.with(feed, control), {});
        auto *tabs = window.findChild<Tabs *>();
        QCOMPARE(tabs->currentTab(), Tabs::Tab::Overview);
        window.show();
        QTRY_COMPARE(tabs->overview().verdict(), "No controller runs. Load one with File ▸ Load "
                                                 "Controller Plugin (Ctrl+O), or open a session.");
    }

    void itsNumberStandsOnTabAndTitle()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)");
        QTRY_COMPARE(rig.window->windowTitle(), "(1) Qontroller");
        rig.feed.setItem(rig.photos, "held", ItemState::Held);
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        rig.feed.setItem(rig.photos, "held", ItemState::Paused); // is only a notice
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)");
        for (int i = 0; i < 5; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::InSync);
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview");
        QTRY_COMPARE(rig.window->windowTitle(), "Qontroller");
        QVERIFY(rig.tabs->overview().verdict().startsWith("Nothing needs you. 1 controller, "));
        QVERIFY(!rig.tabs->overview().verdict().contains("quiet since ")); // for a moment
        rig.feed.setStep(30s);
        QTRY_VERIFY(rig.tabs->overview().verdict().contains("quiet since "));
        rig.feed.setItem(rig.photos, "a", ItemState::BackOff, "no space left", 1);
        QTRY_VERIFY(!rig.tabs->overview().verdict().contains("quiet since ")); // it is degraded
    }

    void itsButtonsDoWhatTheySay()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.ask(Kind::Failed, "Requeue 5"));
        QVERIFY(rig.sent(
            {rig.photos,
             ItemsAction{ItemVerb::Requeue, {"item-0", "item-1", "item-2", "item-3", "item-4"}}}));
        rig.control.commands.clear();
        rig.feed.setItem(rig.photos, "parked", ItemState::Parked, "no space left");
        QTRY_VERIFY(rig.ask(Kind::Failed, "Requeue 6"));
        QVERIFY(rig.sent({rig.photos, ItemsAction{ItemVerb::Requeue,
                                                  {"item-0", "item-1", "item-2", "item-3", "item-4",
                                                   "parked"}}}));
        rig.control.commands.clear();
        rig.feed.setItem(rig.photos, "paused", ItemState::Paused);
        QVERIFY(rig.ask(Kind::ObjectsPaused, "Resume 1"));
        QVERIFY(rig.question()); // who paused it is not known
        rig.question()->accept();
        QTRY_VERIFY(rig.sent({rig.photos, ItemsAction{ItemVerb::Resume, {"paused"}}}));
    }

    // What was parked fails on while it waits to be tried once more.
    void whatIsRequeuedAlreadyIsRequeuedOnceMore()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.paused = true;
        });
        for (int i = 0; i < 5; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Parked,
                             "no space left", 1);
        QTRY_VERIFY(needs(*rig.window, "photos: 5 objects parked"));
        for (int i = 0; i < 5; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Waiting,
                             "no space left", 1);
        QTRY_VERIFY(needs(*rig.window, "photos: 5 objects failed"));
        QVERIFY(rig.ask(Kind::Failed, "Requeue 5"));
        QCOMPARE(rig.control.commands.size(), 1u);
        QVERIFY(!rig.hasToast("Nothing was done"));
    }

    // Its number is that of the objects that it hits.
    void whatIsPausedIsNotRequeued()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        for (const char *id : {"item-3", "item-4"})
            rig.feed.setItem(rig.photos, id, ItemState::Paused, "no space left", 6);
        QTRY_VERIFY(rig.ask(Kind::Failed, "Requeue 3"));
        QVERIFY(
            rig.sent({rig.photos, ItemsAction{ItemVerb::Requeue, {"item-0", "item-1", "item-2"}}}));
        QVERIFY(rig.hasToast("requeued."));
        QVERIFY(!rig.hasToast("Skipped"));
    }

    void itIsNotSettledWhileObjectsFailWithItsCause()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const NeedRow *row = rig.row(Kind::Failed);
        QVERIFY(row);
        QTest::mouseClick(const_cast<NeedRow *>(row), Qt::LeftButton, {}, QPoint(200, 8));
        for (int i = 1; i < 5; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::InSync);
        ItemRow retried; // its retries are not used up
        retried.id = "new";
        retried.state = ItemState::BackOff;
        retried.text = "no space left";
        retried.errors = 1;
        retried.lastError = rig.feed.now();
        const ItemKey key = rig.feed.setItem(rig.photos, retried);
        rig.feed.setItem(rig.photos, "item-0", ItemState::InSync);
        QTRY_VERIFY(row->isSettled());
        QVERIFY(row->accessibleName().contains(
            "1 object still fails, and is tried again: no space left"));
        QVERIFY(!row->accessibleName().contains("Settled"));
        QTRY_VERIFY(rig.details().startsWith("photos\n\n1 object still fails"));
        rig.feed.removeItem(rig.photos, key);
        QTRY_VERIFY(row->accessibleName().contains("Settled: "));
        rig.feed.setItem(rig.photos, "item-0", ItemState::Failed, "no space left", 6);
        QTRY_VERIFY(!row->isSettled());
        QVERIFY(row->accessibleName().contains("1 object failed: no space left"));
    }

    void detailsNameTheObjectsAndTheVerbs()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        NeedRow *row = rig.row(Kind::Failed);
        QVERIFY(row);
        QTest::mouseClick(row, Qt::LeftButton, {}, QPoint(200, 8));
        QTRY_VERIFY(rig.details().contains("item-0\nitem-1\nitem-2\nitem-3\nitem-4"));
        QVERIFY(rig.details().contains("Requeue 5 · Show · Acknowledge…"));
        for (int i = 0; i < 30; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::Failed,
                             "no space left", 6);
        QTRY_VERIFY(rig.details().endsWith("\n10 more"));
        QCOMPARE(rig.details().count("\nitem-"), 20);
    }

    void itsButtonsSteerControllers()
    {
        NeedsRig rig;
        const ControllerId other = rig.feed.addController("other"); // it is not meant
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.state = ControllerState::Paused;
            view.paused = true;
            view.pauseReason = "audit";
            view.lists.last = ListEnd::Failed;
            view.lists.why = "no such folder";
        });
        QVERIFY(rig.ask(Kind::Paused, "Resume"));
        QVERIFY(rig.question());
        rig.question()->accept();
        QTRY_VERIFY(rig.sent({rig.photos, ControllerVerb::Resume}));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        rig.control.commands.clear();
        QVERIFY(rig.ask(Kind::CannotList, "List Now"));
        QVERIFY(rig.sent({rig.photos, ControllerVerb::Resync}));
        rig.feed.edit(rig.photos, [](ControllerView &view) {
            view.options.workers = 0;
            view.lists.isForeign = true;
        });
        QVERIFY(rig.ask(Kind::NoWorkers, "Set Workers…"));
        auto *workers = rig.find<WorkersDialog>("workersDialog");
        QVERIFY(workers);
        workers->reject();
        QVERIFY(rig.ask(Kind::OwnedElsewhere, "Take Over…"));
        QVERIFY(rig.question());
        QVERIFY(other != rig.photos);
    }

    void whatIsForATimeIsKeptOrGoesBackNow()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &view) { view.options.workers = 8; });
        JournalStatus journal;
        journal.controllers = {{"photos", {}, {}}};
        journal.controllers[0].changes.workers = TemporaryWorkers{8, 4,
                                                                  SteadyClock::instance().wallNow()
                                                                      + 90min,
                                                                  120min, "root"};
        rig.application.shown.keep(0, journal);
        const NeedRow *row = rig.row(Kind::Temporary);
        QVERIFY(row);
        QCOMPARE(offeredIn(*row), (QStringList{"Go Back Now", "Keep", "Show"}));
        QCOMPARE(row->need().what, "8 workers for a time, then 4 again");
        QVERIFY2(row->need().why.startsWith("until "), qPrintable(row->need().why));
        QVERIFY2(row->need().why.endsWith("more), set by root"), qPrintable(row->need().why));
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        rig.tabs->table(Tabs::Tab::Controllers).selectRow(0);
        QTRY_VERIFY(rig.details().contains("\nDiffers from the session\nWorkers: 8 until "));
        rig.tabs->setCurrentTab(Tabs::Tab::Overview);
        QVERIFY(press(*row, "Go Back Now"));
        QVERIFY(rig.sent({rig.photos, setWorkers(4)}));
        rig.control.commands.clear();
        QVERIFY(press(*row, "Keep"));
        QVERIFY(rig.sent({rig.photos, setWorkers(8)}));
        rig.feed.edit(rig.photos, [](ControllerView &view) { view.options.workers = 4; });
        QTRY_VERIFY(!needs(*rig.window, "for a time")); // although the journal says it still
    }

    void workersAreSetForATimeWithTheKeyboard()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.action("setWorkers")->trigger();
        auto *dialog = rig.find<WorkersDialog>("workersDialog");
        QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
        auto *number = dialog->findChild<QSpinBox *>("workersNumber");
        QTRY_VERIFY(number->hasFocus());
        QTest::keyClicks(number, "9");
        auto *time = dialog->findChild<QComboBox *>("workersTime");
        QCOMPARE(time->currentText(), "Until an operator changes it");
        QTest::keyClick(number, Qt::Key_Tab);
        QVERIFY(time->hasFocus());
        QTest::keyClick(time, Qt::Key_Down);
        QTest::keyClick(time, Qt::Key_Down);
        QCOMPARE(time->currentText(), "1 hour");
        QTest::keyClick(time, Qt::Key_Return);
        QTRY_COMPARE(rig.application.hostJobs.workersAsked().size(), std::size_t{1});
        QVERIFY((rig.application.hostJobs.workersAsked()[0]
                 == FakeJobs::WorkersAsked{rig.photos, 9, 1h}));
        QTRY_VERIFY(rig.hasToast("photos: 9 workers for 1\u202fh, then 4 again."));
        QVERIFY(rig.control.commands.empty());
        rig.application.hostJobs.refuse("no thread can be had for it");
        rig.action("setWorkers")->trigger();
        QTRY_VERIFY(rig.find<WorkersDialog>("workersDialog"));
        auto *again = rig.window->findChildren<WorkersDialog *>().last();
        again->findChild<QComboBox *>("workersTime")->setCurrentIndex(1);
        again->accept();
        QTRY_VERIFY(rig.hasMessage("The workers of photos were not set: no thread can be had"));
    }

    void heldRemovalsAreJudgedFromIt()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        hold(rig.feed, rig.photos, {HeldList::Kind::List, rig.feed.now(), 30, 12, 0, {}});
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held);
        const NeedRow *row = rig.row(Kind::Held);
        QVERIFY(row);
        QCOMPARE(offeredIn(*row), QStringList({"Keep 1…", "Remove 1…", "Show", "Acknowledge…"}));
        QVERIFY(press(*row, "Remove 1…"));
        auto *dialog = rig.question();
        QVERIFY(dialog);
        dialog->reject();
        QTRY_COMPARE(rig.application.hostJobs.last()->job.state, JobState::Stopped);
        QVERIFY(needs(*rig.window, "photos: 1 removal held: a list lacked 12 of 30 objects; "
                                   "too many at once to be believed; no longer held: 11 (they run, "
                                   "or an operator has decided)"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(rig.ask(Kind::Held, "Keep 1…"));
        rig.question()->accept();
        QVERIFY(rig.hasBegun(ItemVerb::Keep, {"item-7"}));
    }

    // What needs a person, its cause, its verb, an acknowledgement, pauses and their end, and what
    // is held: no hand leaves the keyboard, and what has the focus is read at each step.
    void theTasksOfANightByKeysOnly()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        hold(rig.feed, rig.photos, {HeldList::Kind::List, rig.feed.now(), 30, 12, 0, {}});
        rig.feed.setItem(rig.photos, "item-7", ItemState::Held);
        QVERIFY(rig.row(Kind::Failed) && rig.row(Kind::Held));
        const auto key = [](int code, Qt::KeyboardModifiers with = {}) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key(code), with);
        };
        const auto read = [] {
            const auto *reader = QAccessible::queryAccessibleInterface(QApplication::focusWidget());
            return reader->text(QAccessible::Name);
        };
        key(Qt::Key_1, Qt::AltModifier);
        QTRY_VERIFY(read().startsWith("Fault, photos, 5 objects failed: no space left"));
        key(Qt::Key_Return);
        QTRY_COMPARE(rig.tabs->currentTab(), Tabs::Tab::Items);
        QTRY_COMPARE(rig.tabs->items().rowCount(), 5);
        key(Qt::Key_1, Qt::AltModifier);
        QTRY_VERIFY(read().startsWith("Fault, photos, 5 objects failed"));
        key(Qt::Key_Tab);
        QCOMPARE(read(), "Requeue 5, photos: 5 objects failed: no space left");
        key(Qt::Key_Space);
        const auto &requeued = std::get<ItemsAction>(rig.control.commands.back().action);
        QVERIFY(requeued.verb == ItemVerb::Requeue && requeued.ids.size() == 5);

        key(Qt::Key_Menu);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        while (menu->activeAction()->text() != "Acknowledge…")
            QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        auto *acknowledging = rig.find<TermsDialog>("acknowledgeDialog");
        QVERIFY(acknowledging && QTest::qWaitForWindowActive(acknowledging));
        QTest::keyClick(acknowledging, Qt::Key_Return);
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)"); // what is held is one still
        rig.window->activateWindow();                       // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(rig.window.get()));

        key(Qt::Key_Down);
        QTRY_VERIFY2(read().startsWith("Decision, photos, 1 removal held"), qPrintable(read()));
        key(Qt::Key_Tab);
        QVERIFY(read().startsWith("Keep 1…, photos: 1 removal held"));
        key(Qt::Key_Space);
        auto *question = rig.question();
        QVERIFY(question && QTest::qWaitForWindowActive(question));
        QCOMPARE(question->windowTitle(), "Keep 1 Object");
        key(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(read(), "Keep 1 Object");
        key(Qt::Key_Space);
        QVERIFY(rig.hasBegun(ItemVerb::Keep, {"item-7"}));
        rig.window->activateWindow(); // as a window manager does
        QVERIFY(QTest::qWaitForWindowActive(rig.window.get()));

        key(Qt::Key_2, Qt::AltModifier);
        QTRY_VERIFY(rig.items().hasFocus());
        key(Qt::Key_Home, Qt::ControlModifier);
        for (int more = 0; more < 4; ++more)
            key(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(rig.items().selectedCount(), 5);
        key(Qt::Key_P, Qt::ControlModifier);
        const auto paused = std::get<ItemsAction>(rig.control.commands.back().action);
        QVERIFY(paused.verb == ItemVerb::Pause && paused.ids.size() == 5);
        for (const ObjectId &id : paused.ids)
            rig.feed.setItem(rig.photos, id, ItemState::Paused, "no space left", 6);
        rig.find<FilterBox>("filterBox")->setFilterText({});
        QTRY_COMPARE(rig.items().selectedCount(), 5);
        QTRY_VERIFY(rig.action("resumeItems")->isEnabled());
        key(Qt::Key_U, Qt::ControlModifier);
        const auto &resumed = std::get<ItemsAction>(rig.control.commands.back().action);
        QVERIFY(resumed.verb == ItemVerb::Resume && resumed.ids.size() == 5);
    }

    // The button was pressed before, and is let go after.
    void whatIsSettledMeanwhileIsNotDone()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        NeedRow *row = rig.row(Kind::Failed);
        QVERIFY(row);
        auto *button = row->findChild<QPushButton *>("needVerb");
        QTest::mousePress(button, Qt::LeftButton);
        for (int i = 0; i < 5; ++i)
            rig.feed.setItem(rig.photos, "item-" + std::to_string(i), ItemState::InSync);
        QTRY_VERIFY(row->isSettled());
        rig.feed.setItem(rig.photos, "other", ItemState::Failed, "another cause");
        QTRY_VERIFY(needs(*rig.window, "another cause"));
        QTest::mouseRelease(button, Qt::LeftButton);
        QTRY_VERIFY(rig.hasToast("Nothing was done: it is settled already. photos: 5 objects "
                                 "failed: no space left"));
        QVERIFY(rig.control.commands.empty());
        QTest::keyClick(row, Qt::Key_Return);
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Overview);
    }

    void aNeedStaysUntilItIsSettled()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const ItemKey key = rig.feed.setItem(rig.photos, "held", ItemState::Held);
        QVERIFY(rig.ask(Kind::Held, "Show"));
        QVERIFY(rig.row(Kind::Held));
        rig.feed.removeItem(rig.photos, key);
        QTRY_VERIFY(!needRow(*rig.window, "photos", Kind::Held));
        QVERIFY(rig.messages().isEmpty());
    }

    void whatIsSettledMovesNothingWhileThePointerWorks()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const ItemKey key = rig.feed.setItem(rig.photos, "held", ItemState::Held);
        const NeedRow *held = rig.row(Kind::Held);
        QVERIFY(held);
        rig.feed.setItem(rig.photos, "paused", ItemState::Paused);
        const NeedRow *below = rig.row(Kind::ObjectsPaused);
        QVERIFY(below);
        QTRY_VERIFY(below->y() > held->y());
        const int before = below->y();
        const QPoint place = below->mapTo(rig.window.get(), below->rect().center());
        QTest::mouseMove(rig.window->windowHandle(), place);
        QTest::mouseMove(rig.window->windowHandle(), place + QPoint(1, 0));
        rig.feed.removeItem(rig.photos, key);
        QTRY_VERIFY(held->isSettled());
        QCoreApplication::processEvents();
        QCOMPARE(below->y(), before);
        QVERIFY(!held->findChild<QPushButton *>("needVerb")->isEnabled());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(rig.tabs->overview().viewport(), &leave);
        QTRY_VERIFY(below->y() < before);
        QVERIFY(!needRow(*rig.window, "photos", Kind::Held));
    }

    void showLeadsToWhatItIsAbout()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        QVERIFY(rig.ask(Kind::Failed, "Show"));
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Items);
        QCOMPARE(rig.filter(), "state:failed,parked error:/no\\sspace\\sleft/ controller:photos");
        rig.feed.edit(rig.photos, [](ControllerView &view) { view.watchError = "limit"; });
        NeedRow *row = rig.row(Kind::WatchDown);
        QVERIFY(row);
        QTest::keyClick(row, Qt::Key_Return);
        QCOMPARE(rig.tabs->currentTab(), Tabs::Tab::Controllers);
        QCOMPARE(rig.tabs->meantControllers(), std::vector{rig.photos});
    }

    // An action is meant for what is highlighted, and Details are about it.
    void whatIsChosenIsMeant()
    {
        NeedsRig rig;
        const ControllerId other = rig.feed.addController("other");
        QVERIFY(rig.isReady());
        QTRY_COMPARE(rig.details(),
                     "1 fault\n\n2 controllers, 30 objects, 5 failing, of which 5 given up");
        QVERIFY(rig.tabs->meantControllers().empty());
        for (auto *row : rig.window->findChildren<HealthRow *>()) {
            if (row->controller().id == other)
                row->setFocus(Qt::TabFocusReason);
        }
        QCOMPARE(rig.tabs->meantControllers(), std::vector{other});
        QTRY_VERIFY(rig.details().startsWith("other: healthy\n\nLimits\n"));
        QTRY_VERIFY(rig.action("pauseController")->text().contains("other"));
        rig.row(Kind::Failed)->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(rig.details().startsWith("photos\n\n5 objects failed: no space left\nFault"));
        QCOMPARE(rig.tabs->meantControllers(), std::vector{rig.photos});
        QTest::keyClick(rig.row(Kind::Failed), Qt::Key_Escape);
        QTRY_VERIFY(rig.details().startsWith("1 fault\n\n"));
        for (auto *row : rig.window->findChildren<HealthRow *>()) {
            if (row->controller().id == rig.photos)
                row->setFocus(Qt::TabFocusReason);
        }
        QTRY_VERIFY(rig.details().startsWith("photos: "));
        QCOMPARE(rig.details().count("no space left"), 1); // the reason is its need
    }

    void controllersSayTheHealthOfTheEngineEverywhere()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const auto *row = rig.window->findChild<HealthRow *>();
        QTRY_COMPARE(row->accessibleName(),
                     "photos, failing, 5 objects failed: no space left, 30 objects");
        rig.tabs->setCurrentTab(Tabs::Tab::Controllers);
        const auto *rows = rig.tabs->table(Tabs::Tab::Controllers).model();
        QCOMPARE(rows->index(0, ControllersModel::Health).data(), "failing");
        QCOMPARE(rows->index(0, ControllersModel::Why).data(), "5 objects failed: no space left");
    }

    void whereNobodyMaySteerItOnlyShows()
    {
        WindowOptions options;
        options.access = WindowOptions::Access::ReadOnly;
        NeedsRig rig(options);
        const NeedRow *row = rig.row(Kind::Failed);
        QVERIFY(row);
        QCOMPARE(offeredIn(*row), QStringList{"Show"});
    }

    void aJournalThatIsNotWrittenIsSaidUntilItIs()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.application.shown.keep(0, {.file = "/j", .whyNotWritten = "/j: the disk is full"});
        QTRY_VERIFY(needsOf(*rig.window)
                        .contains("Journal: A restart would forget what happens now, commands too; "
                                  "/j: the disk is "
                                  "full"));
        rig.application.shown.keep(0, {.file = "/j"});
        QTRY_VERIFY(!needs(*rig.window, "the disk is full"));
    }

    void whatAStartDidNotFindInItsJournalIsSaid()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.application.shown.keep(0, {.file = "/j", .lost = "/j was empty"});
        QTRY_VERIFY(
            needsOf(*rig.window)
                .contains("Journal: The start has not found all that was before it; /j was empty"));
    }

    void whatFailsForOneOfManyOtherCausesIsRequeuedWithoutTheFirst()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        for (int i = 1; i < int(MostFailureCauses) + 3; ++i) { // one is there already
            const std::string odd{char('a' + i / 26), char('a' + i % 26)};
            rig.feed.setItem(rig.photos, "odd-" + odd, ItemState::Failed, "it is too " + odd);
        }
        const NeedRow *row = nullptr;
        QTRY_VERIFY([&] {
            for (const auto *each : rig.window->findChildren<NeedRow *>()) {
                if (each->need().key.kind == Kind::Failed && each->need().key.cause.empty())
                    row = each;
            }
            return row && row->need().count == 3;
        }());
        QVERIFY(press(*row, "Requeue 3"));
        QVERIFY(rig.sent({rig.photos, ItemsAction{ItemVerb::Requeue,
                                                  {"odd-bg", "odd-bh", "odd-bi"}}}));
    }

    void whatASessionLacksIsSaid()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const auto ofHost = [](const char *controller, Kind kind, const char *text) {
            return qontroller::Need{controller, {.kind = kind, .text = text}};
        };
        rig.application.shown
            .alarm(0, {.ofHost = {ofHost("", Kind::NotApplied, "s.json: there is no plugin nosuch"),
                                  ofHost("mails", Kind::NotStarted, "there is no folder /mails")}});
        QTRY_VERIFY(needsOf(*rig.window)
                        .contains("Session: The session that was asked for last is not applied; "
                                  "s.json: there is no plugin nosuch"));
        QVERIFY(needsOf(*rig.window).contains("mails: It does not run; there is no folder /mails"));
        const NeedRow *row = needRow(*rig.window, "mails", Kind::NotStarted);
        QVERIFY(row);
        QCOMPARE(offeredIn(*row), (QStringList{"Apply Session…", "Acknowledge…"}));
    }

    // What is meant is what runs; the file is old.
    void aSessionThatIsNotSavedIsSaved()
    {
        NeedsRig rig;
        rig.application.session = "s.json";
        QVERIFY(rig.isReady());
        rig.application.shown
            .alarm(0,
                   {.ofHost = {{"", {.kind = Kind::NotSaved, .text = "s.json says otherwise"}}}});
        NeedRow *row = nullptr;
        QTRY_VERIFY((row = needRow(*rig.window, "Session", Kind::NotSaved)));
        QCOMPARE(offeredIn(*row), (QStringList{"Save Session", "Apply Session…"}));
        QVERIFY(press(*row, "Save Session"));
        QCOMPARE(rig.application.saved, QStringList{"s.json"});
    }

    void whatBeganWhileTheWindowLookedHasATime()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.application.shown.keep(0, {.file = "/j"});
        QTRY_VERIFY(!needs(*rig.window, "the disk is full"));
        rig.application.shown.keep(0, {.file = "/j", .whyNotWritten = "/j: the disk is full"});
        NeedRow *row = nullptr;
        QTRY_VERIFY((row = needRow(*rig.window, "Journal", Kind::JournalNotWritten)));
        QVERIFY(row->need().since != TimePoint{});
    }

    void whatSomebodyAcknowledgedIsSaidAndCountsNoMore()
    {
        NeedsRig rig;
        QVERIFY(rig.ask(Kind::Failed, "Acknowledge…"));
        auto *dialog = rig.find<TermsDialog>("acknowledgeDialog");
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLabel *>("termsQuestion")->text(),
                 "photos: 5 objects failed: no space left");
        dialog->findChild<QComboBox *>("termsExpiry")->setCurrentIndex(1);
        dialog->findChild<QLineEdit *>("termsReason")->setText("ticket 42");
        dialog->accept();
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview");
        QCOMPARE(rig.application.shown.acknowledgements().size(), 1);
        const QString asked = rig.application.shown.acknowledgements().first();
        QVERIFY2(asked.startsWith("acknowledge photos/failed/"), qPrintable(asked));
        QVERIFY2(asked.endsWith(" for 1h: ticket 42"), qPrintable(asked));
        const NeedRow *row = rig.row(Kind::Failed);
        QVERIFY(row->accessibleName().contains("acknowledged by "));
        QVERIFY(row->accessibleName().contains(": ticket 42"));
        QVERIFY(rig.ask(Kind::Failed, "Take Back Acknowledgement"));
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)");
    }

    void anAcknowledgementThatIsRefusedIsSaid()
    {
        NeedsRig rig;
        rig.application.shown.refuseAcknowledgements("db1: only operators may do that");
        QVERIFY(rig.ask(Kind::Failed, "Acknowledge…"));
        rig.find<TermsDialog>("acknowledgeDialog")->accept();
        QTRY_VERIFY(rig.hasMessage("db1: only operators may do that"));
        QCOMPARE(rig.tabs->tabText(0), "Overview (1)");
    }

    void anAlarmOfANumberIsANeed()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        Alarm slow{"slow handlers", qontroller::Severity::Fault, "photos", "photos/p95",
                   "p95 is 3s, more than 2s"};
        Alarm failed{"faults", qontroller::Severity::Fault, "photos", "photos/failed/3fa2c1"};
        rig.application.shown.alarm(0, {.firing = {slow, failed}});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        QVERIFY(
            needsOf(*rig.window).contains("photos: Alarm slow handlers; p95 is 3s, more than 2s"));
        rig.application.shown.alarm(0, {});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)");
    }

    void anAcknowledgedAlarmOfANumberStaysAndCanBeTakenBack()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const Alarm slow{"slow handlers", qontroller::Severity::Fault, "photos", "photos/p95",
                         "p95 is 3s, more than 2s"};
        const auto row = [&rig] {
            NeedRow *found = nullptr;
            for (auto *each : rig.window->findChildren<NeedRow *>()) {
                if (each->isVisible() && each->need().what == "Alarm slow handlers")
                    found = each;
            }
            return found;
        };
        rig.application.shown.alarm(0, {.firing = {slow}, .acknowledged = {}});
        QTRY_VERIFY(row());
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (2)");
        rig.application.shown.alarm(0, {.firing = {},
                                        .acknowledged = {{.key = "photos/p95", .who = "anna"}},
                                        .quiet = {slow}});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (1)");
        QVERIFY(row() && row()->need().acknowledged);
        QVERIFY(!row()->need().isAlarm);
        QVERIFY(press(*row(), "Take Back Acknowledgement"));
        QTRY_COMPARE(rig.application.shown.acknowledgements(), QStringList("withdraw photos/p95"));
    }

    void twoRulesForOneNumberAreTwoNeeds()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        const auto alarm = [](const char *rule) {
            return Alarm{rule, qontroller::Severity::Fault, "photos", "photos/depth", "it is so"};
        };
        rig.application.shown.alarm(0, {.firing = {alarm("many"), alarm("too many")},
                                        .acknowledged = {}});
        QTRY_COMPARE(rig.tabs->tabText(0), "Overview (3)");
        QVERIFY(needsOf(*rig.window).contains("photos: Alarm many; it is so"));
        QVERIFY(needsOf(*rig.window).contains("photos: Alarm too many; it is so"));
    }

    // No filter hides a fault from who has just come.
    void noFilterCountsHere()
    {
        NeedsRig rig;
        QVERIFY(rig.isReady());
        rig.find<FilterBox>("filterBox")->setFilterText("controller:nothing");
        QTRY_COMPARE(rig.tabs->items().rowCount(), 0);
        QVERIFY(rig.row(Kind::Failed));
        QCOMPARE(rig.tabs->tabText(0), "Overview (1)");
    }
};

QONTROLLER_WINDOW_TEST(NeedsTest)
#include "tst_needs.moc"
