// SPDX-License-Identifier: LGPL-3.0-or-later
#include "lifecyclerig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;
using Kind = Command::Kind;
using Rig = LifecycleRig;

class LifecycleTest : public QObject
{
    Q_OBJECT

private slots:
    void allowOperateTruthTable()
    {
        for (const bool isMarked : {false, true}) {
            QVERIFY(allowOperate(Gate::None, isMarked));
            QVERIFY(!allowOperate(Gate::Open, isMarked));
            QCOMPARE(allowOperate(Gate::Closed, isMarked), !isMarked);
        }
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

    void m9_undoWhileTheOperatorIsAtWorkWaitsUntilItLetsGo()
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

    void m10_stuckInDrain_whoHoldsTheMarkAndSinceWhen()
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

    void m10_anOperatorMayForceAStuckDrain_whichIsLogged()
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

    void m12_aDeletionOfAProtectedEmployeeIsAWishThatIsServedOnceItIsDrained()
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

    void anEmployeeThatIsMadeAgainUnderItsNameIsNotDeletedAgain()
    {
        Rig rig;
        const std::string id(DeletionId);
        rig.command(Kind::Delete, {});
        rig.facts.exists = false;
        rig.missing(OneMark);
        QVERIFY(rig.waiting(id).what == WaitsFor::Removal);
        rig.facts.exists = true;
        rig.settled();
        QVERIFY(!rig.did(Action::Kind::DeleteEmployee, id));
        rig.postPass(id).missing({});
        QVERIFY(rig.isIdle());
    }

    void aDeletionThatSomebodyElseServesDoesNotWaitForWhatIsMadeAgain_data()
    {
        QTest::addColumn<bool>("isDraining");
        QTest::newRow("while it waits for the rules") << false;
        QTest::newRow("while it drains") << true;
    }
    void aDeletionThatSomebodyElseServesDoesNotWaitForWhatIsMadeAgain()
    {
        QFETCH(bool, isDraining);
        Rig rig;
        const std::string id(DeletionId);
        rig.facts.marks = OneMark;
        rig.command(Kind::Delete, {});
        if (isDraining)
            rig.pass(id);
        rig.facts.exists = false;
        rig.settled();
        QCOMPARE(gateOf(rig.state) == Gate::Closed, isDraining);
        rig.facts.exists = true;
        rig.settled().marks({});
        QVERIFY(!rig.did(Action::Kind::DeleteEmployee, id));
        rig.postPass(id);
        QVERIFY(rig.isIdle());
    }

    void m12_aWishToDeleteMayBeTakenBackUntilItIsServed()
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
        rig.facts.missing = OneMark;
        rig.marks({});
        QVERIFY(!rig.isIdle()); // a pass may still want to bring it in
        rig.missing({});
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
};

QONTROLLER_TEST(LifecycleTest)
#include "tst_lifecycle.moc"
