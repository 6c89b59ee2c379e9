// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/windowrig.h"

#include "ui/actions/operatorlog.h"

#include <QtWidgets/QPushButton>

using namespace qontroller;
using namespace qontroller::test;

/// What is said of a requeue is what came of it.
class RequeuingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init() { failOnAnyWarning(); }
    void whatWasGoneByThenIsCounted();
    void itSaysThatAPausedControllerRunsNothing();
    void itSaysThatAControllerWithoutWorkersRunsNothing();
};

namespace {

QString outcomeOf(const Rig &rig, int row)
{
    const auto *log = rig.find<Table>("operatorTable")->model();
    return log->index(row, OperatorLog::Outcome).data().toString();
}

} // namespace

void RequeuingTest::whatWasGoneByThenIsCounted()
{
    Rig rig;
    for (int i = 0; i < 30; ++i)
        rig.feed.setItem(rig.photos, "more-" + std::to_string(i), ItemState::Failed, "no", 6);
    QVERIFY(QTest::qWaitFor([&] { return rig.tabs->items().rowCount() == 60; }));
    rig.items().selectAll();
    rig.action("requeueItems")->trigger();
    auto *ask = rig.find<QPushButton>("confirmAct");
    QVERIFY(ask);
    for (int row = 0; row < 12; ++row)
        rig.feed.removeItem(rig.photos, rig.tabs->items().refAt(row).key);
    QTRY_COMPARE(rig.tabs->items().liveRowCount(), 48u);
    ask->click();
    QTRY_VERIFY(rig.hasToast(QStringLiteral("Requeued: 48 · gone by then: 12")));
    QCOMPARE(outcomeOf(rig, 0), QStringLiteral("sent · gone by then: 12"));
}

void RequeuingTest::itSaysThatAPausedControllerRunsNothing()
{
    Rig rig;
    QVERIFY(rig.isReady());
    rig.feed.edit(rig.photos, [](ControllerDelta &d) { d.state = ControllerState::Paused; });
    QTRY_VERIFY(rig.window->windowTitle().startsWith(QStringLiteral("[PAUSED]")));
    rig.items().selectRow(0);
    rig.action("requeueItems")->trigger();
    QVERIFY(rig.hasToast(
        QStringLiteral("requeued. Paused, so that nothing runs before it is resumed: photos.")));
    rig.action("pauseItems")->trigger();
    QVERIFY(!rig.hasToast(QStringLiteral("paused. Paused")));
}

void RequeuingTest::itSaysThatAControllerWithoutWorkersRunsNothing()
{
    Rig rig;
    QVERIFY(rig.isReady());
    rig.feed.edit(rig.photos, [](ControllerDelta &d) { d.gauges.workers = 0; });
    rig.items().selectRow(0);
    QTRY_VERIFY(rig.label("detailExplanation").contains(QStringLiteral("has no workers")));
    rig.action("requeueItems")->trigger();
    QVERIFY(
        rig.hasToast(QStringLiteral("requeued. Without workers, so that nothing runs: photos.")));
}

QTEST_MAIN(RequeuingTest)
#include "tst_requeuing.moc"
