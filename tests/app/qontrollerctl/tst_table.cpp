// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/table.h"

#include <QtTest/QtTest>

#include <clocale>

using namespace qontroller;

class TableTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { std::setlocale(LC_CTYPE, "C.UTF-8"); }

    void alignsColumns()
    {
        QCOMPARE(sample().text(0), std::string("ID          N  WHY\n"
                                               "a           1  none\n"
                                               "photos/b  123  no space left\n"));
    }

    void fitsTheTerminal()
    {
        QCOMPARE(sample().text(26), std::string("ID          N  WHY\n"
                                                "a           1  none\n"
                                                "photos/b  123  no space l…\n"));
    }

    void leavesOutWhatSaysNothing()
    {
        Table table({{"ID"},
                     {"PAUSED", Table::Align::Right, true},
                     {"HELD", Table::Align::Right, true},
                     {"WHY"}});
        table.add({"a", "0", "0", "none"});
        table.add({"b", "0", "3", "none"});
        QCOMPARE(table.text(30), std::string("ID  PAUSED  HELD  WHY\n"
                                             "a        0     0  none\n"
                                             "b        0     3  none\n"));
        QCOMPARE(table.text(16), std::string("ID  HELD  WHY\n"
                                             "a      0  none\n"
                                             "b      3  none\n"));
    }

    void countsColumnsAndNotBytes()
    {
        QCOMPARE(widthOf("grün"), 4U);
        QCOMPARE(widthOf("日本"), 4U);
        QCOMPARE(widthOf("\xff\xfe"), 2U);
        Table table({{"ID"}, {"STATE"}});
        table.add({"日本", "parked"});
        QCOMPARE(table.text(0), std::string("ID    STATE\n日本  parked\n"));
    }

    void controlCharactersDoNothing()
    {
        Table table({{"ID"}});
        table.add({"a\x1b[2Jb\nc"});
        QCOMPARE(table.text(0), std::string("ID\na\\x1b[2Jb\\nc\n"));
    }

private:
    static Table sample()
    {
        Table table({{"ID"}, {"N", Table::Align::Right}, {"WHY"}});
        table.add({"a", "1", "none"});
        table.add({"photos/b", "123", "no space left"});
        return table;
    }
};

QTEST_GUILESS_MAIN(TableTest)
#include "tst_table.moc"
