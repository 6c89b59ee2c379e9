// SPDX-License-Identifier: LGPL-3.0-or-later
#include "items.h"
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/rules.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

const RetryPolicy Policy{.maxRetries = 3, .base = 10ms, .max = 1s};

} // namespace

class RulesTest : public QObject
{
    Q_OBJECT

private slots:
    void e13_backOffDoubles_data()
    {
        QTest::addColumn<quint32>("errors");
        QTest::addColumn<qint64>("base");
        QTest::addColumn<qint64>("max");
        QTest::addColumn<qint64>("expected");
        const auto row = [](const char *what, quint32 errors, Duration base, Duration max,
                            Duration expected) {
            QTest::newRow(what) << errors << qint64(base.count()) << qint64(max.count())
                                << qint64(expected.count());
        };
        row("1st of 1 ms", 1, 1ms, 1s, 1ms);
        row("2nd of 1 ms", 2, 1ms, 1s, 2ms);
        row("3rd of 1 ms", 3, 1ms, 1s, 4ms);
        row("4th of 1 ms", 4, 1ms, 1s, 8ms);
        row("5th of 1 ms", 5, 1ms, 1s, 16ms);
        row("11th of 1 ms is cut", 11, 1ms, 1s, 1s);
        row("6th of 1 ms to 1000 s", 6, 1ms, 1000s, 32ms);
        row("1000th of 1 ms to 1000 s", 1000, 1ms, 1000s, 1000s);
        row("3rd of 1 min to 1000 h", 3, 1min, 1000h, 4min);
        row("most errors of 1 min to 1000 h", UINT32_MAX, 1min, 1000h, 1000h);
        row("base is max", 1, 5s, 5s, 5s);
        row("1 ns without end", 64, 1ns, Duration::max(), Duration(std::int64_t(1) << 62));
    }
    void e13_backOffDoubles()
    {
        QFETCH(quint32, errors);
        QFETCH(qint64, base);
        QFETCH(qint64, max);
        QFETCH(qint64, expected);
        QCOMPARE(backOff(errors, Duration(base), Duration(max)), Duration(expected));
    }

    void e29_whatARunWeighs_data()
    {
        QTest::addColumn<quint16>("causes");
        QTest::addColumn<bool>("unchanged");
        QTest::addColumn<int>("milliseconds");
        const auto row = [](const char *what, std::uint16_t causes, bool unchanged, int weight) {
            QTest::newRow(what) << causes << unchanged << weight;
        };
        row("an event of the same version", bit(Cause::Modified), true, 3000);
        row("an event without a version", bit(Cause::Modified), false, 200);
        row("another handler", bit(Cause::Handler), true, 3000);
        row("another handler, and who knows", bit(Cause::Handler), false, 200);
        row("what belongs to it", bit(Cause::Owner), true, 60);
        row("its own handler", bit(Cause::Requeue), true, 60);
        row("the heaviest counts", bit(Cause::Requeue) | bit(Cause::Handler), true, 3000);
        row("an operator", bit(Cause::Operator) | bit(Cause::Modified), true, 0);
        row("a resync", bit(Cause::Resync), true, 0);
        row("a list", bit(Cause::Listed), true, 0);
        row("a retry", bit(Cause::Retry), true, 0);
        row("its lock", bit(Cause::Lock), true, 0);
    }
    void e29_whatARunWeighs()
    {
        QFETCH(quint16, causes);
        QFETCH(bool, unchanged);
        QFETCH(int, milliseconds);
        const Evidence evidence = unchanged ? Evidence::Unchanged : Evidence::None;
        QCOMPARE(weightOf(causes, evidence), Duration(std::chrono::milliseconds(milliseconds)));
    }

    void e29_unrestFadesWithTimeAndDoesNotRunOver_data()
    {
        QTest::addColumn<quint16>("before");
        QTest::addColumn<qint64>("passed");
        QTest::addColumn<quint16>("expected");
        QTest::newRow("at once") << quint16(100) << qint64(0) << quint16(3100);
        QTest::newRow("after a while") << quint16(1000) << qint64(400) << quint16(3600);
        QTest::newRow("long after") << quint16(60'000) << qint64(1'000'000'000) << quint16(3000);
        QTest::newRow("a clock that was set") << quint16(100) << qint64(-5000) << quint16(3100);
        QTest::newRow("full") << quint16(65'000) << qint64(0) << quint16(65'535);
    }
    void e29_unrestFadesWithTimeAndDoesNotRunOver()
    {
        QFETCH(quint16, before);
        QFETCH(qint64, passed);
        QFETCH(quint16, expected);
        QCOMPARE(unrestAfter(before, std::chrono::milliseconds(passed), 3s), expected);
    }

