// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/actions/commander.h"
#include "ui/actions/operatorlogmodel.h"
#include "ui/theme/resources.h"
#include "ui/words/outcomewords.h"

#include "core/engine/observe/feed/delta.h"

#include <QtTest/QAbstractItemModelTester>

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

ItemRef item(ControllerId controller, const std::string &id, ItemState state = ItemState::InSync)
{
    return {controller, 1, id, state};
}

EventRecord commandTaken(Ticket ticket, const Action &action)
{
    return {0, {}, EventRecord::Kind::Command, {}, {Said::Kind::Taken, describe(action)}, ticket};
}

EventRecord ticketDone(Ticket ticket, const std::string &id, const std::string &outcome)
{
    return {0, {}, EventRecord::Kind::TicketDone, id, outcome, ticket};
}

QString cellOf(const OperatorLogModel &log, int row, OperatorLogModel::Column column)
{
    return log.index(row, column).data().toString();
}

/// Number \a number of a host's log, as of so many seconds since 1970.
OperatorLine line(std::uint64_t number, const std::string &text, Ticket ticket)
{
    OperatorLine line{WallTime(std::chrono::seconds(number)), "anna (window)", "photos", text};
    line.ticket = ticket;
    line.number = number;
    return line;
}

OperatorLine jobLine(std::uint64_t number, JobId job, const std::string &text)
{
    OperatorLine ofJob = line(number, text, 0);
    ofJob.job = job;
    return ofJob;
}

} // namespace

class CommanderTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareResources("en"); }
    void init() { failOnAnyWarning(); }

    void skipsWhatIsNotEligible_data()
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
        row("requeue elsewhere", ItemVerb::Requeue, ItemState::Elsewhere, false);
        row("requeue held", ItemVerb::Requeue, ItemState::Held, false);
        row("pause running", ItemVerb::Pause, ItemState::Running, true);
        row("pause held", ItemVerb::Pause, ItemState::Held, false);
        row("pause elsewhere", ItemVerb::Pause, ItemState::Elsewhere, false);
        row("pause paused", ItemVerb::Pause, ItemState::Paused, false);
        row("resume paused", ItemVerb::Resume, ItemState::Paused, true);
        row("resume failed", ItemVerb::Resume, ItemState::Failed, false);
        row("discard failed", ItemVerb::Discard, ItemState::Failed, true);
        row("discard running", ItemVerb::Discard, ItemState::Running, false);
        row("discard held", ItemVerb::Discard, ItemState::Held, false);
        row("discard stuck", ItemVerb::Discard, ItemState::Stuck, false);
        row("confirm held", ItemVerb::Remove, ItemState::Held, true);
        row("confirm failed", ItemVerb::Remove, ItemState::Failed, false);
        row("refuse held", ItemVerb::Keep, ItemState::Held, true);
    }
    void skipsWhatIsNotEligible()
    {
        QFETCH(int, verb);
        QFETCH(int, state);
        const auto as = static_cast<ItemState>(state);
        const ItemRef item{1, 1, "a", as, false, as == ItemState::Paused};
        QTEST(skipReason(static_cast<ItemVerb>(verb), item).isEmpty(), "eligible");
    }

    void discardsNoRemovalThatMaySucceed()
    {
        const auto isEligible = [](ItemState state) {
            return skipReason(ItemVerb::Discard, {1, 1, "a", state, true}).isEmpty();
        };
        QVERIFY(!isEligible(ItemState::Waiting));
        QVERIFY(!isEligible(ItemState::BackOff));
        QVERIFY(isEligible(ItemState::Failed)); // or it would stay for ever
        QVERIFY(isEligible(ItemState::Parked));
        QVERIFY(isEligible(ItemState::Elsewhere)); // another host removes it
    }

    void sendsOneCommandToEachController()
    {
        Rig rig;
        rig.commander.apply(
            FrozenScope::of(ItemVerb::Requeue, {item(1, "a"), item(2, "b"), item(1, "c")}));
        QCOMPARE(rig.control.commands.size(), 2u);
        QVERIFY(
            (rig.control.commands[0] == Command{1, ItemsAction{ItemVerb::Requeue, {"a", "c"}}}));
        QVERIFY((rig.control.commands[1] == Command{2, ItemsAction{ItemVerb::Requeue, {"b"}}}));
    }

    void undoOfPauseAllResumesOnlyWhatRan()
    {
        Rig rig;
        rig.feed.addController("one");
        const ControllerId two = rig.feed.addController("two");
        rig.feed.edit(two, [](ControllerView &d) { d.state = ControllerState::Paused; });
        rig.pull();
        rig.commander.pauseAll();
        QCOMPARE(rig.control.commands.size(), 1u); // what is paused keeps its reason and end
        QVERIFY((rig.control.commands[0] == Command{1, ControllerVerb::Pause}));
        rig.commander.undo();
        QCOMPARE(rig.control.commands.size(), 2u);
        QVERIFY((rig.control.commands[1] == Command{1, ControllerVerb::Resume}));
    }

    void undoTakesBackOnlyWhatWasDone()
    {
        Rig rig;
        const ControllerId id = rig.feed.addController("one");
        rig.pull();
        rig.commander.resumeController(id); // it runs
        QVERIFY(!rig.commander.canUndo());
        QVERIFY(rig.control.commands.empty());
        rig.feed.edit(id, [now = rig.feed.now()](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.pauseReason = "maintenance";
        });
        rig.pull();
        rig.commander.pauseController(id); // it is paused
        QVERIFY(!rig.commander.canUndo());
        rig.commander.pauseController(id, {std::nullopt, "another reason"});
        rig.commander.undo();
        QVERIFY((rig.control.commands.back()
                 == Command{id, ControllerAction{ControllerVerb::Pause, {{}, "maintenance"}}}));
    }

    void undoOfAResumeKeepsTheEndOfThePause_data()
    {
        QTest::addColumn<bool>("isFrozen");
        QTest::newRow("live") << false;
        QTest::newRow("in a frozen picture") << true;
    }
    void undoOfAResumeKeepsTheEndOfThePause()
    {
        QFETCH(bool, isFrozen);
        Rig rig;
        QSignalSpy refused(&rig.commander, &Commander::refused);
        const ControllerId id = rig.feed.addController("one");
        const TimePoint until = rig.feed.now() + 3h;
        rig.feed.edit(id, [until](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.pausedUntil = until;
        });
        rig.pull();
        rig.state.setFrozen(isFrozen);
        rig.feed.setStep(30min);
        rig.pull();
        rig.commander.resumeController(id);
        rig.feed.setStep(1h);
        rig.pull();
        rig.commander.undo();
        const Duration left = until - rig.state.hosts().now();
        QVERIFY((rig.control.commands.back()
                 == Command{id, ControllerAction{ControllerVerb::Pause, {left}}}));
        rig.commander.resumeController(id);
        rig.feed.setStep(2h);
        rig.pull();
        const std::size_t commands = rig.control.commands.size();
        rig.commander.undo(); // it would be over by now
        QCOMPARE(rig.control.commands.size(), commands);
        QCOMPARE(refused.size(), 1);
        QVERIFY(!rig.commander.canUndo());
    }

    void actsOnWhatIsSoWhileThePictureIsFrozen()
    {
        Rig rig;
        const ControllerId id = rig.feed.addController("one");
        rig.feed.edit(id, [](ControllerView &d) { d.options.workers = 4; });
        rig.pull();
        rig.state.setFrozen(true);
        rig.feed.edit(id, [](ControllerView &d) {
            d.state = ControllerState::Paused;
            d.options.workers = 8;
        });
        rig.pull();
        rig.commander.setWorkers(id, 16);
        rig.commander.undo();
        QVERIFY((rig.control.commands.back() == Command{id, setWorkers(8)}));
        rig.commander.resumeController(id);
        QVERIFY((rig.control.commands.back() == Command{id, ControllerVerb::Resume}));
        rig.feed.edit(id, [](ControllerView &d) { d.state = ControllerState::Running; });
        rig.pull();
        rig.commander.pauseController(id);
        QVERIFY((rig.control.commands.back() == Command{id, ControllerVerb::Pause}));
    }

    void changesOnlyTheOptionsThatAnOperatorChanged()
    {
        Rig rig;
        const ControllerId id = rig.feed.addController("one");
        rig.feed.edit(id, [](ControllerView &d) { d.options.workers = 16; });
        rig.pull();
        const ControllerOptions begun = rig.state.controller(id)->options;
        rig.feed.edit(id, [](ControllerView &d) { d.options.workers = 1; }); // by somebody else
        rig.pull();
        ControllerOptions wanted = begun;
        wanted.maxRetries = 50;
        rig.commander.setOptions(id, begun, wanted);
        QCOMPARE(rig.control.commands.size(), std::size_t{1});
        const Command sent{id, setOption(&ControllerOptions::maxRetries, 50)};
        QVERIFY(rig.control.commands.back() == sent);
    }

    void saysWhoWasSkippedAndWhy()
    {
        Rig rig;
        QSignalSpy done(&rig.commander, &Commander::done);
        const FrozenScope scope = FrozenScope::of(ItemVerb::Requeue,
                                                  {item(1, "a"), item(1, "b", ItemState::Paused),
                                                   item(1, "c", ItemState::Paused)});
        rig.commander.apply(scope);
        QCOMPARE(done.last().at(0).toString(), "a requeued. Skipped: 2 (paused: resume first).");
        rig.commander.apply(FrozenScope::of(ItemVerb::Resume, {item(1, "a")}));
        QCOMPARE(done.last().at(0).toString(), "Nothing to do. Skipped: 1 (not paused).");
        QCOMPARE(rig.control.commands.size(), 1u);
    }

    void writesEveryCommandDown()
    {
        OperatorLogModel log;
        QAbstractItemModelTester tester(&log);
        const ItemsAction action{ItemVerb::Pause, {"a", "b", "c", "d"}};
        log.addTicket(log.add({QStringLiteral("photos")}, action), 7);
        QCOMPARE(log.rowCount(), 1);
        QCOMPARE(cellOf(log, 0, OperatorLogModel::What), "Pause 4 objects");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Items), "a, b, c, 1 more");
        QCOMPARE(log.headerData(OperatorLogModel::Outcome, Qt::Horizontal).toString(), "Result");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome), "sent");
        log.take(commandTaken(7, action));
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome), "done");
    }

    void theHostsLineOfTheWindowsCommandIsTheSameRow()
    {
        OperatorLogModel log;
        QAbstractItemModelTester tester(&log);
        log.addTicket(log.add({QStringLiteral("photos")}, ItemsAction{ItemVerb::Pause, {"a"}}), 7);
        const int job = log.addJobs({QStringLiteral("photos")},
                                    ItemsAction{ItemVerb::Discard, {"b"}}, {{{}, 3}});
        log.setOutcome(job, QStringLiteral("1 of 1"));
        log.take({}, {line(1, "pause 1 object", 7), jobLine(2, 3, "job 3: discard photos/b")}, {});
        QCOMPARE(log.rowCount(), 2);
        QCOMPARE(cellOf(log, 0, OperatorLogModel::What), "Pause 1 object");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Who), "anna (window)");
        QCOMPARE(cellOf(log, 1, OperatorLogModel::Who), "anna (window)");
        QCOMPARE(cellOf(log, 1, OperatorLogModel::Outcome), "1 of 1");
        log.take({}, {jobLine(3, 4, "job 4: discard photos/c")}, {}); // before the answer
        log.addJobs({QStringLiteral("photos")}, ItemsAction{ItemVerb::Discard, {"c"}}, {{{}, 4}});
        QCOMPARE(log.rowCount(), 3);
    }

    void theEndOfAnothersJobSaysWhatFailed()
    {
        OperatorLogModel log;
        log.take({}, {jobLine(1, 3, "job 3: requeue 9 objects")}, {});
        OperatorLine end = jobLine(2, 3, "job 3: requeue 9 objects: 8 succeeded, 1 failed");
        end.result = "b: no room";
        log.take({}, {end}, {});
        QCOMPARE(log.rowCount(), 1);
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome),
                 "job 3: requeue 9 objects: 8 succeeded, 1 failed; b: no room");
    }

    void theEndOfAnothersJobIsTheResultOfItsRow()
    {
        OperatorLogModel log;
        log.take({}, {jobLine(1, 3, "job 3: pause 9 objects for 1h: audit")}, {});
        OperatorLine end = jobLine(2, 3, "job 3: pause 9 objects for 1h: audit");
        end.result = "9 × done";
        log.take({}, {end}, {});
        QCOMPARE(cellOf(log, 0, OperatorLogModel::What), "job 3: pause 9 objects for 1h: audit");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome), "9 × done");
    }

    // A command of another for all controllers names none.
    void whereACommandOfAnotherIsFor()
    {
        OperatorLogModel log;
        HostLabels hosts;
        OperatorLine all = line(1, "pause controller", 7);
        OperatorLine session = line(2, "apply session", 0);
        all.controller.clear();
        session.controller.clear();
        hosts.add(1, {QStringLiteral("web"), {}, false});
        log.take({1, 1}, {all, session}, hosts);
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Where), "all controllers");
        QCOMPARE(cellOf(log, 1, OperatorLogModel::Where), "");
        hosts.add(2, {QStringLiteral("db"), {}, false});
        log.take({2, 1}, {all, session}, hosts);
        QCOMPARE(cellOf(log, 1, OperatorLogModel::Where), "all controllers on db");
        QCOMPARE(cellOf(log, 3, OperatorLogModel::Where), "db");
    }

    // As `qontrollerctl log` does: what is told, and in which order, is decided once.
    void saysOfACommandWhatTheHostsLogSays()
    {
        using Kind = OutcomePart::Kind;
        OutcomeParts all;
        for (int kind = 0; kind <= int(Kind::Stopped); ++kind)
            all.push_back({Kind(kind), 2, 3, "no space"});
        all.push_back({Kind::Done});
        QCOMPARE(outcomeText(all).toStdString(), inWords(all));
    }

    void whatOthersAskedForIsThereByTimeWithWhatCameOfIt()
    {
        OperatorLogModel log;
        QAbstractItemModelTester tester(&log);
        const HostRun db{2, 1};
        HostLabels hosts;
        hosts.add(1, {QStringLiteral("web"), {}, false});
        hosts.add(2, {QStringLiteral("db"), {}, false});
        log.add({QStringLiteral("photos")}, ControllerVerb::Resync);
        OperatorLine requeue = line(1, "requeue 2 objects", 9);
        requeue.ids = {"a", "b"};
        requeue.idCount = 2;
        OperatorLine refused = line(2, "pause controller", 0);
        refused.isRefused = true;
        log.take(db, {requeue, refused}, hosts);
        QCOMPARE(log.rowCount(), 3); // they were asked for long ago
        QCOMPARE(cellOf(log, 0, OperatorLogModel::What), "requeue 2 objects");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Items), "a, b");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Where), "photos on db");
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome), "");
        requeue.result = "2 done";
        log.take(db, {requeue}, hosts); // it has changed
        QCOMPARE(log.rowCount(), 3);
        QCOMPARE(cellOf(log, 0, OperatorLogModel::Outcome), "2 done");
        QCOMPARE(cellOf(log, 1, OperatorLogModel::Outcome), "refused");
        QCOMPARE(cellOf(log, 2, OperatorLogModel::What), "Resync now");
    }

    void aLineComesOnceAlsoFromTheNextLifeOfItsHost()
    {
        OperatorLogModel log;
        QAbstractItemModelTester tester(&log);
        std::vector<OperatorLine> lines{line(1, "pause", 7), line(2, "resume", 8)};
        lines.back().at += 700us;
        log.take({1, 1}, lines, {});
        log.take({1, 1}, lines, {}); // the host was connected to anew
        QCOMPARE(log.rowCount(), 2);
        std::vector<OperatorLine> kept = lines; // as its journal has them
        for (OperatorLine &each : kept)
            each.ticket = 0;
        kept.back().at += 300us; // to the nearest millisecond
        kept.push_back(line(3, "resync", 1));
        log.take({1, 2}, kept, {});
        QCOMPARE(log.rowCount(), 3);
        log.take({2, 1}, {line(1, "pause", 7)}, {}); // of another host
        QCOMPARE(log.rowCount(), 4);
    }

    void theOldestRowsGo()
    {
        OperatorLogModel log;
        QAbstractItemModelTester tester(&log);
        for (std::size_t i = 0; i <= OperatorLogModel::Limit; ++i)
            log.take({}, {line(i + 1, "resync", 0)}, {});
        QCOMPARE(log.rowCount(), int(OperatorLogModel::Limit));
        log.take({1, 1}, {line(0, "too old", 0)}, {});
        QCOMPARE(cellOf(log, 0, OperatorLogModel::What), "resync");
    }

    // The message that a command was given comes before the engine has said anything.
    void whatTheEngineRemarksOnACommandIsSaid()
    {
        OperatorLogModel log;
        const QSignalSpy remarked(&log, &OperatorLogModel::remarked);
        log.addTicket(log.add({QStringLiteral("photos")}, ItemsAction{ItemVerb::Discard, {"a"}}),
                      7);
        log.take(commandTaken(7, ItemsAction{ItemVerb::Discard, {"a"}}));
        QCOMPARE(remarked.size(), 0);
        const std::string remark = "1 object was not discarded: running now";
        log.take({0, {}, EventRecord::Kind::Command, {}, remark, 7});
        QCOMPARE(remarked.size(), 1);
        QCOMPARE(remarked.front().front().toString(), QString::fromStdString(remark));
    }

    void aTicketIsOfTheRunThatGaveIt()
    {
        OperatorLogModel log;
        const HostRun one{1, 1};
        const HostRun two{2, 1};
        const HostRun twoAnew{2, 2};
        log.addTicket(log.add({QStringLiteral("photos")}, ItemsAction{ItemVerb::Requeue, {"a"}}), 7,
                      one);
        log.addTicket(log.add({QStringLiteral("photos")}, ItemsAction{ItemVerb::Requeue, {"a"}}), 7,
                      two);
        log.take(ticketDone(7, "a", "done"), twoAnew);
        log.take(ticketDone(7, "a", "done"), two);
        const auto outcome = [&log](int row) {
            return log.index(row, OperatorLogModel::Outcome).data().toString();
        };
        QCOMPARE(outcome(0), "sent");
        QCOMPARE(outcome(1), "done");
    }

    void countsTheResultsOfOneCommand()
    {
        OperatorLogModel log;
        const auto outcome = [&log] {
            return log.index(0, OperatorLogModel::Outcome).data().toString();
        };
        const ItemsAction action{ItemVerb::Requeue, {"a", "b", "c"}};
        log.addTicket(log.add({QStringLiteral("photos")}, action), 7);
        log.take(ticketDone(99, "a", "done")); // another front end's
        log.take(commandTaken(7, action));
        QCOMPARE(outcome(), "sent");
        log.take(ticketDone(7, "a", "done"));
        log.take(ticketDone(7, "b", "failed: no space left"));
        QCOMPARE(outcome(), "2 of 3 ended · 1 × done · 1 × failed: no space left");
        log.take(ticketDone(7, "c", "done"));
        QCOMPARE(outcome(), "2 × done · 1 × failed: no space left");
    }

    void marksWhatWasTakenBack()
    {
        Rig rig;
        QSignalSpy takenBack(&rig.commander, &Commander::takenBack);
        rig.commander.apply(FrozenScope::of(ItemVerb::Pause, {item(1, "a"), item(2, "b")}));
        rig.commander.apply(FrozenScope::of(ItemVerb::Pause, {item(1, "c")}));
        QCOMPARE(rig.commander.undoText(), "c paused.");
        rig.commander.undo(1); // not the last one
        QCOMPARE(takenBack.last().at(0).toInt(), 1);
        QVERIFY((rig.control.commands[3] == Command{1, ItemsAction{ItemVerb::Resume, {"a"}}}));
        QVERIFY((rig.control.commands[4] == Command{2, ItemsAction{ItemVerb::Resume, {"b"}}}));
        QCOMPARE(rig.control.undone, (std::vector<Ticket>{0, 0, 0, 1, 2}));
        QVERIFY(rig.cell(0, OperatorLogModel::Outcome).endsWith("taken back"));
        QVERIFY(rig.cell(1, OperatorLogModel::Outcome).endsWith("taken back"));
        QVERIFY(!rig.cell(2, OperatorLogModel::Outcome).endsWith("taken back"));
        QCOMPARE(rig.cell(3, OperatorLogModel::What), "Undo: Resume 1 object");
        rig.commander.undo(1); // a click that came late
        QCOMPARE(rig.control.commands.size(), 5u);
        QVERIFY(rig.commander.canUndo());
    }

private:
    struct Rig
    {
        FakeFeed feed;
        FakeControl control;
        LiveState state;
        OperatorLogModel log;
        const FakeHosts hosts{feed, control};
        Commander commander{hosts, log, state};
        QString cell(int row, int column) const { return log.index(row, column).data().toString(); }
        void pull() { state.apply(std::make_shared<const Delta>(feed.pull())); }
    };
};

QONTROLLER_WINDOW_TEST(CommanderTest)
#include "tst_commander.moc"
