// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consist/lifecycle.h"
#include "printing.h"

#include <QtTest/QtTest>

#include <algorithm>

using namespace qontroller;
using namespace qontroller::consist;
using Kind = Command::Kind;

namespace {

constexpr WallTime Noon{std::chrono::hours(12)};
constexpr std::chrono::minutes Minute{1};

/// One employee whose lifecycle is driven by hand.
struct Rig
{
    Lifecycle state;
    Facts facts;
    LifecyclePolicy policy;
    std::vector<Action> actions; // of the last step

    Rig() { facts.now = Noon; }

    Rig &settled()
    {
        Step step = settle(state, facts, policy);
        state = std::move(step.state);
        actions = std::move(step.actions);
        facts.command.reset();
        return *this;
    }
    Rig &command(Kind kind, const std::string &id, const std::string &type = {})
    {
        facts.command = Command{kind, id, type, "ann"};
        return settled();
    }
    Rig &pass(const std::string &id)
    {
        facts.preChecks[id].passed = true;
        return settled();
    }
    Rig &postPass(const std::string &id)
    {
        facts.postChecks[id].passed = true;
        return settled();
    }
    Rig &marks(std::vector<Holder> holders)
    {
        facts.marks = std::move(holders);
        return settled();
    }
    Rig &missing(std::vector<Holder> holders)
    {
        facts.missing = std::move(holders);
        return settled();
    }
    /// Begun, permitted, without marks, started.
    Rig &operating(const std::string &id, const std::string &type)
    {
        return command(Kind::Begin, id, type).pass(id).command(Kind::Start, id);
    }
    [[nodiscard]] const Operation *find(const std::string &id) const
    {
        const auto found = std::find_if(state.operations.begin(), state.operations.end(),
                                        [&](const auto &one) { return one.id == id; });
        return found == state.operations.end() ? nullptr : &*found;
    }
    [[nodiscard]] Phase phase(const std::string &id) const { return find(id)->phase; }
    [[nodiscard]] bool isIdle() const { return state.operations.empty(); }
    [[nodiscard]] bool did(Action::Kind kind, const std::string &id = {}) const
    {
        return std::any_of(actions.begin(), actions.end(),
                           [&](const auto &one) { return one.kind == kind && one.id == id; });
    }
    [[nodiscard]] std::optional<Refusal> refusal() const
    {
        for (const Action &action : actions) {
            if (action.kind == Action::Kind::Refused)
                return action.refusal;
        }
        return std::nullopt;
    }
    [[nodiscard]] Waiting waiting(const std::string &id) const
    {
        return waitingOf(state, *find(id), facts, policy);
    }
};

const std::vector<Holder> OneMark{{"web", Noon}};

} // namespace

class LifecycleTest : public QObject
{
    Q_OBJECT

private slots:
    void allowOperateTruthTable_data()
    {
        QTest::addColumn<int>("gate");
        QTest::addColumn<bool>("marked");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("no gate") << int(Gate::None) << false << true;
        QTest::newRow("no gate and a mark") << int(Gate::None) << true << true;
        QTest::newRow("gate open") << int(Gate::Open) << false << false;
        QTest::newRow("gate open and a mark") << int(Gate::Open) << true << false;
        QTest::newRow("gate closed and no mark") << int(Gate::Closed) << false << true;
        QTest::newRow("gate closed and a mark") << int(Gate::Closed) << true << false;
    }
    void allowOperateTruthTable()
    {
        QFETCH(int, gate);
        QFETCH(bool, marked);
        QFETCH(bool, allowed);
        QCOMPARE(allowOperate(Gate(gate), marked), allowed);
    }

