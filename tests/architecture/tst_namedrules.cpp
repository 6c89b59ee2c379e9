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

/// The numbers that tests below \a folder begin with.
QSet<int> testedBelow(const QString &folder)
{
    QSet<int> numbers;
    QDirIterator files(folder, {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        numbers += numbersIn(QString::fromUtf8(contentsOf(files.next())),
                             "void e(\\d+)_\\w+\\(\\)");
    return numbers;
}

QString listOf(const QSet<int> &numbers)
{
    QStringList rules;
    for (const int number : numbers)
        rules += QString("E%1").arg(number);
    return rules.join(' ');
}

} // namespace

/// core/RULES.md and the tests know the same rules.
class NamedRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleHasTestsAndEveryTestHasARule()
    {
        const QSet<int> rules = numbersIn(contentsOf(QONTROLLER_SOURCE_DIR "/core/RULES.md"),
                                          "^\\*\\*E(\\d+)\\. ");
        const QSet<int> tested = testedBelow(QONTROLLER_SOURCE_DIR "/tests");
        QCOMPARE(rules.size(), 29);
        QVERIFY2((rules - tested).isEmpty(), qPrintable("no test: " + listOf(rules - tested)));
        QVERIFY2((tested - rules).isEmpty(), qPrintable("no rule: " + listOf(tested - rules)));
    }
};

QONTROLLER_TEST(NamedRulesTest)
#include "tst_namedrules.moc"
