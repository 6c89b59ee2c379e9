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

/// One whole run, and one of the check alone with another seed.
inline void judgePlantedFault()
{
    QFETCH(QString, check);
    QFETCH(QString, sentence);
    const QRegularExpression expected(QRegularExpression::anchoredPattern(sentence));
    // What is wrong is waited for, so it is not given long; what is right needs less.
    const QStringList limits{"--settle-limit", "6s", "--stop-limit", "2s"};
    const QString only = check == "exceptions" ? "idempotent" : check;
    KitRun run; // and at the same time, for most of it is waiting:
    KitRun again;
    const QString file = run.upper(QTest::currentDataTag());
    run.startJudging(UPPER, file, 1, limits);
    again.startJudging(UPPER, file, 2, limits + QStringList{"--only", only});
    QCOMPARE(run.wait(), 3);
    QVERIFY2(run.checksThat("failed") == QStringList{check}, run.output());
    QVERIFY2(expected.match(run.text(check)).hasMatch(), qPrintable(run.text(check)));
    QVERIFY(!run.checks().at(check)["right"].toString().isEmpty());
    for (const QString &other : run.checksThat("not run")) {
        const bool isForOthers = ForConsist.contains(other)
                                 && run.text(other) == "is for consist controllers";
        QVERIFY2(isForOthers || run.text(other).startsWith("would only repeat what is wrong with "),
                 qPrintable(run.text(other)));
    }
    QCOMPARE(run.checks().size(), std::size_t(CheckCount));

    QCOMPARE(again.wait(), 3);
    QVERIFY2(expected.match(again.text(check)).hasMatch(), qPrintable(again.text(check)));
    QCOMPARE(again.checks().at(check)["seed"].toInt(), 2);
}

} // namespace qontroller::test
