// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/logline.h"

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
        const LogLine line{"photos", "failed", "a.jpg", "no space left\non device"};
        QCOMPARE(QString::fromStdString(asText(LogLevel(level), line, Noon)),
                 "2026-11-23T12:00:00.123Z " + begin
                     + "photos: failed: a.jpg: no space left on device\n");
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

QTEST_APPLESS_MAIN(LogLineTest)
#include "tst_logline.moc"