    void preCheck()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart");
        QCOMPARE(rig.phase("a"), Phase::PreCheck);
        QVERIFY(rig.did(Action::Kind::AskPreCheck, "a"));
        QVERIFY(gateOf(rig.state) == Gate::Open);
        rig.facts.preChecks["a"].reasons = {{"maxUnavailable", Noon}};
        rig.settled();
        QCOMPARE(rig.phase("a"), Phase::PreCheck);
        QVERIFY(rig.waiting("a").what == WaitsFor::Rules);
        QCOMPARE(rig.waiting("a").whom.front().name, std::string("maxUnavailable"));
        rig.facts.marks = OneMark;
        rig.pass("a");
        QCOMPARE(rig.phase("a"), Phase::Draining);
        QVERIFY(rig.did(Action::Kind::CloseGate));
    }

    void aPermissionIsAStepOfItsOwn()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart");
        rig.facts.preChecks["a"].passed = true;
        const Step permitted = next(rig.state, rig.facts, rig.policy);
        QCOMPARE(permitted.state.operations.front().phase, Phase::Permitted);
        QVERIFY(takesOutOfService(permitted.state));
        QVERIFY(gateOf(permitted.state) == Gate::Open);
    }

    void theWholeWay()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        QCOMPARE(rig.phase("a"), Phase::Draining);
        rig.marks({});
        QCOMPARE(rig.phase("a"), Phase::Drained);
        QVERIFY(rig.did(Action::Kind::AllowOperate, "a"));
        rig.command(Kind::Start, "a");
        QCOMPARE(rig.phase("a"), Phase::Operating);
        QVERIFY(isOperatedOn(rig.state));
        rig.facts.missing = OneMark;
        rig.command(Kind::Finish, "a");
        QCOMPARE(rig.phase("a"), Phase::PostCheck);
        QVERIFY(rig.did(Action::Kind::AskPostCheck, "a"));
        rig.postPass("a");
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        QVERIFY(rig.did(Action::Kind::OpenGate));
        rig.missing({});
        QVERIFY(rig.isIdle());
        QVERIFY(rig.did(Action::Kind::Ended, "a"));
    }

    void twoOperations_bothPreparing_operateOnlyWhenBothReady()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").command(Kind::Begin, "b", "upgrade");
        rig.pass("a").pass("b");
        QCOMPARE(rig.phase("a"), Phase::Draining);
        QCOMPARE(rig.phase("b"), Phase::Draining);
        rig.command(Kind::Start, "a");
        QVERIFY(rig.refusal() == Refusal::NotDrained);
        rig.marks({});
        QCOMPARE(rig.phase("a"), Phase::Drained);
        QCOMPARE(rig.phase("b"), Phase::Drained);
    }

    void operatedThenPostCheck_postCheckWaitsForTheOther_complete()
    {
        Rig rig;
        rig.operating("a", "restart").operating("b", "upgrade");
        rig.command(Kind::Finish, "a");
        QCOMPARE(rig.phase("a"), Phase::Operated);
        QVERIFY(rig.waiting("a").what == WaitsFor::OtherOperations);
        QCOMPARE(rig.waiting("a").whom.front().name, std::string("b"));
        rig.command(Kind::Finish, "b");
        QCOMPARE(rig.phase("a"), Phase::PostCheck);
        rig.postPass("a");
        QCOMPARE(rig.phase("a"), Phase::PostCheck);
        QVERIFY(rig.waiting("a").what == WaitsFor::OtherOperations);
        QVERIFY(gateOf(rig.state) == Gate::Closed);
        rig.postPass("b");
        QVERIFY(rig.isIdle());
    }

    void anOperationThatIsNotPermittedHoldsNobodyUp()
    {
        Rig rig;
        rig.operating("a", "restart").command(Kind::Begin, "b", "upgrade");
        rig.command(Kind::Finish, "a").postPass("a");
        QVERIFY(!rig.find("a"));
        QCOMPARE(rig.phase("b"), Phase::PreCheck);
        QVERIFY(gateOf(rig.state) == Gate::Open);
    }

    void undo()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        rig.facts.missing = OneMark;
        rig.command(Kind::Undo, "a");
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        QVERIFY(rig.did(Action::Kind::OpenGate));
        rig.missing({});
        QVERIFY(rig.isIdle());
    }

    void undoOfOneOfTwo()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").command(Kind::Begin, "b", "upgrade");
        rig.pass("a").pass("b").command(Kind::Undo, "a");
        QVERIFY(!rig.find("a"));
        QCOMPARE(rig.phase("b"), Phase::Draining);
        QVERIFY(gateOf(rig.state) == Gate::Closed);
        QVERIFY(!rig.did(Action::Kind::OpenGate));
    }

    void undoWhileTheOperatorIsAtWorkWaitsUntilItLetsGo()
    {
        Rig rig;
        rig.operating("a", "restart").command(Kind::Undo, "a");
        QCOMPARE(rig.phase("a"), Phase::Undoing);
        QVERIFY(gateOf(rig.state) == Gate::Closed && isOperatedOn(rig.state));
        QVERIFY(rig.waiting("a").what == WaitsFor::Operator);
        rig.command(Kind::Finish, "a");
        QVERIFY(rig.isIdle());
        QVERIFY(rig.did(Action::Kind::OpenGate));
    }

    void anOperatorThatVanishedWhileItsOperationWasUndoneIsForced()
    {
        Rig rig;
        rig.operating("a", "restart").command(Kind::Undo, "a").command(Kind::Force, "a");
        QVERIFY(rig.did(Action::Kind::LogForced, "a"));
        QVERIFY(rig.isIdle());
    }

    void expectedNotSatisfied_kept_satisfied_cleared()
    {
        Rig rig;
        rig.operating("a", "restart");
        rig.facts.missing = {{"web", Noon}, {"mail", Noon}};
        rig.command(Kind::Finish, "a").postPass("a");
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        QVERIFY(rig.waiting("a").what == WaitsFor::Traffic);
        QCOMPARE(rig.waiting("a").whom.size(), std::size_t{2});
        rig.missing({{"mail", Noon}});
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        rig.missing({});
        QVERIFY(rig.isIdle());
    }

    void beginOfATakenTypeIsRefused()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart").command(Kind::Begin, "b", "restart");
        QVERIFY(rig.refusal() == Refusal::TypeTaken);
        QVERIFY(!rig.find("b"));
        rig.policy.sharedTypes = {"restart"};
        rig.command(Kind::Begin, "b", "restart");
        QVERIFY(rig.find("b"));
    }

    void beginAgainIsNoSecondOperation()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart").command(Kind::Begin, "a", "restart");
        QVERIFY(!rig.refusal());
        QCOMPARE(rig.state.operations.size(), std::size_t{1});
        rig.command(Kind::Begin, "a", "upgrade");
        QVERIFY(rig.refusal() == Refusal::IdTaken);
        rig.command(Kind::Begin, "", "upgrade");
        QVERIFY(rig.refusal() == Refusal::NoId);
        rig.command(Kind::Begin, std::string(DeletionId), "upgrade");
        QVERIFY(rig.refusal() == Refusal::NoId);
    }

    void aMarkThatComesBackTakesThePermissionAway()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        QCOMPARE(rig.phase("a"), Phase::Drained);
        rig.facts.now += Minute;
        rig.marks(OneMark);
        QCOMPARE(rig.phase("a"), Phase::Draining);
        QVERIFY(rig.find("a")->drainingSince == Noon); // still the same drain
        rig.command(Kind::Start, "a");
        QVERIFY(rig.refusal() == Refusal::NotDrained);
    }

    void aMarkBetweenDrainedAndStartRefusesTheStart()
    {
        Rig rig;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        rig.facts.marks = OneMark;
        rig.facts.command = Command{Kind::Start, "a", {}, {}};
        const Step step = next(rig.state, rig.facts, rig.policy);
        QVERIFY(step.actions.front().refusal == Refusal::NotDrained);
    }

    void stuckInDrain_whoHoldsTheMarkAndSinceWhen()
    {
        Rig rig;
        rig.facts.marks = {{"web", Noon - Minute}};
        rig.command(Kind::Begin, "a", "restart").pass("a");
        rig.facts.now += 5 * Minute - Duration(1);
        QVERIFY(!rig.settled().waiting("a").isStuck);
        rig.facts.now += Duration(1);
        const Waiting waiting = rig.settled().waiting("a");
        QVERIFY(waiting.isStuck && waiting.what == WaitsFor::Marks);
        QVERIFY(waiting.since == Noon);
        QVERIFY((waiting.whom == std::vector<Holder>{{"web", Noon - Minute}}));
        QCOMPARE(rig.phase("a"), Phase::Draining); // shown, not decided
    }

    void anOperatorMayForceAStuckDrain_whichIsLogged()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").pass("a").command(Kind::Force, "a");
        QVERIFY(rig.refusal() == Refusal::NotStuck);
        rig.facts.now += 5 * Minute;
        rig.command(Kind::Force, "a");
        QVERIFY(rig.did(Action::Kind::LogForced, "a"));
        QCOMPARE(rig.phase("a"), Phase::Drained);
        rig.command(Kind::Start, "a");
        QCOMPARE(rig.phase("a"), Phase::Operating);
    }

    void forcingOneOperationForcesNoOther()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").command(Kind::Begin, "b", "upgrade");
        rig.pass("a").pass("b");
        rig.facts.now += 5 * Minute;
        rig.command(Kind::Force, "a");
        QCOMPARE(rig.phase("b"), Phase::Draining);
    }

    void aDeletionOfAProtectedEmployeeIsAWishThatIsServedOnceItIsDrained()
    {
        Rig rig;
        const std::string id(DeletionId);
        rig.facts.marks = OneMark;
        rig.command(Kind::Delete, {});
        QVERIFY(!rig.did(Action::Kind::DeleteEmployee, id));
        QCOMPARE(rig.phase(id), Phase::PreCheck);
        rig.pass(id);
        QCOMPARE(rig.phase(id), Phase::Draining);
        rig.marks({});
        QVERIFY(rig.did(Action::Kind::DeleteEmployee, id));
        QVERIFY(rig.settled().did(Action::Kind::DeleteEmployee, id)); // until it is gone
        rig.command(Kind::Begin, "a", "restart");
        QVERIFY(rig.refusal() == Refusal::BeingDeleted);
        rig.facts.exists = false;
        QVERIFY(rig.settled().isIdle());
    }

    void aDeletionOfWhatCarriesNoMarkIsServedAtOnceWithItsGateClosed()
    {
        Rig rig;
        rig.command(Kind::Delete, {});
        QVERIFY(rig.did(Action::Kind::DeleteEmployee, std::string(DeletionId)));
        QVERIFY(gateOf(rig.state) == Gate::Closed);
    }

    void aDeletionWaitsForTheOperatorAtWork_andIsServedInsteadOfARestore()
    {
        Rig rig;
        const std::string id(DeletionId);
        rig.operating("a", "restart").command(Kind::Delete, {});
        QCOMPARE(rig.phase(id), Phase::Drained);
        QVERIFY(rig.waiting(id).what == WaitsFor::OtherOperations);
        rig.command(Kind::Finish, "a");
        QVERIFY(rig.did(Action::Kind::DeleteEmployee, id));
        QCOMPARE(rig.phase("a"), Phase::Operated);
    }

    void aWishToDeleteMayBeTakenBackUntilItIsServed()
    {
        Rig rig;
        const std::string id(DeletionId);
        rig.facts.marks = OneMark;
        rig.command(Kind::Delete, {}).pass(id).command(Kind::Undo, id);
        QVERIFY(rig.isIdle());
        rig.marks({}).command(Kind::Delete, {}).command(Kind::Undo, id);
        QVERIFY(rig.refusal() == Refusal::BeingDeleted);
    }

    void withoutAGateNothingIsDrained()
    {
        Rig rig;
        rig.facts.hasGate = false;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        QCOMPARE(rig.phase("a"), Phase::Drained);
        rig.command(Kind::Start, "a").command(Kind::Finish, "a").postPass("a");
        QVERIFY(rig.isIdle());
        QVERIFY(!rig.did(Action::Kind::OpenGate));
    }

    void anEmployeeThatVanishesTakesItsOperationsWithIt()
    {
        Rig rig;
        rig.facts.marks = OneMark;
        rig.command(Kind::Begin, "a", "restart").pass("a");
        rig.facts.exists = false;
        rig.settled();
        QVERIFY(!rig.isIdle()); // a mark is left
        rig.marks({});
        QVERIFY(rig.isIdle());
    }

    void aSecondOperationThatClosesTheGateAgainBringsTheFirstBackToo()
    {
        Rig rig;
        rig.operating("a", "restart");
        rig.facts.missing = OneMark;
        rig.command(Kind::Finish, "a").postPass("a");
        rig.command(Kind::Begin, "b", "upgrade").pass("b");
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        QVERIFY(rig.waiting("a").what == WaitsFor::OtherOperations);
        rig.command(Kind::Start, "b").command(Kind::Finish, "b").postPass("b").missing({});
        QVERIFY(rig.isIdle());
    }

    // Each state by each command, and what the facts make of each state.
    void everyStateAndCommand_data();
    void everyStateAndCommand();
    void everyStateAndFact_data();
    void everyStateAndFact();
    void everyStateSaysWhatItWaitsFor_data();
    void everyStateSaysWhatItWaitsFor();
};

