// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/queue/tokenbucket.h"

using namespace qontroller;
using namespace std::chrono_literals;

class TokenBucketTest : public QObject
{
    Q_OBJECT

private slots:
    void E13_burstStartsAtOnceThenSoManyASecond()
    {
        TokenBucket bucket(10, 100);
        for (int i = 0; i < 100; ++i)
            QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(100ms));
        QCOMPARE(bucket.reserve(Start), Duration(200ms));
    }

    void whatIsGivenBackIsForTheNext()
    {
        TokenBucket bucket(10, 2);
        QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(0));
        bucket.giveBack();
        QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(100ms));
        for (int i = 0; i < 10; ++i)
            bucket.giveBack(); // never more than the burst
        for (int i = 0; i < 2; ++i)
            QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(100ms));
    }

    void quietTimeFillsItUpToTheBurst()
    {
        TokenBucket bucket(10, 3);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start + 100ms), Duration(0));
        QCOMPARE(bucket.reserve(Start + 100ms), Duration(100ms));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bucket.reserve(Start + 1h), Duration(0));
        QCOMPARE(bucket.reserve(Start + 1h), Duration(100ms));
    }

    void timeThatGoesBackEarnsNothing()
    {
        TokenBucket bucket(1, 1);
        QCOMPARE(bucket.reserve(Start + 1s), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(1s));
    }

    void newRateHoldsFromNowOn()
    {
        TokenBucket bucket(10, 100);
        bucket.setRate(1, 2);
        QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(0));
        QCOMPARE(bucket.reserve(Start), Duration(1s));
    }

    void tinyRateWaitsLong()
    {
        TokenBucket bucket(1e-12, 1);
        QCOMPARE(bucket.reserve(Start), Duration(0));
        for (int i = 0; i < 10; ++i)
            QVERIFY(bucket.reserve(Start) > 24h * 365);
    }

private:
    static constexpr TimePoint Start{std::chrono::hours(1)};
};

QTEST_APPLESS_MAIN(TokenBucketTest)
#include "tst_tokenbucket.moc"
