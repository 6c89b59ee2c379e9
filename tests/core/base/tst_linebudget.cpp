// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/base/faults/linebudget.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

class LineBudgetTest final : public QObject
{
    Q_OBJECT

private slots:
    void takesSoManyLinesASecondAndCountsTheRest()
    {
        LineBudget budget;
        const TimePoint start{1h};
        int taken = 0;
        for (int i = 0; i < 1000; ++i)
            taken += budget.take(start);
        QCOMPARE(taken, LineBudget::LinesPerSecond);
        QCOMPARE(budget.leftOut(), std::uint64_t(900));
        QCOMPARE(budget.takeLeftOut(start + 999ms), std::uint64_t(0)); // their second is not over
        QCOMPARE(budget.takeLeftOut(start + 1s), std::uint64_t(900));
        QCOMPARE(budget.takeLeftOut(start + 1s), std::uint64_t(0));
        QVERIFY(budget.take(start + 1s));
    }
};

QONTROLLER_TEST(LineBudgetTest)
#include "tst_linebudget.moc"
