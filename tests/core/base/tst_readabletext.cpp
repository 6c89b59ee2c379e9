// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/text/readabletext.h"

#include <QtCore/QChar>

using namespace qontroller;

class ReadableTextTest : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatIsNotSeenByItsNumber_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char *name, const QByteArray &given, const char *shown) {
            QTest::newRow(name) << given << QByteArray(shown);
        };
        row("nothing", "", "");
        row("plain", "web/server-01 ~", "web/server-01 ~");
        row("letters of other languages", "größe 漢字 🌊", "größe 漢字 🌊");
        row("escape", "\x1b[2J", "\\x1b[2J");
        row("ends of lines", "a\nb\rc\td", "a\\nb\\rc\\td");
        row("next line", "a\u0085b", "a\\x85b");
        row("turns the direction", "rtl-\u202egnp.exe", "rtl-\\u202egnp.exe");
        row("no width", "a\u200bb", "a\\u200bb");
        row("order of bytes", "\ufeffa", "\\ufeffa");
        row("a tag", "a\U000E0041", "a\\U000e0041");
        row("no character", QByteArray("a\xff"), "a\\xff");
        row("half a character", QByteArray("a\xe2\x80"), "a\\xe2\\x80");
        row("none somewhere else", "a\ufffdb", "a\ufffdb");
        row("nul", QByteArray("a\0b", 3), "a\\x00b");
    }
    void writesWhatIsNotSeenByItsNumber()
    {
        QFETCH(QByteArray, given);
        QFETCH(QByteArray, shown);
        QCOMPARE(readableLine(given.toStdString()), shown.toStdString());
        QCOMPARE(readableText(given.toStdString()), shown.toStdString());
    }

    void leavesTheEndsOfLines()
    {
        QCOMPARE(readableLines("a\x1b\n\nb\n"), std::string("a\\x1b\n\nb\n"));
    }

    void cutsWhatIsTooLong()
    {
        QCOMPARE(readableText(std::string(100, '\x1b'), 20).size(), std::size_t(20));
        QCOMPARE(readableLine(std::string(LongestText, '\x1b')).size(), 4 * LongestText);
    }

    // The table is of Unicode 14, as that of Qt 6.4: a newer Qt knows more of them.
    void agreesWithUnicode()
    {
        for (char32_t each = 0; each <= 0x10FFFF; ++each) {
            if (QChar::unicodeVersion(each) > QChar::Unicode_14_0)
                continue;
            const QChar::Category category = QChar::category(each);
            const bool isSeen = category != QChar::Other_Control && category != QChar::Other_Format
                                && category != QChar::Separator_Line
                                && category != QChar::Separator_Paragraph;
            QVERIFY2(isReadable(each) == isSeen, qPrintable(QString::number(each, 16)));
        }
    }
};

QONTROLLER_TEST(ReadableTextTest)
#include "tst_readabletext.moc"
