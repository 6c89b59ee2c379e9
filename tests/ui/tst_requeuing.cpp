// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"
#include "support/windowtest.h"

using namespace qontroller;
using namespace qontroller::test;

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
