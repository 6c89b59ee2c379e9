// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/text/text.h"

using namespace qontroller;

class TextTest : public QObject
{
    Q_OBJECT

private slots:
    void e25_cutsWhatIsTooLong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cut");
        // Of 20 bytes the mark takes 7: 6 are of the begin, 7 of the end.
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("as long as may be") << QByteArray(20, 'x') << QByteArray(20, 'x');
        QTest::newRow("longer") << QByteArray("abcdefghijklmnopqrstu")
                                << QByteArray("abcdef […] opqrstu");
        QTest::newRow("much longer") << QByteArray(1000, 'x') << QByteArray("xxxxxx […] xxxxxxx");
        QTest::newRow("two bytes end there")
            << QByteArray("xxxxäxxxxxxxxxxäxxxxx") << QByteArray("xxxxä […] äxxxxx");
        QTest::newRow("two bytes are cut")
            << QByteArray("xxxxxäxxxxxxxxäxxxxxx") << QByteArray("xxxxx […] xxxxxx");
        QTest::newRow("three bytes are cut")
            << QByteArray("xxxx…xxxxxxxxx…xxxxx") << QByteArray("xxxx […] xxxxx");
        QTest::newRow("four bytes are cut")
            << QByteArray("xxx\xF0\x9F\x8C\x8Axxxxxxxx\xF0\x9F\x8C\x8Axxxx")
            << QByteArray("xxx […] xxxx");
        QTest::newRow("no characters")
            << QByteArray(30, '\x80') << QByteArray("\uFFFD\uFFFD […] \uFFFD\uFFFD");
        QTest::newRow("a byte that is no character")
            << QByteArray("a\xFF") + "b" << QByteArray("a\uFFFD") + "b";
        QTest::newRow("a character without its end")
            << QByteArray("a\xF0\x9F\x8C") << QByteArray("a\uFFFD\uFFFD\uFFFD");
        QTest::newRow("longer than need be")
            << QByteArray("\xC0\xAF") << QByteArray("\uFFFD\uFFFD");
        QTest::newRow("half a pair")
            << QByteArray("\xED\xA0\x80") << QByteArray("\uFFFD\uFFFD\uFFFD");
        QTest::newRow("the last character of all")
            << QByteArray("\xF4\x8F\xBF\xBF") << QByteArray("\xF4\x8F\xBF\xBF");
        QTest::newRow("behind it")
            << QByteArray("\xF4\x90\x80\x80") << QByteArray("\uFFFD\uFFFD\uFFFD\uFFFD");
    }
    void e25_cutsWhatIsTooLong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cut);
        const std::string bytes = text.toStdString();
        QCOMPARE(QByteArray::fromStdString(cutText(std::string_view(bytes), 20)), cut);
        QCOMPARE(QByteArray::fromStdString(cutText(std::string(bytes), 20)), cut);
        QVERIFY(cutText(std::string_view(bytes), 20).size() <= 20);
        QCOMPARE(cutText(cutText(std::string_view(bytes), 20), 20),
                 cut.toStdString()); // once is enough
    }

    void e25_keepsNoMemoryOfWhatWasCut()
    {
        std::string large(std::size_t{1} << 20, 'x');
        QVERIFY(cutText(std::move(large)).capacity() <= LongestText);
        std::string reserved = "short";
        reserved.reserve(std::size_t{1} << 20);
        const std::string kept = cutText(std::move(reserved));
        QCOMPARE(kept, std::string("short"));
        QVERIFY(kept.capacity() <= LongestText);
    }

    void doesNotCopyWhatIsShort()
    {
        std::string text(1000, 'x');
        const char *const bytes = text.data();
        const std::string kept = cutText(std::move(text));
        QVERIFY(kept.data() == bytes);
    }
};

QONTROLLER_TEST(TextTest)
#include "tst_text.moc"