namespace {

/// A lifecycle with one operation "a" in \a phase.
Lifecycle stateIn(Phase phase)
{
    Operation operation;
    operation.id = "a";
    operation.type = "restart";
    operation.phase = phase;
    operation.since = operation.drainingSince = Noon;
    return {{operation}};
}

constexpr int Gone = -1;
constexpr const char *Ok = "";

} // namespace

void LifecycleTest::everyStateAndCommand_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("command");
    QTest::addColumn<int>("after"); // a phase, or Gone
    QTest::addColumn<QString>("refusal");

    struct Row
    {
        Phase phase;
        Kind command;
        int after;
        const char *refusal;
    };
    const auto stays = [](Phase phase, Kind command, const char *refusal = Ok) {
        return Row{phase, command, int(phase), refusal};
    };
    const auto goes = [](Phase phase, Kind command, Phase after) {
        return Row{phase, command, int(after), Ok};
    };
    const char *notDrained = "it is not drained";
    const char *notStarted = "it was not started";
    const char *notStuck = "it is not stuck";
    const std::vector<Row> rows{
        stays(Phase::PreCheck, Kind::Begin),
        stays(Phase::PreCheck, Kind::Start, notDrained),
        stays(Phase::PreCheck, Kind::Finish, notStarted),
        {Phase::PreCheck, Kind::Undo, Gone, Ok},
        stays(Phase::PreCheck, Kind::Force, notStuck),
        stays(Phase::PreCheck, Kind::Delete),
        stays(Phase::Permitted, Kind::Begin),
        stays(Phase::Permitted, Kind::Start, notDrained),
        stays(Phase::Permitted, Kind::Finish, notStarted),
        {Phase::Permitted, Kind::Undo, Gone, Ok},
        stays(Phase::Permitted, Kind::Force, notStuck),
        stays(Phase::Permitted, Kind::Delete),
        stays(Phase::Draining, Kind::Begin),
        stays(Phase::Draining, Kind::Start, notDrained),
        stays(Phase::Draining, Kind::Finish, notStarted),
        goes(Phase::Draining, Kind::Undo, Phase::Restoring),
        stays(Phase::Draining, Kind::Force, notStuck),
        stays(Phase::Draining, Kind::Delete),
        stays(Phase::Drained, Kind::Begin),
        goes(Phase::Drained, Kind::Start, Phase::Operating),
        stays(Phase::Drained, Kind::Finish, notStarted),
        goes(Phase::Drained, Kind::Undo, Phase::Restoring),
        stays(Phase::Drained, Kind::Force, notStuck),
        stays(Phase::Drained, Kind::Delete),
        stays(Phase::Operating, Kind::Begin),
        stays(Phase::Operating, Kind::Start),
        goes(Phase::Operating, Kind::Finish, Phase::Operated),
        goes(Phase::Operating, Kind::Undo, Phase::Undoing),
        stays(Phase::Operating, Kind::Force, notStuck),
        stays(Phase::Operating, Kind::Delete),
        stays(Phase::Operated, Kind::Begin),
        stays(Phase::Operated, Kind::Start, notDrained),
        stays(Phase::Operated, Kind::Finish),
        goes(Phase::Operated, Kind::Undo, Phase::Restoring),
        stays(Phase::Operated, Kind::Force, notStuck),
        stays(Phase::Operated, Kind::Delete),
        stays(Phase::PostCheck, Kind::Begin),
        stays(Phase::PostCheck, Kind::Start, notDrained),
        stays(Phase::PostCheck, Kind::Finish),
        goes(Phase::PostCheck, Kind::Undo, Phase::Restoring),
        stays(Phase::PostCheck, Kind::Force, notStuck),
        stays(Phase::PostCheck, Kind::Delete),
        stays(Phase::Restoring, Kind::Begin),
        stays(Phase::Restoring, Kind::Start, notDrained),
        stays(Phase::Restoring, Kind::Finish),
        stays(Phase::Restoring, Kind::Undo),
        stays(Phase::Restoring, Kind::Force, notStuck),
        stays(Phase::Restoring, Kind::Delete),
        stays(Phase::Undoing, Kind::Begin),
        stays(Phase::Undoing, Kind::Start, notDrained),
        goes(Phase::Undoing, Kind::Finish, Phase::Restoring),
        stays(Phase::Undoing, Kind::Undo),
        goes(Phase::Undoing, Kind::Force, Phase::Restoring),
        stays(Phase::Undoing, Kind::Delete),
    };
    QCOMPARE(rows.size(), std::size_t{PhaseCount * CommandCount});
    for (const Row &row : rows) {
        QTest::addRow("%s, command %d", std::string(name(row.phase)).c_str(), int(row.command))
            << int(row.phase) << int(row.command) << row.after << QString(row.refusal);
    }
}

