// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/tokenbucket.h"

using namespace qontroller;
using namespace std::chrono_literals;

class TokenBucketTest : public QObject
{
    Q_OBJECT

private slots:
    void e13_burstStartsAtOnceThenSoManyASecond()
    {
        TokenBucket bucket(10, 100);
        QCOMPARE(starts(bucket, Start), 100);
        QCOMPARE(bucket.nextToken() - Start, Duration(100ms));
        QVERIFY(!bucket.hasToken(Start + 99ms));
        QCOMPARE(starts(bucket, Start + 100ms), 1);
        QCOMPARE(bucket.nextToken() - Start, Duration(200ms));
    }

    void quietTimeFillsItUpToTheBurst()
    {
        TokenBucket bucket(10, 3);
        QCOMPARE(starts(bucket, Start), 3);
        QCOMPARE(starts(bucket, Start + 1h), 3);
        QCOMPARE(bucket.nextToken() - Start, Duration(1h + 100ms));
    }

    void timeThatGoesBackEarnsNothing()
    {
        TokenBucket bucket(1, 1);
        QCOMPARE(starts(bucket, Start + 1s), 1);
        QCOMPARE(starts(bucket, Start), 0);
    }

    void newRateHoldsFromNowOn()
    {
        TokenBucket bucket(0.01, 100);
        QCOMPARE(starts(bucket, Start), 100);
        bucket.setRate(1, 2, Start);
        QCOMPARE(bucket.nextToken() - Start, Duration(1s));
        QCOMPARE(starts(bucket, Start + 1s), 1);
        QCOMPARE(starts(bucket, Start + 1min), 2);
    }

    void whatIsDueNextIsThere_data()
    {
        QTest::addColumn<double>("rate");
        for (const double rate : {0.3, 7.0, 33.3, 1e5})
            QTest::addRow("%g", rate) << rate;
    }
    void whatIsDueNextIsThere()
    {
        QFETCH(double, rate);
        TokenBucket bucket(rate, 1);
        TimePoint now = Start;
        for (int i = 0; i < 1000; ++i) {
            QCOMPARE(starts(bucket, now), 1);
            now = bucket.nextToken();
        }
    }

    void tinyRateWaitsLong()
    {
        TokenBucket bucket(1e-12, 1);
        QCOMPARE(starts(bucket, Start), 1);
        QVERIFY(bucket.nextToken() - Start > 24h * 365);
    }

private:
    static constexpr TimePoint Start{std::chrono::hours(1)};

    /// How many start at \a now.
    static int starts(TokenBucket &bucket, TimePoint now)
    {
        int count = 0;
        for (; bucket.hasToken(now); ++count)
            bucket.take();
        return count;
    }
};

QONTROLLER_TEST(TokenBucketTest)
#include "tst_tokenbucket.moc"
