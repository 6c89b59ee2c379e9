// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files.h"
#include "testprogram.h"

#include <QtCore/QDirIterator>
#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

using namespace qontroller::test;

namespace {

/// The numbers that \a pattern captures in \a text.
QSet<int> numbersIn(const QString &text, const QString &pattern)
{
    const QRegularExpression number(pattern, QRegularExpression::MultilineOption);
    QSet<int> numbers;
    for (auto match = number.globalMatch(text); match.hasNext();)
        numbers.insert(match.next().captured(1).toInt());
    return numbers;
}

/// The numbers that tests of the rules with \a letter begin with.
QSet<int> testedBelow(const QString &folder, const QString &letter)
{
    QSet<int> numbers;
    QDirIterator files(folder, {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        numbers += numbersIn(QString::fromUtf8(contentsOf(files.next())),
                             "void " + letter.toLower() + "(\\d+)_\\w+\\(\\)");
    return numbers;
}

QString listOf(const QSet<int> &numbers, const QString &letter)
{
    QStringList rules;
    for (const int number : numbers)
        rules += letter + QString::number(number);
    return rules.join(' ');
}

} // namespace

/// The rules of each wing and the tests know the same numbers.
class NamedRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleHasTestsAndEveryTestHasARule_data()
    {
        QTest::addColumn<QString>("letter");
        QTest::addColumn<int>("count");
        QTest::newRow("engine") << "E" << 32;
        QTest::newRow("members") << "M" << 14;
        QTest::newRow("sdk") << "S" << 14;
        QTest::newRow("plugins") << "P" << 15;
        QTest::newRow("remote") << "R" << 14;
    }
    void everyRuleHasTestsAndEveryTestHasARule()
    {
        QFETCH(const QString, letter);
        QFETCH(const int, count);
        const QString page =
            QString(QONTROLLER_SOURCE_DIR "/core/%1/RULES.md").arg(QTest::currentDataTag());
        const QSet<int> rules = numbersIn(contentsOf(page), "^\\*\\*" + letter + "(\\d+)\\. ");
        const QSet<int> tested = testedBelow(QONTROLLER_SOURCE_DIR "/tests", letter);
        QCOMPARE(rules.size(), count);
        QVERIFY2((rules - tested).isEmpty(),
                 qPrintable("no test: " + listOf(rules - tested, letter)));
        QVERIFY2((tested - rules).isEmpty(),
                 qPrintable("no rule: " + listOf(tested - rules, letter)));
    }
};

QONTROLLER_TEST(NamedRulesTest)
#include "tst_namedrules.moc"
