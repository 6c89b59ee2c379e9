// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/observe/events/shortform.h"

#include "core/base/text/concealer.h"
#include "core/base/text/text.h"
#include "printing.h"

using namespace qontroller;

class ShortFormTest final : public QObject
{
    Q_OBJECT

private slots:
    void isTheLastLineThatSaysSomething_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("brief");
        const auto row = [](const char *name, const QByteArray &text, const QByteArray &brief) {
            QTest::newRow(name) << text << brief;
        };
        row("nothing", "", "");
        row("blanks", " \n\t\r\n", "");
        row("one line", "no space", "no space");
        row("blanks around it", "first\n  second  \n \n", "second");
        row("of Windows", "first\r\nsecond\r\n", "second");
        row("of Python",
            "Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\n"
            "    f()\nValueError: no 'a' in b",
            "ValueError: no 'a' in b");
        row("no end of line in it", QByteArray(1024, 'x'), QByteArray(1024, 'x'));
        const QByteArray mark(BeginCutMark.data(), qsizetype(BeginCutMark.size()));
        row("a long one keeps its end", QByteArray(2000, 'x') + "end",
            mark + QByteArray(1024 - mark.size() - 3, 'x') + "end");
        row("no half character", "x" + QByteArray("\xC3\xA9").repeated(600),
            mark + QByteArray("\xC3\xA9").repeated((1024 - int(mark.size())) / 2));
    }
    void isTheLastLineThatSaysSomething()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, brief);
        QCOMPARE(QByteArray::fromStdString(shortForm(text.toStdString())), brief);
    }

    void isOfTheEndAlsoWhereTheTextWasCut()
    {
        const std::string cut = cutText("begin\n" + std::string(100'000, '-')
                                        + "\nend: no space\n");
        QVERIFY(cut.size() <= LongestText);
        QVERIFY(cut.starts_with("begin\n"));
        QCOMPARE(shortForm(cut), std::string("end: no space"));
    }

    void errorsAreInShort()
    {
        QCOMPARE(inWords(inShort(Said(Said::Kind::Failed, "a\nb: no"))),
                 std::string("failed: b: no"));
        QCOMPARE(inWords(inShort(Said("a\nb: no"))), std::string("b: no"));
        const Said command(Said::Kind::Taken, "paused: first\nsecond");
        QCOMPARE(inShort(command).text, command.text);
        const Said refused = Said::idsRefused(1, "a\nb");
        QCOMPARE(inShort(refused).text, refused.text);
    }

    void aNoticeIsItsAuthors()
    {
        EventRecord event;
        event.said = Said("a\nb");
        QCOMPARE(inShort(event).text, std::string("b"));
        event.kind = EventRecord::Kind::Notice;
        QCOMPARE(inShort(event).text, std::string("a\nb"));
    }
};

QONTROLLER_TEST(ShortFormTest)
#include "tst_shortform.moc"
