// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/queue/decide.h"

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

const RetryPolicy Policy{.maxRetries = 3, .base = 10ms, .max = 1s};

} // namespace

class DecideTest : public QObject
{
    Q_OBJECT

private slots:
    void E13_backOffDoubles_data()
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
    void E13_backOffDoubles()
    {
        QFETCH(quint32, errors);
        QFETCH(qint64, base);
        QFETCH(qint64, max);
        QFETCH(qint64, expected);
        QCOMPARE(backOff(errors, Duration(base), Duration(max)), Duration(expected));
    }

    void E13_jitterIsTenPercent_data()
    {
        QTest::addColumn<double>("jitter");
        QTest::addColumn<qint64>("microseconds");
        QTest::newRow("least") << -1.0 << qint64(9000);
        QTest::newRow("none") << 0.0 << qint64(10'000);
        QTest::newRow("half") << 0.5 << qint64(10'500);
        QTest::newRow("most") << 1.0 << qint64(11'000);
    }
    void E13_jitterIsTenPercent()
    {
        QFETCH(double, jitter);
        QFETCH(qint64, microseconds);
        const Decision decision = decide(Outcome::Retry("x"), {}, Policy, jitter);
        QCOMPARE(decision.delay, Duration(std::chrono::microseconds(microseconds)));
    }

    void E13_theLongestBackOffWithJitterIsStillLater()
    {
        const RetryPolicy policy{5, Duration::max(), Duration::max()};
        for (const double jitter : {-1.0, 0.0, 1.0})
            QVERIFY(decide(Outcome::Retry("x"), {}, policy, jitter).delay > 24h * 365);
    }

    void E12_outcomeDecidesWhatIsNext_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<quint32>("errors");
        QTest::addColumn<bool>("free");
        QTest::addColumn<int>("next");
        QTest::addColumn<int>("kind");
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<quint32>("errorsAfter");
        using Next = Decision::Next;
        const auto row = [](const char *what, int outcome, quint32 errors, bool free, Next next,
                            DelayKind kind, int milliseconds, quint32 errorsAfter) {
            QTest::newRow(what) << outcome << errors << free << int(next) << int(kind)
                                << qint64(milliseconds) << errorsAfter;
        };
        row("done", 0, 0, false, Next::Forget, DelayKind::BackOff, 0, 0);
        row("done clears errors", 0, 7, false, Next::Forget, DelayKind::BackOff, 0, 0);
        row("requeue after", 1, 0, false, Next::Delay, DelayKind::Requeue, 70, 0);
        row("requeue after clears errors", 1, 2, false, Next::Delay, DelayKind::Requeue, 70, 0);
        row("wait uses no attempt", 2, 0, false, Next::Delay, DelayKind::Wait, 80, 0);
        row("wait keeps errors", 2, 2, false, Next::Delay, DelayKind::Wait, 80, 2);
        row("park", 3, 2, false, Next::Park, DelayKind::BackOff, 0, 0);
        row("a shortage uses no attempt", 5, 0, false, Next::Delay, DelayKind::Wait, 90, 0);
        row("a shortage keeps errors", 5, 2, false, Next::Delay, DelayKind::Wait, 90, 2);
        row("1st failure", 4, 0, false, Next::Delay, DelayKind::BackOff, 10, 1);
        row("2nd failure", 4, 1, false, Next::Delay, DelayKind::BackOff, 20, 2);
        row("last retry", 4, 2, false, Next::Delay, DelayKind::BackOff, 40, 3);
        row("retries used up", 4, 3, false, Next::Fail, DelayKind::BackOff, 0, 4);
        row("1st failure after an event counts", 4, 0, true, Next::Delay, DelayKind::BackOff, 10,
            1);
        row("an event costs no attempt", 4, 2, true, Next::Delay, DelayKind::BackOff, 20, 2);
        row("still failed after an event", 4, 4, true, Next::Fail, DelayKind::BackOff, 0, 4);
        row("still failed after a resync", 4, 4, false, Next::Fail, DelayKind::BackOff, 0, 4);
    }
    void E12_outcomeDecidesWhatIsNext()
    {
        QFETCH(int, outcome);
        QFETCH(quint32, errors);
        QFETCH(bool, free);
        QFETCH(int, next);
        QFETCH(int, kind);
        QFETCH(qint64, milliseconds);
        QFETCH(quint32, errorsAfter);
        const Outcome outcomes[] = {Outcome::Done(), Outcome::RequeueAfter(70ms),
                                    Outcome::Wait("x", 80ms), Outcome::Park("x"),
                                    Outcome::Retry("x"), Outcome::Shortage("x", 90ms)};
        const Decision decision = decide(outcomes[outcome], {errors, free}, Policy, 0);
        QCOMPARE(int(decision.next), next);
        if (decision.next == Decision::Next::Delay)
            QCOMPARE(int(decision.kind), kind);
        QCOMPARE(decision.delay, Duration(std::chrono::milliseconds(milliseconds)));
        QCOMPARE(decision.errors, errorsAfter);
    }

    void E13_noRetriesMeansOneAttempt()
    {
        const RetryPolicy none{.maxRetries = 0, .base = 1ms, .max = 1s};
        QVERIFY(decide(Outcome::Retry("x"), {}, none, 0).next == Decision::Next::Fail);
    }

    void E15_lockIsAskedForAgainAfter100MsDoublingTo5S()
    {
        const Duration expected[] = {100ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5s, 5s};
        for (unsigned refusals = 0; refusals < std::size(expected); ++refusals)
            QCOMPARE(lockBackOff(refusals), expected[refusals]);
        QCOMPARE(lockBackOff(UINT32_MAX), Duration(5s));
    }
};

QTEST_APPLESS_MAIN(DecideTest)
#include "tst_decide.moc"
