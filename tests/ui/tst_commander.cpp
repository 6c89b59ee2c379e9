// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakes.h"
#include "support/warnings.h"

#include "ui/actions/commander.h"
#include "ui/actions/operatorlog.h"
#include "ui/theme/resources.h"

#include <QtTest/QAbstractItemModelTester>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;

namespace {

ItemRef item(ControllerId controller, const std::string &id, ItemState state = ItemState::InSync)
{
    return {controller, 1, id, state};
}

ItemRefs many(std::size_t count)
{
    ItemRefs items;
    for (std::size_t i = 0; i < count; ++i)
        items.push_back(item(1, std::to_string(i), ItemState::Failed));
    return items;
}

} // namespace

class CommanderTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources(QStringLiteral("en")); }
    void init();
    void skipsWhatIsNotEligible_data();
    void skipsWhatIsNotEligible();
    void discardsNoRemovalThatMaySucceed();
    void sendsOneCommandToEachController();
    void pauseOfItemsCanBeUndone();
    void undoOfPauseAllResumesOnlyWhatRan();
    void workersGoBackToWhatTheyWere();
    void discardCannotBeUndone();
    void requeuesManyInPortions();
    void saysWhoWasSkippedAndWhy();
    void writesEveryCommandDown();
    void logsWhatCameOfACommand();
    void saysOnceWhenTheLogCannotBeWritten();

private:
    struct Rig
    {
        FakeFeed feed;
        FakeControl control;
        LiveState state;
        OperatorLog log{{}};
        Commander commander{control, log, state};
        void pull() { state.apply(std::make_shared<const Delta>(feed.pull())); }
    };
};

void CommanderTest::init()
{
    failOnAnyWarning();
}

void CommanderTest::skipsWhatIsNotEligible_data()
{
    QTest::addColumn<int>("verb");
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("eligible");
    const auto row = [](const char *name, ItemVerb verb, ItemState state, bool eligible) {
        QTest::newRow(name) << int(verb) << int(state) << eligible;
    };
    row("requeue failed", ItemVerb::Requeue, ItemState::Failed, true);
    row("requeue running", ItemVerb::Requeue, ItemState::Running, true);
    row("requeue parked", ItemVerb::Requeue, ItemState::Parked, true);
    row("requeue paused", ItemVerb::Requeue, ItemState::Paused, false);
    row("requeue held", ItemVerb::Requeue, ItemState::Held, false);
    row("pause running", ItemVerb::Pause, ItemState::Running, true);
    row("pause paused", ItemVerb::Pause, ItemState::Paused, false);
    row("resume paused", ItemVerb::Resume, ItemState::Paused, true);
    row("resume failed", ItemVerb::Resume, ItemState::Failed, false);
    row("discard failed", ItemVerb::Discard, ItemState::Failed, true);
    row("discard running", ItemVerb::Discard, ItemState::Running, false);
    row("discard held", ItemVerb::Discard, ItemState::Held, false);
    row("discard stuck", ItemVerb::Discard, ItemState::Stuck, false);
    row("confirm held", ItemVerb::ConfirmHeld, ItemState::Held, true);
    row("confirm failed", ItemVerb::ConfirmHeld, ItemState::Failed, false);
    row("refuse held", ItemVerb::RefuseHeld, ItemState::Held, true);
}

void CommanderTest::skipsWhatIsNotEligible()
{
    QFETCH(int, verb);
    QFETCH(int, state);
    const ItemRef item{1, 1, "a", static_cast<ItemState>(state), false};
    QTEST(!skipReason(static_cast<ItemVerb>(verb), item).has_value(), "eligible");
}

void CommanderTest::discardsNoRemovalThatMaySucceed()
{
    const auto isEligible = [](ItemState state) {
        return !skipReason(ItemVerb::Discard, {1, 1, "a", state, true}).has_value();
    };
    QVERIFY(!isEligible(ItemState::Waiting));
    QVERIFY(!isEligible(ItemState::BackOff));
    QVERIFY(isEligible(ItemState::Failed)); // or nobody could get rid of it
    QVERIFY(isEligible(ItemState::Parked));
}

void CommanderTest::sendsOneCommandToEachController()
{
    Rig rig;
    rig.commander.apply(
        FrozenScope::of(ItemVerb::Requeue, {item(1, "a"), item(2, "b"), item(1, "c")}));
    QCOMPARE(rig.control.commands.size(), 2u);
    QVERIFY((rig.control.commands[0] == Command{1, RequeueItems{{"a", "c"}}}));
    QVERIFY((rig.control.commands[1] == Command{2, RequeueItems{{"b"}}}));
}

void CommanderTest::pauseOfItemsCanBeUndone()
{
    Rig rig;
    QSignalSpy done(&rig.commander, &Commander::done);
    rig.commander.apply(FrozenScope::of(ItemVerb::Pause, {item(1, "a")}));
    QVERIFY((rig.control.commands.back() == Command{1, PauseItems{{"a"}, {}, {}}}));
    QCOMPARE(done.last().at(0).toString(), QStringLiteral("1 item paused."));
    QCOMPARE(done.last().at(1).toBool(), true);
    QVERIFY(rig.commander.canUndo());
    rig.commander.undo();
    QVERIFY((rig.control.commands.back() == Command{1, ResumeItems{{"a"}}}));
    QVERIFY(!rig.commander.canUndo());
}

