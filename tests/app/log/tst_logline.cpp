// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "app/log/logline.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr LogTime Noon = LogTime(1'795'435'200'123ms);

QJsonObject objectOf(const LogLine &line)
{
    const QByteArray text = QByteArray::fromStdString(asJson(LogLevel::Warning, line, Noon));
    return text.count('\n') == 1 ? QJsonDocument::fromJson(text).object() : QJsonObject();
}

} // namespace

class LogLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void isASentenceForPeople_data()
    {
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("begin");
        QTest::newRow("debug") << int(LogLevel::Debug) << "debug: ";
        QTest::newRow("info") << int(LogLevel::Info) << "";
        QTest::newRow("warning") << int(LogLevel::Warning) << "warning: ";
        QTest::newRow("error") << int(LogLevel::Error) << "error: ";
    }
    void isASentenceForPeople()
    {
        QFETCH(int, level);
        QFETCH(QString, begin);
        const LogLine line{"photos", "failed", "a.jpg", "no space left"};
        QCOMPARE(QString::fromStdString(asText(LogLevel(level), line, Noon)),
                 "2026-11-23T12:00:00.123Z " + begin + "photos: failed: a.jpg: no space left\n");
    }

    void isReadableEverywhere_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QString>("readable");
        QTest::newRow("plain") << QByteArray("no space left") << "no space left";
        QTest::newRow("umlauts") << QByteArray("Müller 日本 🐙") << "Müller 日本 🐙";
        QTest::newRow("line breaks") << QByteArray("a\nb\r\tc") << R"(a\nb\r\tc)";
        QTest::newRow("colours of a terminal") << QByteArray("\x1b[31mred") << R"(\x1b[31mred)";
        QTest::newRow("zero") << QByteArray("a\0b", 3) << R"(a\x00b)";
        QTest::newRow("delete") << QByteArray("\x7f") << R"(\x7f)";
        QTest::newRow("C1") << QByteArray("\xc2\x9b") << R"(\x9b)";
        QTest::newRow("line separator") << QByteArray("\xe2\x80\xa8") << R"(\u2028)";
        // NOLINTBEGIN(misc-misleading-bidirectional): written as escapes here
        QTest::newRow("right to left") << QByteArray("a\u202etxt.exe") << R"(a\u202etxt.exe)";
        QTest::newRow("isolate") << QByteArray("\u2066") << R"(\u2066)";
        // NOLINTEND(misc-misleading-bidirectional)
        QTest::newRow("no width") << QByteArray("a\u200bb\ufeff") << R"(a\u200bb\ufeff)";
        QTest::newRow("tag") << QByteArray("\U000e0041") << R"(\U000e0041)";
        QTest::newRow("Hebrew") << QByteArray("שלום") << "שלום";
        QTest::newRow("Latin 1") << QByteArray("M\xfcller") << R"(M\xfcller)";
        QTest::newRow("half a character") << QByteArray("a\xe2\x80") << R"(a\xe2\x80)";
        QTest::newRow("a surrogate") << QByteArray("\xed\xa0\x80") << R"(\xed\xa0\x80)";
        QTest::newRow("too long a form") << QByteArray("\xc0\xaf") << R"(\xc0\xaf)";
    }
    void isReadableEverywhere()
    {
        QFETCH(QByteArray, given);
        QTEST(QString::fromStdString(readable({.text = given.toStdString()}).text), "readable");
    }

    void isNotLongerThan2KiB()
    {
        const std::string much(100'000, 'x');
        const LogLine line = readable({much, much, much, much, much});
        QVERIFY(asText(LogLevel::Warning, line, Noon).size() <= 2048);
        QVERIFY(line.text.find("x […] x") != std::string::npos);
        const std::string breaks(100'000, '\n');
        QVERIFY(asText(LogLevel::Warning, readable({breaks, breaks, breaks, breaks, breaks}), Noon)
                    .size()
                <= 2048);
    }

    void leavesOutWhatIsEmpty()
    {
        QCOMPARE(LogLine{.text = "ending"}.message(), "ending");
        const LogLine started{.controller = "photos", .event = "started"};
        QCOMPARE(started.message(), "photos: started");
        QCOMPARE(QJsonDocument(objectOf(started)).toJson(QJsonDocument::Compact),
                 QByteArray(R"({"controller":"photos","event":"started","level":"warning",)"
                            R"("message":"photos: started","time":"2026-11-23T12:00:00.123Z"})"));
    }

    void aNoticeIsCalledWhatItsAuthorCallsIt()
    {
        const LogLine line{.controller = "hosts",
                           .event = "notice",
                           .id = "www",
                           .text = "until 2027",
                           .kind = "renewed"};
        QCOMPARE(line.message(), "hosts: notice: renewed: www: until 2027");
        QCOMPARE(objectOf(line)["kind"].toString(), "renewed");
        QVERIFY(asJournalEntry(LogLevel::Info, line, "x").find("\nQONTROLLER_KIND=renewed\n")
                != std::string::npos);
    }

    void isAnObjectForPrograms()
    {
        const QJsonObject object = objectOf({"photos", "failed", "a\n\"b", "no space"});
        QCOMPARE(object.value("controller").toString(), QStringLiteral("photos"));
        QCOMPARE(object.value("event").toString(), QStringLiteral("failed"));
        QCOMPARE(object.value("id").toString(), QStringLiteral("a\n\"b"));
        QCOMPARE(object.value("text").toString(), QStringLiteral("no space"));
        QCOMPARE(object.value("message").toString(),
                 QStringLiteral("photos: failed: a\n\"b: no space"));
        QVERIFY(objectOf({.text = "\xff\xfe is no text"}).contains("message"));
    }

    void isAnEntryForTheJournal()
    {
        const std::string entry = asJournalEntry(LogLevel::Warning,
                                                 {"photos", "failed", "a\nb", "no space"}, "prog");
        const auto is = [](const char *bytes, std::size_t size) {
            return std::string(bytes, size);
        };
        const std::string length = is("\x03\0\0\0\0\0\0\0", 8);
        const std::string messageLength = is("\x1d\0\0\0\0\0\0\0", 8);
        QCOMPARE(entry, "MESSAGE\n" + messageLength
                            + "photos: failed: a\nb: no space\n"
                              "PRIORITY=4\nSYSLOG_IDENTIFIER=prog\nQONTROLLER_CONTROLLER=photos\n"
                              "QONTROLLER_EVENT=failed\nQONTROLLER_ID\n"
                            + length + "a\nb\nQONTROLLER_TEXT=no space\n");
    }
};

QONTROLLER_TEST(LogLineTest)
#include "tst_logline.moc"
