// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace qontroller::ui;

namespace {

EventRecord taken(const Action &action, Ticket ticket)
{
    return {0, {}, EventRecord::Kind::Command, {}, {Said::Kind::Taken, describe(action)}, ticket};
}

EventRecord ended(const std::string &id, const std::string &outcome, Ticket ticket)
{
    return {0, {}, EventRecord::Kind::TicketDone, id, outcome, ticket};
}

} // namespace

/// What is said of a requeue is what came of it.

class RequeuingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }
    void itSaysThatAPausedControllerRunsNothing()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &d) { d.state = ControllerState::Paused; });
        QTRY_VERIFY(rig.window->windowTitle().startsWith("(1) [PAUSED]"));
        rig.items().selectRow(0);
        rig.action("requeueItems")->trigger();
        QTRY_VERIFY(
            rig.hasToast("requeued. Paused, so that nothing runs before it is resumed: photos."));
        rig.action("pauseItems")->trigger();
        QVERIFY(!rig.hasToast("paused. Paused"));
    }

    void itSaysThatAControllerWithoutWorkersRunsNothing()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &d) { d.gauges.workers = 0; });
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.label("detailExplanation").contains("has no workers"));
        rig.action("requeueItems")->trigger();
        QVERIFY(rig.hasToast("requeued. Without workers, so that nothing runs: photos."));
    }

    void whatCameOfItIsSaidInTheRowOfTheNeed()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        NeedRow *row = nullptr;
        QTRY_VERIFY((row = needRow(*rig.window, "photos", AttentionKind::Failed)));
        QVERIFY(press(*row, "Requeue 5"));
        const Ticket ticket = 1; // as the control gave it
        const auto says = [row](const QString &part) {
            return row->accessibleName().contains(part);
        };
        QVERIFY(says("Requeued at "));
        rig.feed.addEvent(rig.photos, taken(rig.control.commands.front().action, ticket));
        QTRY_VERIFY(says(": runs, or waits for a worker"));
        for (int i = 0; i < 4; ++i)
            rig.feed.addEvent(rig.photos, ended("item-" + std::to_string(i), "done", ticket));
        QTRY_VERIFY(says(": 4 of 5 ended · 4 × done"));
        rig.feed.addEvent(rig.photos, ended("item-4", "failed: no space left", ticket));
        QTRY_VERIFY(says(": 4 × done · 1 × failed: no space left"));
        QTRY_VERIFY(rig.find<QPlainTextEdit>("detailText")
                        ->toPlainText()
                        .contains(": 4 × done · 1 × failed: no space left"));
    }

    // The sample of the need comes back; the log has the result for good.
    void whatCameOfItIsOldNewsAfterAMinute()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        NeedRow *row = nullptr;
        QTRY_VERIFY((row = needRow(*rig.window, "photos", AttentionKind::Failed)));
        QVERIFY(press(*row, "Requeue 5"));
        rig.feed.addEvent(rig.photos, taken(rig.control.commands.front().action, 1));
        for (int i = 0; i < 5; ++i)
            rig.feed.addEvent(rig.photos, ended("item-" + std::to_string(i), "done", 1));
        QTRY_VERIFY(row->result().contains("5 × done"));
        rig.feed.stopAt(rig.feed.now() + std::chrono::seconds(70));
        QTRY_VERIFY(row->result().isEmpty());
    }

    void itSaysThatItWaitsForTheControllerToBeResumed()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        const auto setState = [&rig](ControllerState state) {
            rig.feed.edit(rig.photos, [state](ControllerView &view) { view.state = state; });
        };
        setState(ControllerState::Paused);
        NeedRow *row = nullptr;
        QTRY_VERIFY(needRow(*rig.window, "photos", AttentionKind::Paused));
        QTRY_VERIFY((row = needRow(*rig.window, "photos", AttentionKind::Failed)));
        QVERIFY(press(*row, "Requeue 5"));
        rig.feed.addEvent(rig.photos, taken(rig.control.commands.front().action, 1));
        const auto says = [row](const QString &part) {
            return row->accessibleName().contains(part);
        };
        QTRY_VERIFY(says(": queued; runs when photos is resumed"));
        setState(ControllerState::Running);
        QTRY_VERIFY(says(": runs, or waits for a worker"));
    }

    void whatCameOfItIsSaidInDetailsOfAnObject()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.items().selectRow(0);
        auto *requeue = rig.find<QToolButton>("detail0");
        QTRY_VERIFY(requeue->isVisible() && requeue->isEnabled());
        requeue->click();
        const auto *action = std::get_if<ItemsAction>(&rig.control.commands.front().action);
        QVERIFY(action && action->verb == ItemVerb::Requeue);
        rig.feed.addEvent(rig.photos, taken(*action, 1));
        QTRY_VERIFY(rig.label("detailResult").endsWith(": runs, or waits for a worker"));
        rig.feed.addEvent(rig.photos, ended(action->ids.front(), "failed: no space left", 1));
        QTRY_VERIFY(rig.label("detailResult").endsWith(": failed: no space left"));
        rig.items().selectRow(1);
        QTRY_VERIFY(!rig.find<QLabel>("detailResult")->isVisible());
    }

    void aRemovalSaysSoToo()
    {
        Rig rig;
        QVERIFY(rig.isReady());
        rig.feed.edit(rig.photos, [](ControllerView &d) { d.state = ControllerState::Paused; });
        rig.feed.setItem(rig.photos, "item-0", ItemState::Held);
        rig.items().selectRow(0);
        QTRY_VERIFY(rig.action("removeHeld")->isEnabled());
        rig.action("removeHeld")->trigger();
        rig.question()->accept();
        QTRY_VERIFY(rig.hasToast(
            "To be removed: item-0. Paused, so that nothing runs before it is resumed: photos."));
    }
};

QONTROLLER_WINDOW_TEST(RequeuingTest)
#include "tst_requeuing.moc"