void CommanderTest::undoOfPauseAllResumesOnlyWhatRan()
{
    Rig rig;
    rig.feed.addController("one");
    const ControllerId two = rig.feed.addController("two");
    rig.feed.edit(two, [](ControllerDelta &d) { d.state = ControllerState::Paused; });
    rig.pull();
    rig.commander.pauseAll();
    QVERIFY((rig.control.commands.back() == Command{0, PauseController{}}));
    rig.commander.undo();
    QCOMPARE(rig.control.commands.size(), 2u);
    QVERIFY((rig.control.commands.back() == Command{1, ResumeController{}}));
}

void CommanderTest::workersGoBackToWhatTheyWere()
{
    Rig rig;
    const ControllerId id = rig.feed.addController("one");
    rig.feed.edit(id, [](ControllerDelta &d) { d.options.workers = 7; });
    rig.pull();
    rig.commander.setWorkers(id, 2);
    rig.commander.undo();
    QVERIFY((rig.control.commands[0] == Command{id, SetWorkers{2}}));
    QVERIFY((rig.control.commands[1] == Command{id, SetWorkers{7}}));
}

void CommanderTest::discardCannotBeUndone()
{
    Rig rig;
    rig.commander.apply(FrozenScope::of(ItemVerb::Discard, {item(1, "a")}));
    QVERIFY((rig.control.commands.back() == Command{1, DiscardItems{{"a"}}}));
    QVERIFY(!rig.commander.canUndo());
}

void CommanderTest::requeuesManyInPortions()
{
    Rig rig;
    rig.commander.apply(FrozenScope::of(ItemVerb::Requeue, many(Commander::PortionSize + 20)));
    QCOMPARE(rig.control.commands.size(), 1u);
    QCOMPARE(std::get<RequeueItems>(rig.control.commands[0].action).ids.size(),
             Commander::PortionSize);
    QTRY_COMPARE(rig.control.commands.size(), 2u);
    QCOMPARE(std::get<RequeueItems>(rig.control.commands[1].action).ids.size(), 20u);
}

void CommanderTest::saysWhoWasSkippedAndWhy()
{
    Rig rig;
    QSignalSpy done(&rig.commander, &Commander::done);
    const FrozenScope scope = FrozenScope::of(ItemVerb::Discard,
                                              {item(1, "a"), item(1, "b", ItemState::Running),
                                               item(1, "c", ItemState::Stuck)});
    QCOMPARE(scope.skippedCount(), 2u);
    rig.commander.apply(scope);
    QCOMPARE(done.last().at(0).toString(),
             QStringLiteral("1 item discarded. Skipped: 2 running now."));
    rig.commander.apply(FrozenScope::of(ItemVerb::Resume, {item(1, "a")}));
    QCOMPARE(done.last().at(0).toString(), QStringLiteral("Nothing to do. Skipped: 1 not paused."));
    QCOMPARE(rig.control.commands.size(), 1u);
}

void CommanderTest::writesEveryCommandDown()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("operator.log"));
    OperatorLog log(file);
    QAbstractItemModelTester tester(&log);
    log.add(QStringLiteral("photos"), {1, PauseItems{{"a", "b"}, {}, {}}}, 7);
    QCOMPARE(log.rowCount(), 1);
    QCOMPARE(log.index(0, OperatorLog::What).data().toString(), QStringLiteral("pause 2 items"));
    QCOMPARE(log.headerData(OperatorLog::Outcome, Qt::Horizontal).toString(),
             QStringLiteral("Result"));
    QFile read(file);
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QJsonObject line = QJsonDocument::fromJson(read.readLine()).object();
    QCOMPARE(line.value(QStringLiteral("what")).toString(), QStringLiteral("pause 2 items"));
    QCOMPARE(line.value(QStringLiteral("where")).toString(), QStringLiteral("photos"));
    QVERIFY(!line.value(QStringLiteral("who")).toString().isEmpty());
    QVERIFY(QDateTime::fromString(line.value(QStringLiteral("time")).toString(), Qt::ISODateWithMs)
                .isValid());
}

void CommanderTest::logsWhatCameOfACommand()
{
    OperatorLog log({});
    log.add(QStringLiteral("photos"), {1, ResyncNow{}}, 7);
    log.setOutcome(99, QStringLiteral("somebody else's"));
    QCOMPARE(log.index(0, OperatorLog::Outcome).data().toString(), QStringLiteral("sent"));
    log.setOutcome(7, QStringLiteral("done"));
    QCOMPARE(log.index(0, OperatorLog::Outcome).data().toString(), QStringLiteral("done"));
}

void CommanderTest::saysOnceWhenTheLogCannotBeWritten()
{
    OperatorLog log(QStringLiteral("/nowhere/at/all/operator.log"));
    QSignalSpy failures(&log, &OperatorLog::failed);
    log.add({}, {1, ResyncNow{}}, 1);
    log.add({}, {1, ResyncNow{}}, 2);
    QCOMPARE(failures.size(), 1);
}

QTEST_MAIN(CommanderTest)
#include "tst_commander.moc"