    void e15_aLockThatIsCalledFreeAndRefusedRestsLongerEachTime()
    {
        QCOMPARE(lockRest(0), Duration());
        QCOMPARE(lockRest(1), Duration());
        QCOMPARE(lockRest(2), Duration(20ms));
        QCOMPARE(lockRest(3), Duration(40ms));
        QCOMPARE(lockRest(100), Duration(500ms));
    }

    void e13_jitterIsTenPercent_data()
    {
        QTest::addColumn<double>("jitter");
        QTest::addColumn<qint64>("microseconds");
        QTest::newRow("least") << -1.0 << qint64(9000);
        QTest::newRow("none") << 0.0 << qint64(10'000);
        QTest::newRow("half") << 0.5 << qint64(10'500);
        QTest::newRow("most") << 1.0 << qint64(11'000);
    }
    void e13_jitterIsTenPercent()
    {
        QFETCH(double, jitter);
        QFETCH(qint64, microseconds);
        const Decision decision = decide({Outcome::retry("x")}, {}, Policy, jitter);
        QCOMPARE(decision.delay, Duration(std::chrono::microseconds(microseconds)));
    }

    void e13_theLongestBackOffWithJitterIsStillLater()
    {
        const RetryPolicy policy{5, Duration::max(), Duration::max()};
        for (const double jitter : {-1.0, 0.0, 1.0})
            QVERIFY(decide({Outcome::retry("x")}, {}, policy, jitter).delay > 24h * 365);
    }

    void e12_outcomeDecidesWhatIsNext_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<quint32>("errors");
        QTest::addColumn<bool>("free");
        QTest::addColumn<int>("standing");
        QTest::addColumn<int>("place");
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<quint32>("errorsAfter");
        const auto row = [](const char *what, int outcome, quint32 errors, bool free,
                            Standing standing, Place place, int milliseconds, quint32 errorsAfter) {
            QTest::newRow(what) << outcome << errors << free << int(standing) << int(place)
                                << qint64(milliseconds) << errorsAfter;
        };
        row("done", 0, 0, false, Standing::InSync, Place::Nowhere, 0, 0);
        row("done clears errors", 0, 7, false, Standing::InSync, Place::Nowhere, 0, 0);
        row("requeue after", 1, 0, false, Standing::InSync, Place::Requeue, 70, 0);
        row("requeue after clears errors", 1, 2, false, Standing::InSync, Place::Requeue, 70, 0);
        row("wait uses no attempt", 2, 0, false, Standing::InSync, Place::Wait, 80, 0);
        row("wait keeps errors", 2, 2, false, Standing::InSync, Place::Wait, 80, 2);
        row("park", 3, 2, false, Standing::Parked, Place::Nowhere, 0, 3);
        row("a park after an event", 3, 2, true, Standing::Parked, Place::Nowhere, 0, 2);
        row("a shortage uses no attempt", 5, 0, false, Standing::InSync, Place::Wait, 90, 0);
        row("a shortage keeps errors", 5, 2, false, Standing::InSync, Place::Wait, 90, 2);
        row("1st failure", 4, 0, false, Standing::InSync, Place::BackOff, 10, 1);
        row("2nd failure", 4, 1, false, Standing::InSync, Place::BackOff, 20, 2);
        row("last retry", 4, 2, false, Standing::InSync, Place::BackOff, 40, 3);
        row("retries used up", 4, 3, false, Standing::Failed, Place::Nowhere, 0, 4);
        row("1st failure after an event counts", 4, 0, true, Standing::InSync, Place::BackOff, 10,
            1);
        row("an event costs no attempt", 4, 2, true, Standing::InSync, Place::BackOff, 20, 2);
        row("still failed after an event", 4, 4, true, Standing::Failed, Place::Nowhere, 0, 4);
        row("still failed after a resync", 4, 4, false, Standing::Failed, Place::Nowhere, 0, 4);
    }
    void e12_outcomeDecidesWhatIsNext()
    {
        QFETCH(int, outcome);
        QFETCH(quint32, errors);
        QFETCH(bool, free);
        QFETCH(int, standing);
        QFETCH(int, place);
        QFETCH(qint64, milliseconds);
        QFETCH(quint32, errorsAfter);
        const Outcome outcomes[] = {Outcome::done(),          Outcome::requeueAfter(70ms),
                                    Outcome::wait("x", 80ms), Outcome::park("x"),
                                    Outcome::retry("x"),      Outcome::shortage("x", 90ms)};
        const Decision decision = decide({outcomes[outcome]}, {errors, free}, Policy, 0);
        QCOMPARE(int(decision.standing), standing);
        QCOMPARE(int(decision.place), place);
        QCOMPARE(decision.delay, Duration(std::chrono::milliseconds(milliseconds)));
        QCOMPARE(decision.errors, errorsAfter);
    }

    void theStrongestCauseIsTold()
    {
        const auto told = [](auto... causes) {
            return attemptCauseOf(static_cast<std::uint16_t>((bit(causes) | ...)));
        };
        QVERIFY(told(Cause::Listed) == AttemptCause::New);
        QVERIFY(told(Cause::Added, Cause::Resync) == AttemptCause::New);
        QVERIFY(told(Cause::Added, Cause::Modified) == AttemptCause::Changed);
        QVERIFY(told(Cause::Missing) == AttemptCause::Changed);
        QVERIFY(told(Cause::TakenOver) == AttemptCause::New);
        QVERIFY(told(Cause::Handler, Cause::Listed) == AttemptCause::Changed);
        QVERIFY(bandOf(Cause::Handler) == Band::Event && meansChange(Cause::Handler));
        QVERIFY(told(Cause::Retry, Cause::Resync) == AttemptCause::Retry);
        QVERIFY(told(Cause::Resync) == AttemptCause::Resync);
        QVERIFY(told(Cause::Modified, Cause::Operator) == AttemptCause::ByHand);
    }

    void e15_whatTheLockOrTheGuardSaysUsesNoAttempt()
    {
        const AttemptFacts facts{.errors = 2, .lockRefusals = 3};
        const Outcome outcome = Outcome::retry("not looked at");
        const Decision refused{.place = Place::Lock, .delay = 800ms, .errors = 2};
        const Decision lost = refused; // more and more rarely, too
        const Decision held{.errors = 2};
        QVERIFY(decide({outcome, Ran::Disowned}, facts, Policy, 0) == held);
        QVERIFY(decide({outcome, Ran::LockRefused}, facts, Policy, 0) == refused);
        QVERIFY(decide({outcome, Ran::LockLost}, facts, Policy, 0) == lost);
        const Decision told{.place = Place::Lock, .delay = 7s, .errors = 2};
        QVERIFY(decide({Outcome::wait("host 2", 7s), Ran::LockRefused}, facts, Policy, 0) == told);
        QVERIFY(decide({Outcome::wait("no route", 7s), Ran::LockAway}, facts, Policy, 0) == told);
        QVERIFY(decide({outcome, Ran::Held}, facts, Policy, 0) == held);
        QVERIFY(decide({Outcome::done(), Ran::Get}, facts, Policy, 0)
                == Decision{.standing = Standing::Ignored});
    }

    void whatAnotherHostOwnsDoesNotRun_data()
    {
        QTest::addColumn<int>("cause");
        for (int cause = 0; cause < CauseCount; ++cause)
            QTest::addRow("%s", name(static_cast<Cause>(cause)).data()) << cause;
    }
    void whatAnotherHostOwnsDoesNotRun()
    {
        QFETCH(int, cause);
        const ItemPointer item = makeItem("a");
        QVERIFY(mayRun(*item, bit(static_cast<Cause>(cause))));
        item->elsewhere = true;
        QVERIFY(!mayRun(*item, bit(static_cast<Cause>(cause))));
    }

    void e9_whatIsHeldRunsByAnOperatorsWordWhereItIsOwned()
    {
        const ItemPointer item = makeItem("a");
        item->existence = Existence::Held;
        QVERIFY(!mayRun(*item, bit(Cause::TakenOver)));
        QVERIFY(mayRun(*item, bit(Cause::Operator)));
        QVERIFY(isHeldHere(*item));
        item->elsewhere = true;
        QVERIFY(!mayRun(*item, bit(Cause::Operator)));
        QVERIFY(!isHeldHere(*item));
    }

    void whatAnotherHostOwnsIsForgottenOnceItIsGone_data()
    {
        QTest::addColumn<int>("existence");
        QTest::addColumn<bool>("forgotten");
        QTest::newRow("present") << int(Existence::Present) << false;
        QTest::newRow("deleted") << int(Existence::Deleted) << true;
        QTest::newRow("missing") << int(Existence::Missing) << true;
        QTest::newRow("held") << int(Existence::Held) << true;
        QTest::newRow("kept") << int(Existence::Kept) << true;
    }
    void whatAnotherHostOwnsIsForgottenOnceItIsGone()
    {
        QFETCH(int, existence);
        const ItemPointer item = makeItem("a");
        item->existence = static_cast<Existence>(existence);
        QVERIFY(!isForgotten(*item)); // its removal is owed
        item->elsewhere = true;
        QTEST(isForgotten(*item), "forgotten");
        item->run = RunState::Running;
        QVERIFY(!isForgotten(*item));
    }

    void elsewhereHidesWhatIsNotForThisHostToSay_data()
    {
        QTest::addColumn<bool>("running");
        QTest::addColumn<bool>("held");
        QTest::addColumn<bool>("paused");
        QTest::addColumn<int>("state");
        QTest::newRow("idle") << false << false << false << int(ItemState::Elsewhere);
        QTest::newRow("held") << false << true << false << int(ItemState::Elsewhere);
        QTest::newRow("paused") << false << false << true << int(ItemState::Elsewhere);
        QTest::newRow("running") << true << false << false << int(ItemState::Running);
    }
    void elsewhereHidesWhatIsNotForThisHostToSay()
    {
        QFETCH(bool, running);
        QFETCH(bool, held);
        QFETCH(bool, paused);
        const ItemPointer item = makeItem("a");
        item->elsewhere = true;
        item->run = running ? RunState::Running : RunState::None;
        item->existence = held ? Existence::Held : Existence::Present;
        item->paused = paused;
        QTEST(int(stateOf(*item)), "state");
    }

    void e13_noRetriesMeansOneAttempt()
    {
        const RetryPolicy none{.maxRetries = 0, .base = 1ms, .max = 1s};
        QVERIFY(decide({Outcome::retry("x")}, {}, none, 0).standing == Standing::Failed);
    }

    void e15_lockIsAskedForAgainAfter100MsDoublingTo5S()
    {
        const Duration expected[] = {100ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5s, 5s};
        for (unsigned refusals = 0; refusals < std::size(expected); ++refusals)
            QCOMPARE(lockBackOff(refusals), expected[refusals]);
        QCOMPARE(lockBackOff(UINT32_MAX), Duration(5s));
    }

    void e15_aHolderIsBelievedWithinLimits()
    {
        QCOMPARE(lockRetryAfter(1ns), Duration(10ms));
        QCOMPARE(lockRetryAfter(42s), Duration(42s));
        QCOMPARE(lockRetryAfter(Duration::max()), Duration(1h));
    }

    void e15_anAttemptIsAskedToStopSomeTimeBeforeItsLeaseEnds_data()
    {
        QTest::addColumn<qint64>("left");
        QTest::addColumn<qint64>("margin");
        QTest::newRow("a tenth") << 30'000LL << 3'000LL;
        QTest::newRow("100 ms at least") << 500LL << 100LL;
        QTest::newRow("half at most") << 100LL << 50LL;
        QTest::newRow("10 s at most") << 3'600'000LL << 10'000LL;
        QTest::newRow("nothing left") << 0LL << 0LL;
        QTest::newRow("over") << -5'000LL << 0LL;
    }
    void e15_anAttemptIsAskedToStopSomeTimeBeforeItsLeaseEnds()
    {
        QFETCH(qint64, left);
        QFETCH(qint64, margin);
        QCOMPARE(leaseMargin(std::chrono::milliseconds(left)),
                 Duration(std::chrono::milliseconds(margin)));
    }
};

QONTROLLER_TEST(RulesTest)
#include "tst_rules.moc"
