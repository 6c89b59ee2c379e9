// SPDX-License-Identifier: LGPL-3.0-or-later
// What the object of an employee asks for.
#include "core/members/consist/wishes.h"
#include "lifecyclerig.h"
#include "printing.h"
#include "testprogram.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::consist;
using namespace qontroller::consist::test;
using Kind = Command::Kind;

namespace {

struct WishRig : LifecycleRig
{
    WishRig &ask(const std::vector<WantedOperation> &wishes)
    {
        Step step = heed(state, wishes, facts, policy);
        state = std::move(step.state);
        settled();
        actions.insert(actions.begin(), step.actions.begin(), step.actions.end());
        return *this;
    }
};

const WantedOperation Restart{"a", "restart"};
const WantedOperation Finished{"a", "restart", true};

} // namespace

class WishesTest : public QObject
{
    Q_OBJECT

private slots:
    void aWishIsBegunOnce()
    {
        WishRig rig;
        rig.ask({Restart}).ask({Restart});
        QCOMPARE(rig.state.operations.size(), std::size_t(1));
        QVERIFY(rig.find("a")->isWish);
        QCOMPARE(rig.phase("a"), Phase::PreCheck);
    }

    void whoFinishesIsTheOperator()
    {
        WishRig rig;
        rig.ask({Restart}).pass("a");
        QCOMPARE(rig.phase("a"), Phase::Drained);
        rig.ask({Finished}).postPass("a");
        QVERIFY(rig.isIdle());
    }

    void m8_aWishThatWasServedIsNotServedAgain()
    {
        WishRig rig;
        rig.ask({Restart}).pass("a").command(Kind::Start, "a").command(Kind::Finish, "a");
        rig.postPass("a");
        QVERIFY(rig.isIdle());
        QCOMPARE(rig.state.served, (std::set<std::string>{"a"}));
        QVERIFY(rig.ask({Restart}).isIdle());
        QVERIFY(rig.ask({}).state.served.empty());
        QVERIFY(!rig.ask({Restart}).isIdle());
    }

    void aWishThatIsFinishedBeforeItBeganIsNone()
    {
        WishRig rig;
        QVERIFY(rig.ask({Finished}).isIdle());
        QVERIFY(rig.state.served.empty());
    }

    void m9_whoWorksOnOneThatIsGoneHasNotLetGo_data()
    {
        QTest::addColumn<bool>("hasStarted");
        QTest::newRow("drained, so its author may be at work") << false;
        QTest::newRow("started") << true;
    }
    void m9_whoWorksOnOneThatIsGoneHasNotLetGo()
    {
        QFETCH(bool, hasStarted);
        WishRig rig;
        rig.ask({Restart}).pass("a");
        if (hasStarted)
            rig.command(Kind::Start, "a");
        const Phase phase = rig.phase("a");
        rig.facts.exists = false;
        rig.ask({});
        QCOMPARE(rig.phase("a"), phase);
        QCOMPARE(gateOf(rig.state), Gate::Closed);
        QCOMPARE(waitingOf(rig.state, *rig.find("a"), rig.facts, rig.policy).what,
                 hasStarted ? WaitsFor::Removal : WaitsFor::Operator);
        rig.facts.exists = true; // it comes back, and asks for the same
        QCOMPARE(rig.ask({Restart}).phase("a"), phase);
        rig.ask({Finished}).postPass("a");
        QVERIFY(rig.isIdle());
    }

    void whatWasNotBegunEndsWithItsObject()
    {
        WishRig rig;
        rig.ask({Restart});
        rig.facts.exists = false;
        QVERIFY(rig.ask({}).isIdle());
    }

    void aPersonEndsWhatIsLeftOfOneThatIsGone()
    {
        WishRig rig;
        rig.ask({Restart}).pass("a");
        rig.facts.exists = false;
        rig.ask({}).command(Kind::Undo, "a");
        QVERIFY(rig.isIdle());
    }

    void whatIsWantedNoLongerIsUndone()
    {
        WishRig rig;
        QVERIFY(rig.ask({Restart}).ask({}).isIdle());
        QVERIFY(rig.state.served.empty());
        rig.ask({Restart}).pass("a");
        QVERIFY(gateOf(rig.state) == Gate::Closed);
        rig.ask({});
        QVERIFY(rig.isIdle());
    }

    void whatIsWantedNoLongerWhileItIsWorkedOnWaitsForTheOperator()
    {
        WishRig rig;
        rig.ask({Restart}).pass("a").command(Kind::Start, "a");
        rig.ask({});
        QCOMPARE(rig.phase("a"), Phase::Undoing);
    }

    void whatIsWantedAgainWhileItIsUndoneBeginsAfterwards()
    {
        WishRig rig;
        rig.facts.marks = OneMark;
        rig.ask({Restart}).pass("a").missing(OneMark);
        rig.ask({});
        QCOMPARE(rig.phase("a"), Phase::Restoring);
        rig.ask({Restart});
        QVERIFY(rig.refusal() == Refusal::BeingUndone); // so it is asked for again
        rig.missing({});
        QVERIFY(rig.isIdle());
        QVERIFY(!rig.ask({Restart}).isIdle());
    }

    void whatAPersonHasUndoneStaysUndone()
    {
        for (const bool isDrained : {false, true}) {
            WishRig rig;
            rig.ask({Restart});
            if (isDrained)
                rig.pass("a");
            rig.command(Kind::Undo, "a");
            rig.ask({Restart});
            QVERIFY(rig.isIdle());
            QVERIFY(rig.ask({Restart}).isIdle());
            rig.ask({});
            QVERIFY(!rig.ask({Restart}).isIdle());
        }
    }

    void whatIsFinishedBeforeItWasDrainedIsUndone()
    {
        WishRig rig;
        rig.facts.marks = OneMark;
        rig.ask({Restart}).pass("a");
        QCOMPARE(rig.phase("a"), Phase::Draining);
        rig.ask({Finished});
        QVERIFY(rig.isIdle());
    }

    void whatSomebodyElseBeganIsLeftAlone()
    {
        WishRig rig;
        rig.command(Kind::Begin, "b", "replace").pass("b");
        rig.ask({});
        QCOMPARE(rig.phase("b"), Phase::Drained);
    }

    void aTypeThatIsUnderWayIsRefused()
    {
        WishRig rig;
        rig.command(Kind::Begin, "b", "restart");
        rig.ask({Restart});
        QVERIFY(rig.refusal() == Refusal::TypeTaken);
        QVERIFY(!rig.find("a"));
    }
};

QONTROLLER_GUILESS_TEST(WishesTest)
#include "tst_wishes.moc"
