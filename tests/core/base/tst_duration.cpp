// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/text/duration.h"

using namespace qontroller;
using namespace std::chrono_literals;

class DurationTest : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatPeopleWrite_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("nanoseconds");
        const auto row = [](const char *text, Duration duration) {
            QTest::newRow(text) << QByteArray(text) << qint64(duration.count());
        };
        row("250ms", 250ms);
        row("1.5s", 1500ms);
        row("5m", 5min);
        row("1h", 1h);
        row("0s", 0s);
        row("0ms", 0s);
        row("0.5ms", 500us);
        row("0.000001ms", 1ns);
        row("90m", 90min);
        row("007s", 7s);
        row("1.25h", 75min);
        row(".5s", 500ms);
        row("1000s", 1000s);
        row("87000h", 87000h);
        row("90d", 2160h);
        row("0.5d", 12h);
    }
    void readsWhatPeopleWrite()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, nanoseconds);
        const auto duration = parseDuration(text.toStdString());
        QVERIFY2(duration, duration ? "" : duration.error().c_str());
        QCOMPARE(*duration, Duration(nanoseconds));
    }

    void aLengthIsSaidToATenthOfASecond_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        for (const auto &[text, length] :
             {std::pair("0s", 0ms), std::pair("250ms", 250ms), std::pair("1.5s", 1500ms),
              std::pair("2m", 119990ms), std::pair("42s", 42000ms), std::pair("1m 30s", 90000ms),
              std::pair("5m", 300000ms), std::pair("59m 35.6s", 3575559ms),
              std::pair("1h 30m", 5400000ms), std::pair("1h 0.5s", 3600500ms),
              std::pair("2d 1m", 172860000ms)})
            QTest::newRow(text) << qint64(length.count());
    }
    void aLengthIsSaidToATenthOfASecond()
    {
        QFETCH(qint64, milliseconds);
        QCOMPARE(lengthInWords(std::chrono::milliseconds(milliseconds)),
                 std::string(QTest::currentDataTag()));
    }

    void refusesWhatIsNoDuration_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"",     "5",     "s",    "ms",    "5 s",          " 5s", "5s ",  "-1s",
              "+1s",  "5sec",  "5S",   "1e3s",  "1h30m",        "nan", "nans", "inf",
              "infs", "0x10s", "1,5s", "1..5s", "five seconds", "5w",  "5us"})
            QTest::newRow(*text ? text : "empty") << QByteArray(text);
        QTest::newRow("a zero in it") << QByteArray("5\0s", 3);
        QTest::newRow("400 digits") << QByteArray(400, '9') + "s";
    }
    void refusesWhatIsNoDuration()
    {
        QFETCH(QByteArray, text);
        const auto duration = parseDuration(text.toStdString());
        QVERIFY(!duration);
        QVERIFY(QString::fromStdString(duration.error())
                    .contains("write a number and ms, s, m, h or d"));
    }

    void saysThatADurationIsTooLong_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"100000h", "99999999999999999999s", "1000000000000ms", "4000d"})
            QTest::newRow(text) << QByteArray(text);
    }
    void saysThatADurationIsTooLong()
    {
        QFETCH(QByteArray, text);
        const auto duration = parseDuration(text.toStdString());
        QVERIFY(!duration);
        QVERIFY(QString::fromStdString(duration.error()).contains("at most ten years"));
    }

    void writesInTheLargestUnitThatFits_data()
    {
        QTest::addColumn<qint64>("nanoseconds");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](Duration duration, const char *text) {
            QTest::newRow(text) << qint64(duration.count()) << QByteArray(text);
        };
        row(0s, "0s");
        row(250ms, "250ms");
        row(1500ms, "1500ms");
        row(30s, "30s");
        row(60s, "1m");
        row(90s, "90s");
        row(5min, "5m");
        row(60min, "1h");
        row(24h, "1d");
        row(25h, "25h");
        row(2160h, "90d");
        row(1400us, "1ms");
        row(1600us, "2ms");
    }
    void writesInTheLargestUnitThatFits()
    {
        QFETCH(qint64, nanoseconds);
        QFETCH(QByteArray, text);
        QCOMPARE(formatDuration(Duration(nanoseconds)), text.toStdString());
    }

    void whatIsWrittenReadsBackTheSame()
    {
        for (std::int64_t milliseconds = 1; milliseconds < 100'000'000;
             milliseconds += 1 + milliseconds / 7) {
            const Duration duration = std::chrono::milliseconds(milliseconds);
            const auto read = parseDuration(formatDuration(duration));
            QVERIFY(read);
            QCOMPARE(*read, duration);
        }
    }

    void saysForAPersonHowLong_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](std::chrono::milliseconds span, const char *words) {
            QTest::newRow(words) << qint64(span.count()) << QByteArray(words);
        };
        row(0ms, "0.0s");
        row(230ms, "0.2s");
        row(42s, "42s");
        row(5min + 3s, "5m 3s");
        row(2h + 10min + 59s, "2h 10m");
        row(1h, "1h");
        row(76h, "3d 4h");
        row(-90s, "-1m 30s");
        row(-300ms, "-0.3s");
        row(-30ms, "0.0s");
    }
    void saysForAPersonHowLong()
    {
        QFETCH(qint64, milliseconds);
        QTEST(QByteArray::fromStdString(spanInWords(std::chrono::milliseconds(milliseconds))),
              "words");
    }

    void saysForAPersonWhenSomethingComes()
    {
        QCOMPARE(comesInWords(90s), "in 1m 30s");
        QCOMPARE(comesInWords(0s), "now");
        QCOMPARE(comesInWords(-90s), "now");
    }
};

QONTROLLER_TEST(DurationTest)
#include "tst_duration.moc"
