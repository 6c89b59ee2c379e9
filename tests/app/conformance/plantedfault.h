// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "kitrun.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

/// For tables of faults of the fixture *upper*, each of which one check has to find.
namespace qontroller::test {

inline void faultColumns()
{
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("sentence");
}
/// \a sentence is a regular expression.
inline void faultRow(const char *fault, const char *check, const char *sentence)
{
    QTest::newRow(fault) << check << sentence;
}

/// Found by its check, with \a seed.
inline void judgeByItsCheck(const QString &check, const QRegularExpression &expected, int seed)
{
    KitRun run;
    const QString only = check == "exceptions" ? "idempotent" : check;
    QCOMPARE(run.judgeFault(QTest::currentDataTag(), seed, Limits + QStringList{"--only", only}),
             3);
    QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
    QVERIFY(!run.checks().at(check)["right"].toString().isEmpty());
    QCOMPARE(run.checks().at(check)["seed"].toInt(), seed);
}

/// And by no other.
inline void judgeByAllChecks(const QString &check, const QRegularExpression &expected)
{
    KitRun run;
    QCOMPARE(run.judgeFault(QTest::currentDataTag(), 2, Limits), 3);
    QVERIFY2(run.checksThat("failed") == QStringList{check}, run.output());
    QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
    for (const QString &other : run.checksThat("not run")) {
        const bool isForOthers = ForConsist.contains(other)
                                 && run.text(other) == "is for consist controllers";
        QVERIFY2(isForOthers || run.text(other).startsWith("would only repeat what is wrong with "),
                 qPrintable(run.text(other)));
    }
    QCOMPARE(run.checks().size(), std::size_t(CheckCount));
}

inline void judgePlantedFault()
{
    QFETCH(QString, check);
    QFETCH(QString, sentence);
    const QRegularExpression expected(QRegularExpression::anchoredPattern(sentence));
    judgeByItsCheck(check, expected, 1);
    if (haveWholeRuns())
        judgeByAllChecks(check, expected);
}

} // namespace qontroller::test
