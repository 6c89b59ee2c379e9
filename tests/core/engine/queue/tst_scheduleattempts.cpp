// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleAttemptsTest : public QObject
{
    Q_OBJECT

    /// How many runs start now; they end well.
    static int started(ScheduleRig &rig)
    {
        int count = 0;
        for (; !rig.run().empty(); ++count) {
        }
        return count;
    }

private slots:
    void e7_aShortageOfTheHostSaysNothingOfTheObject()
    {
        ScheduleRig rig({.massDeletionGuard = false});
        rig.list({"a"});
        rig.runAll();
        rig.list({});
        rig.finish(rig.take(), {Outcome::shortage("no threads", 1s)});
        QVERIFY(rig.row("a").absent);
    }

    void e13_backOffDoublesPerItemAndStartsAnewAfterASuccess()
    {
        ScheduleRig rig({.maxRetries = 100, .backoffBase = 100ms});
        rig.created("a");
        for (const Duration expected : {100ms, 200ms, 400ms, 800ms, 1600ms})
            QVERIFY(failsAndWaits(rig, "a", expected));
        rig.created("b");
        rig.modified("a"); // runs at once
        QCOMPARE(rig.run(retry()), "b");
        QVERIFY(isAbout(rig.row("b").nextRun - rig.now(), 100ms));
        QCOMPARE(rig.run(), "a");
        rig.modified("a");
        QVERIFY(failsAndWaits(rig, "a", 100ms));
    }

    void e13_tokenBucketSpreadsRetriesOnly()
    {
        ScheduleRig rig({.backoffBase = 1ms, .retryRate = 10, .retryBurst = 5});
        for (int i = 0; i < 8; ++i)
            rig.created(ScheduleRig::objectName(i));
        for (int i = 0; i < 8; ++i)
            rig.run(retry());
        rig.pass(10ms);
        QCOMPARE(rig.depth(), 0u);
        QCOMPARE(rig.inState(ItemState::BackOff), 8u);
        rig.modified("new");
        QCOMPARE(started(rig), 1 + 5);
        QCOMPARE(rig.nextDue(), Duration(100ms));
        rig.pass(100ms);
        QCOMPARE(started(rig), 1);
        rig.pass(1s);
        QCOMPARE(started(rig), 2);
    }

    void e13_whatFailsNowDoesNotWaitBehindAnOutage()
    {
        ScheduleRig rig({.backoffBase = 1ms, .backoffMax = 1s, .retryRate = 10, .retryBurst = 5});
        for (int i = 0; i < 1000; ++i)
            rig.created(ScheduleRig::objectName(i));
        while (rig.depth() > 0)
            rig.run(retry());
        for (int i = 0; i < 60; ++i, rig.pass(1s)) // an outage
            rig.runAll(retry());
        rig.runAll(retry());
        rig.created("fresh");
        QCOMPARE(rig.run(retry()), "fresh");
        rig.pass(10ms);
        std::string ran;
        for (int i = 0; i < 5; ++i, rig.pass(100ms))
            ran += rig.runAll(retry()) + ' ';
        QVERIFY2(ran.find("fresh") != std::string::npos, ran.c_str());
    }

    void e13_whatWaitsForTheRateOfRetriesSaysSo()
    {
        ScheduleRig rig({.backoffBase = 1ms, .retryRate = 10, .retryBurst = 5});
        for (int i = 0; i < 105; ++i)
            rig.created(ScheduleRig::objectName(i));
        while (rig.depth() > 0)
            rig.run(retry());
        rig.pass(10ms);
        QCOMPARE(started(rig), 5);
        QCOMPARE(rig.gauges().retriesLimited, 100U);
        const auto facts = rig.detail("o103")->explanation;
        QCOMPARE(facts.size(), 1U);
        QCOMPARE(facts.front().kind, Explanation::Kind::RetryLimit);
        QCOMPARE(facts.front().missing, 100U);
        QCOMPARE(rig.row("o103").next, NextRun::RetryLimit);
        QCOMPARE(inWords(facts.front(), facts.front().until - 90s),
                 "failed 1 time; its back-off is over, and the retryRate lets 100 retries wait; "
                 "tried again in about 1m 30s");
        QCOMPARE(inWords(facts.front(), facts.front().until + 90s),
                 "failed 1 time; its back-off is over, and the retryRate lets 100 retries wait; "
                 "tried again soon");
    }

    void e13_whoIsReadyWithTheLastOfABurstKnowsWhenItComes()
    {
        ScheduleRig rig({.backoffBase = 1ms, .retryRate = 0.1, .retryBurst = 1});
        for (int i = 0; i < 3; ++i)
            rig.created(ScheduleRig::objectName(i));
        while (rig.depth() > 0)
            rig.run(retry());
        rig.pass(10ms); // all are ready at one instant, and there is one token
        std::multiset<std::chrono::seconds> waits;
        for (int i = 0; i < 3; ++i) {
            const TimePoint due = rig.row(ScheduleRig::objectName(i)).nextRun;
            waits.insert(std::chrono::round<std::chrono::seconds>(due - rig.now()));
        }
        QVERIFY((waits == std::multiset<std::chrono::seconds>{0s, 10s, 20s}));
    }

    void e13_theTimeOfARetryThatWaitsForTheRateIsAboutWhenItComes()
    {
        ScheduleRig rig({.maxRetries = 1000,
                         .backoffBase = 1ms,
                         .backoffMax = 1ms,
                         .retryRate = 10,
                         .retryBurst = 1});
        for (int i = 0; i < 100; ++i)
            rig.created(ScheduleRig::objectName(i));
        while (rig.depth() > 0)
            rig.run(retry());
        rig.pass(10ms);
        const std::string last = rig.run(retry()); // now it is behind all others
        rig.pass(10ms);
        const TimePoint about = rig.row(last).nextRun;
        QVERIFY(about > rig.now() + 5s);
        const std::uint32_t errors = rig.row(last).errors;
        for (; rig.row(last).errors == errors; rig.pass(100ms))
            rig.runAll(retry());
        QVERIFY(rig.now() - about < 1s && about - rig.now() < 1s);
    }

    void e13_theLimitOfRetriesHoldsAfterAPauseToo()
    {
        ScheduleRig rig({.backoffBase = 1ms, .retryRate = 10, .retryBurst = 5});
        for (int i = 0; i < 1000; ++i)
            rig.created(ScheduleRig::objectName(i));
        while (!rig.run(retry()).empty() && rig.depth() > 0) {
        }
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.pause(TimePoint::max(), {}); });
        rig.pass(100s);
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.resume(); });
        QCOMPARE(started(rig), 5);
    }

    void e13_theBackOffIsShorterAsOftenAsLonger()
    {
        ScheduleRig rig({.maxRetries = 1000, .backoffBase = 1s, .backoffMax = 1s});
        rig.created("a");
        int shorter = 0;
        int longer = 0;
        rig.run(retry());
        for (int i = 0; i < 100; ++i) {
            const Duration wait = rig.row("a").nextRun - rig.now();
            QVERIFY2(wait >= 900ms && wait <= 1100ms, qPrintable(QString::number(wait.count())));
            shorter += wait < 980ms;
            longer += wait > 1020ms;
            QCOMPARE(runWhenDue(rig, retry()), "a");
        }
        QVERIFY(shorter > 20);
        QVERIFY(longer > 20);
    }

    void e14_listsWakeWhatIsParkedIfNothingElseWould()
    {
        ScheduleRig rig({.resyncInterval = 30s});
        rig.list({"a"});
        rig.run(park());
        QCOMPARE(rig.row("a").nextRun - rig.now(), Duration(5min)); // ten resyncs
        QVERIFY(rig.detail("a")->explanation.front().until == rig.row("a").nextRun);
        rig.pass(5min - 1ms);
        rig.list({"a"});
        QCOMPARE(rig.runAll(), "");
        rig.pass(1ms);
        rig.list({"a"});
        QCOMPARE(rig.run(park()), "a");
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.setParkedRetry(1min); });
        rig.pass(1min);
        rig.list({"a"});
        QCOMPARE(rig.run(park()), "a");
        rig.pass(1h);
        rig.list({"a"}, 7); // from now on its version tells whether it changed
        QCOMPARE(rig.runAll(), "");
        QVERIFY(rig.row("a").nextRun == TimePoint{});
    }

    void e14_parkedRunsWhenTheVersionDiffers()
    {
        ScheduleRig rig;
        rig.list({"a"}, 7);
        rig.run(park());
        rig.list({"a"}, 7);
        QCOMPARE(rig.runAll(), "");
        rig.list({"a"}, 0); // the source does not say
        QCOMPARE(rig.runAll(), "");
        rig.list({"a"}, 8);
        QCOMPARE(rig.runAll(), "a");
    }

    void e14_aFailedOneCountsUntilItSucceeds()
    {
        ScheduleRig rig({.maxRetries = 0});
        rig.list({"a", "b"});
        rig.runAll(retry());
        QCOMPARE(rig.gauges().failed(), 2U);
        QCOMPARE(rig.detail("a")->explanation.front().kind, Explanation::Kind::Failed);
        rig.list({"a", "b"}); // a resync tries them once more
        QVERIFY(rig.state("a") != ItemState::Failed && rig.state("b") != ItemState::Failed);
        QCOMPARE(rig.gauges().givenUp, 2U);
        QCOMPARE(rig.gauges().failed(), 2U);
        rig.runAll();
        QCOMPARE(rig.gauges().givenUp, 0U);
        rig.modified("a");
        rig.run(park());
        QCOMPARE(rig.gauges().givenUp, 1U);
        QCOMPARE(rig.gauges().failed(), 0U);
        rig.deleted("a");
        rig.runAll();
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.gauges().givenUp, 0U);
    }

private:
    static bool isAbout(Duration value, Duration expected)
    {
        return value >= expected * 9 / 10 && value <= expected * 11 / 10 + 1ms;
    }
    /// Runs the only item that is ready, lets it fail and wait.
    static bool failsAndWaits(ScheduleRig &rig, std::string_view id, Duration expected)
    {
        const bool ran = rig.run(retry()) == id;
        const Duration wait = rig.row(id).nextRun - rig.now();
        rig.pass(wait + 1ms);
        return ran && isAbout(wait, expected);
    }
    static std::string runWhenDue(ScheduleRig &rig, const RunResult &result)
    {
        std::string id;
        while (id.empty() && rig.nextDue() != Duration::max()) {
            rig.pass(rig.nextDue());
            id = rig.run(result);
        }
        return id;
    }
};

QONTROLLER_TEST(ScheduleAttemptsTest)
#include "tst_scheduleattempts.moc"
