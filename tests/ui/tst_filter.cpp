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
    void countsCharacters()
    {
        const auto filter = readFilter(QStringLiteral("grün-öl state:blöd"));
        QVERIFY(!filter);
        QCOMPARE(filter.error().position, 14);
        QCOMPARE(filter.error().length, 4);
        QVERIFY(filter.error().sentence.startsWith("\"blöd\" is none of in-sync, "));
        QCOMPARE(readFilter(QStringLiteral("a id:\"ö")).error().length, 2);
    }

    void errorAndToolTipNameEveryField_data()
    {
        QTest::addColumn<QString>("field");
        for (const FilterField &field : filterFields()) {
            const QString name = QString::fromLatin1(field.name.data(),
                                                     qsizetype(field.name.size()));
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void errorAndToolTipNameEveryField()
    {
        QFETCH(QString, field);
        const QRegularExpression name(QStringLiteral("\\b%1\\b").arg(field));
        const auto filter = readFilter(QStringLiteral("colour:red"));
        QVERIFY(!filter);
        QVERIFY2(filter.error().sentence.contains(name), qPrintable(filter.error().sentence));
        const QString tip = FilterBox().toolTip();
        QVERIFY2(tip.contains(field + QLatin1Char(':')), qPrintable(tip));
    }

    void boxWaitsForAPauseInTyping()
    {
        FilterBox box;
        QSignalSpy changes(&box, &FilterBox::filterChanged);
        QTest::keyClicks(&box, "failed");
        QCOMPARE(changes.size(), 0);
        QTRY_COMPARE(changes.size(), 1);
        QTest::keyClick(&box, Qt::Key_Escape);
        QCOMPARE(box.text(), QString());
        QCOMPARE(changes.size(), 2);
    }

    void boxKeepsTheLastGoodFilter()
    {
        FilterBox box;
        QSignalSpy changes(&box, &FilterBox::filterChanged);
        box.setFilterText("state:failed");
        box.setFilterText("state:faild");
        QCOMPARE(changes.size(), 1);
        QVERIFY(box.error());
        QVERIFY(box.accessibleDescription().contains("7"));
        QCOMPARE(box.text(), "state:faild");
        box.setFilterText("state:parked");
        QVERIFY(!box.error());
        QVERIFY(box.accessibleDescription().startsWith("All terms must hold."));
        QCOMPARE(changes.size(), 2);
    }
};

QONTROLLER_WINDOW_TEST(FilterTest)
#include "tst_filter.moc"
