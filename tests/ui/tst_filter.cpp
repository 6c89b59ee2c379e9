// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"
#include "support/windowtest.h"

#include "core/engine/filter/filterfields.h"
#include "ui/filter/filtertext.h"
#include "ui/views/filterbox.h"

using namespace qontroller;
using namespace qontroller::ui;

/// The filter as a person types it; what it finds is tested in tests/core/engine/filter.
class FilterTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { test::failOnAnyWarning(); }
    void countsCharacters();
    void errorAndToolTipNameEveryField_data();
    void errorAndToolTipNameEveryField();
    void boxWaitsForAPauseInTyping();
    void boxKeepsTheLastGoodFilter();
};

void FilterTest::countsCharacters()
{
    const auto filter = readFilter(QStringLiteral("grün-öl state:blöd"));
    QVERIFY(!filter);
    QCOMPARE(filter.error().position, 14);
    QCOMPARE(filter.error().length, 4);
    QVERIFY(filter.error().sentence.startsWith(QStringLiteral("\"blöd\" is none of in-sync, ")));
    QCOMPARE(readFilter(QStringLiteral("a id:\"ö")).error().length, 2);
}

void FilterTest::errorAndToolTipNameEveryField_data()
{
    QTest::addColumn<QString>("field");
    for (const FilterField &field : filterFields()) {
        const QString name = QString::fromLatin1(field.name.data(), qsizetype(field.name.size()));
        QTest::newRow(qPrintable(name)) << name;
    }
}

void FilterTest::errorAndToolTipNameEveryField()
{
    QFETCH(QString, field);
    const QRegularExpression name(QStringLiteral("\\b%1\\b").arg(field));
    const auto filter = readFilter(QStringLiteral("colour:red"));
    QVERIFY(!filter);
    QVERIFY2(filter.error().sentence.contains(name), qPrintable(filter.error().sentence));
    const QString tip = FilterBox().toolTip();
    QVERIFY2(tip.contains(field + QLatin1Char(':')), qPrintable(tip));
}

void FilterTest::boxWaitsForAPauseInTyping()
{
    FilterBox box;
    QSignalSpy changes(&box, &FilterBox::filterChanged);
    QTest::keyClicks(&box, QStringLiteral("failed"));
    QCOMPARE(changes.size(), 0);
    QTRY_COMPARE(changes.size(), 1);
    QTest::keyClick(&box, Qt::Key_Escape);
    QCOMPARE(box.text(), QString());
    QCOMPARE(changes.size(), 2);
}

void FilterTest::boxKeepsTheLastGoodFilter()
{
    FilterBox box;
    QSignalSpy changes(&box, &FilterBox::filterChanged);
    box.setFilterText(QStringLiteral("state:failed"));
    box.setFilterText(QStringLiteral("state:faild"));
    QCOMPARE(changes.size(), 1);
    QVERIFY(box.error());
    QVERIFY(box.accessibleDescription().contains(QStringLiteral("7")));
    QCOMPARE(box.text(), QStringLiteral("state:faild"));
    box.setFilterText(QStringLiteral("state:parked"));
    QVERIFY(!box.error());
    QVERIFY(box.accessibleDescription().startsWith(QStringLiteral("All terms must hold.")));
    QCOMPARE(changes.size(), 2);
}

QONTROLLER_WINDOW_TEST(FilterTest)
#include "tst_filter.moc"
