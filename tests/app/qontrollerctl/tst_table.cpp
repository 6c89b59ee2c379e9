// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/qontrollerctl/texttable.h"

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
                                                "photos/b  123  no sp… left\n"));
    }

    // Where there is no room beside the others, the reader gets it all the same.
    void aReasonStandsBelowItsRow()
    {
        TextTable table({{"ID"}, {.name = "REASON", .fit = TextTable::Fit::Below}});
        table.add({"a", "connection to db: refused"});
        table.add({"b", ""});
        QCOMPARE(table.text(29), std::string("ID  REASON\n"
                                             "a   connection to db: refused\n"
                                             "b\n"));
        QCOMPARE(table.text(18), std::string("ID\n"
                                             "  REASON\n"
                                             "a\n"
                                             "  connection to\n"
                                             "  db: refused\n"
                                             "b\n"));
        QCOMPARE(table.lines(18, 0, 1).back().front(), std::string("a   connect…efused"));
    }

    // An error of many lines is one of a few, and both of its ends are there.
    void aLongReasonLosesItsMiddle()
    {
        TextTable table({{"ID"}, {.name = "REASON", .fit = TextTable::Fit::Below}});
        std::string reason = "the first word";
        for (int i = 0; i < 100; ++i)
            reason += " and so on";
        table.add({"a", reason + ", the last word"});
        const std::string text = table.text(40);
        QVERIFY(std::ranges::count(text, '\n') <= 3 + 4);
        QVERIFY2(text.find("  the first word and") != std::string::npos, text.c_str());
        QVERIFY2(text.ends_with("the last word\n"), text.c_str());
        const std::string word(100, 'x');
        TextTable ofOneWord({{"ID"}, {.name = "REASON", .fit = TextTable::Fit::Below}});
        ofOneWord.add({"a", word});
        QCOMPARE(ofOneWord.text(60),
                 "ID\n  REASON\na\n  " + word.substr(0, 58) + "\n  " + word.substr(0, 42) + '\n');
    }

    void manyNumbersStandCloser()
    {
        const auto right = TextTable::Align::Right;
        TextTable table({{"CONTROLLER"}, {"QUEUED", right}, {"FAILED", right}, {"HELD", right}});
        table.add({"photos", "10", "2", "3"});
        QCOMPARE(table.text(32), std::string("CONTROLLER  QUEUED  FAILED  HELD\n"
                                             "photos          10       2     3\n"));
        QCOMPARE(table.text(29), std::string("CONTROLLER QUEUED FAILED HELD\n"
                                             "photos         10      2    3\n"));
    }

    // A key is typed again, and a time is read.
    void someColumnsAreNeverCut()
    {
        TextTable table({{.name = "NEED", .fit = TextTable::Fit::Whole}, {"VERBS"}});
        table.add({"fleet/stuck-in-drain/restart-1", "requeue, pause, discard"});
        QVERIFY(table.text(45).find("fleet/stuck-in-drain/restart-1") != std::string::npos);
        for (const TextTable::Lines &row : table.lines(20, 0, 1))
            QVERIFY2(widthOf(row.front()) <= 20, row.front().c_str());
    }

    // What has to be typed is whole, however long it is.
    void aLongNameStandsAboveItsRow()
    {
        TextTable table({{.name = "OBJECT", .fit = TextTable::Fit::Above},
                         {"STATE"},
                         {.name = "REASON", .fit = TextTable::Fit::Below}});
        table.add({"photos/a", "failed", "no space left"});
        table.add({"photos/2021/summer/holidays.jpg", "failed", "refused"});
        QCOMPARE(table.text(40), std::string("OBJECT                           STATE\n"
                                             "  REASON\n"
                                             "photos/a                         failed\n"
                                             "  no space left\n"
                                             "photos/2021/summer/holidays.jpg  failed\n"
                                             "  refused\n"));
        QCOMPARE(table.text(30), std::string("OBJECT                  STATE\n"
                                             "  REASON\n"
                                             "photos/a                failed\n"
                                             "  no space left\n"
                                             "photos/2021/summer/holidays.jp\n"
                                             "g\n"
                                             "                        failed\n"
                                             "  refused\n"));
        const auto lines = table.lines(30, 1, 1, TextTable::Rows::AsText);
        QCOMPARE(lines.size(), std::size_t(2)); // the names of the columns and a row
        QCOMPARE(lines.back().size(), std::size_t(4));
        const TextTable::Lines cut = table.lines(30, 1, 1).back();
        QCOMPARE(cut.size(), std::size_t(1));
        QVERIFY2(widthOf(cut.front()) <= 30 && cut.front().find("…") != std::string::npos,
                 cut.front().c_str());
    }

    // No line is longer than the terminal; ids keep both of their ends, numbers all they have.
    void cutsNamesInTheirMiddle()
    {
        QCOMPARE(cutInMiddle("photos/2021/a.jpg", 9), std::string("phot….jpg"));
        QCOMPARE(cutInMiddle("日本日本", 6), std::string("日…本"));
        TextTable table(
            {{"MEMBER"}, {"FOR", TextTable::Align::Right}, {"OPERATION"}, {"WAITS FOR"}});
        table.add({"namespace/server-0000001", "12m", "restart-2026-11-25-15-42", "its work"});
        table.add({"namespace/server-0000002", "7m", "restart-2026-11-25-15-43",
                   "a reason that is long"});
        for (const std::size_t width : {70U, 60U, 50U, 40U, 30U, 20U, 8U}) {
            const auto lines = table.lines(width, 0, 2);
            for (const TextTable::Lines &row : lines)
                QVERIFY2(widthOf(row.front()) <= width, row.front().c_str());
            if (width >= 40) {
                const std::string &first = lines[1].front();
                const std::string &second = lines[2].front();
                QVERIFY2((first.find("12m") != std::string::npos)
                             && (second.find("7m") != std::string::npos),
                         first.c_str());
                QVERIFY2((first.find("1  ") != std::string::npos)
                             && (second.find("2  ") != std::string::npos),
                         first.c_str());
            }
        }
    }

    // What went wrong says more than an example of it.
    void longNamesGiveWayToTheirError()
    {
        TextTable table({{"CONTROLLER"},
                         {"OBJECTS", TextTable::Align::Right},
                         {.name = "SAMPLE", .least = 12},
                         {.name = "ERROR", .fit = TextTable::Fit::Below}});
        table.add({"photos", "2", "one/very/long/path/of/an/object/that/fails/a.jpg",
                   "connection to db: refused for 3 days"});
        QCOMPARE(table.lines(71, 0, 1).back().front(),
                 std::string("photos            2  one/ve…a.jpg  "
                             "connection to db: refused for 3 days"));
        QCOMPARE(table.lines(50, 0, 1).back().front(),
                 std::string("photos            2  one/ve…a.jpg  connect… 3 days"));
        QCOMPARE(table.text(50), std::string("CONTROLLER  OBJECTS  SAMPLE\n"
                                             "  ERROR\n"
                                             "photos            2  one/very/long/…at/fails/a.jpg\n"
                                             "  connection to db: refused for 3 days\n"));
    }

    void cutsNoEscapeInTwo()
    {
        QCOMPARE(cutToWidth("ab\\x1bcd", 6), std::string("ab…"));
        QCOMPARE(cutInMiddle("abc\\x1b\\x1bdef", 9), std::string("abc…def"));
        QCOMPARE(cutToWidth("a\\nope", 3), std::string("a…"));
        QCOMPARE(cutToWidth("a\\u12 more", 4), std::string("a\\u…")); // it is none
    }

    // Where nothing is cut, one long name moves its own row only.
    void aLongNameWidensNoOtherRow()
    {
        const std::string name(200, 'x');
        TextTable table({{"ID"}, {"STATE"}, {"WHY"}});
        table.add({name, "parked", "no space"});
        table.add({"photos/b", "failed", "refused"});
        QCOMPARE(table.text(0), "ID        STATE   WHY\n" + name + "  parked  no space\n"
                                    + "photos/b  failed  refused\n");
    }

    void leavesOutWhatSaysNothing()
    {
        TextTable table({{"ID"},
                         {"PAUSED", TextTable::Align::Right, true},
                         {"HELD", TextTable::Align::Right, true},
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
        TextTable table({{"ID"}, {"STATE"}});
        table.add({"日本", "parked"});
        QCOMPARE(table.text(0), std::string("ID    STATE\n日本  parked\n"));
    }

    void controlCharactersDoNothing()
    {
        TextTable table({{"ID"}});
        table.add({"a\x1b[2Jb\nc"});
        QCOMPARE(table.text(0), std::string("ID\na\\x1b[2Jb\\nc\n"));
    }

private:
    static TextTable sample()
    {
        TextTable table({{"ID"}, {"N", TextTable::Align::Right}, {"WHY"}});
        table.add({"a", "1", "none"});
        table.add({"photos/b", "123", "no space left"});
        return table;
    }
};

QONTROLLER_GUILESS_TEST(TableTest)
#include "tst_table.moc"