void LifecycleTest::everyStateAndCommand()
{
    QFETCH(int, phase);
    QFETCH(int, command);
    QFETCH(int, after);
    QFETCH(QString, refusal);
    Facts facts;
    facts.now = Noon + Minute;
    facts.command = Command{Kind(command), Kind(command) == Kind::Delete ? "" : "a", "restart", {}};
    const Lifecycle before = stateIn(Phase(phase));
    const Step step = next(before, facts, {});
    QString said;
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::Refused)
            said = QString::fromStdString(std::string(name(action.refusal)));
    }
    QCOMPARE(said, refusal);
    if (!refusal.isEmpty())
        QVERIFY(step.state == before);
    const auto found = std::find_if(step.state.operations.begin(), step.state.operations.end(),
                                    [](const auto &one) { return one.id == "a"; });
    if (after == Gone) {
        QVERIFY(found == step.state.operations.end());
        return;
    }
    QCOMPARE(found->phase, Phase(after));
    QVERIFY(found->since == (after == phase ? Noon : facts.now));
    QCOMPARE(step.state.operations.size(), std::size_t(Kind(command) == Kind::Delete ? 2 : 1));
}

void LifecycleTest::everyStateAndFact_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("bare");    // no mark, nothing missing, no verdict
    QTest::addColumn<int>("marked");
    QTest::addColumn<int>("checked"); // both checks have passed
    QTest::addColumn<int>("missing"); // from somebody, with both checks passed
    QTest::addColumn<int>("ungated"); // no gate, but a mark
    QTest::addColumn<int>("vanished");

    const auto row = [](Phase phase, int bare, int marked, int checked, int missing, int ungated) {
        QTest::addRow("%s", std::string(name(phase)).c_str())
            << int(phase) << bare << marked << checked << missing << ungated << Gone;
    };
    const int preCheck = int(Phase::PreCheck), permitted = int(Phase::Permitted);
    const int draining = int(Phase::Draining), drained = int(Phase::Drained);
    const int operating = int(Phase::Operating), postCheck = int(Phase::PostCheck);
    const int restoring = int(Phase::Restoring), undoing = int(Phase::Undoing);
    row(Phase::PreCheck, preCheck, preCheck, permitted, permitted, preCheck);
    row(Phase::Permitted, draining, draining, draining, draining, draining);
    row(Phase::Draining, drained, draining, drained, drained, drained);
    row(Phase::Drained, drained, draining, drained, drained, drained);
    row(Phase::Operating, operating, operating, operating, operating, operating);
    row(Phase::Operated, postCheck, postCheck, postCheck, postCheck, postCheck);
    row(Phase::PostCheck, postCheck, postCheck, restoring, restoring, postCheck);
    row(Phase::Restoring, Gone, Gone, Gone, restoring, Gone);
    row(Phase::Undoing, undoing, undoing, undoing, undoing, undoing);
}

void LifecycleTest::everyStateAndFact()
{
    QFETCH(int, phase);
    const auto after = [&](const Facts &facts) {
        const Step step = next(stateIn(Phase(phase)), facts, {});
        return step.state.operations.empty() ? Gone : int(step.state.operations.front().phase);
    };
    Facts bare;
    QTEST(after(bare), "bare");
    Facts marked;
    marked.marks = OneMark;
    QTEST(after(marked), "marked");
    Facts checked;
    checked.preChecks["a"].passed = checked.postChecks["a"].passed = true;
    QTEST(after(checked), "checked");
    Facts missing = checked;
    missing.missing = OneMark;
    QTEST(after(missing), "missing");
    Facts ungated;
    ungated.hasGate = false;
    ungated.marks = OneMark;
    QTEST(after(ungated), "ungated");
    Facts vanished;
    vanished.exists = false;
    QTEST(after(vanished), "vanished");
}

void LifecycleTest::everyStateSaysWhatItWaitsFor_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<QString>("what");
    const char *words[PhaseCount] = {"rules",    "gate",             "marks",  "operator",
                                     "operator", "other operations", "checks", "traffic",
                                     "operator"};
    for (int phase = 0; phase < PhaseCount; ++phase)
        QTest::addRow("%s", std::string(name(Phase(phase))).c_str()) << phase << words[phase];
}

void LifecycleTest::everyStateSaysWhatItWaitsFor()
{
    QFETCH(int, phase);
    QFETCH(QString, what);
    const Lifecycle state = stateIn(Phase(phase));
    Facts facts;
    facts.now = Noon + Minute;
    const Waiting waiting = waitingOf(state, state.operations.front(), facts, {});
    QCOMPARE(QString::fromStdString(std::string(name(waiting.what))), what);
    QVERIFY(waiting.since == Noon);
}

QTEST_APPLESS_MAIN(LifecycleTest)
#include "tst_lifecycle.moc"
