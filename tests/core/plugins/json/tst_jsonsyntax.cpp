// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/jsonsyntax.h"

#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

using namespace qontroller;

class JsonSyntaxTest final : public QObject
{
    Q_OBJECT

private slots:
    void namesGivenTwiceAreErrors_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("sentence"); // empty: it is right
        const auto row = [](const char *name, const char *json, const char *sentence) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(sentence);
        };
        row("top", "{\"a\": 1,\n \"a\": 2}",
            "line 2, column 2: a is given twice: remove one of them");
        row("deep", R"({"a": [{"b": 1}, {"b": {"c": 1, "d": 2, "c": 3}}]})",
            "line 1, column 41: a[1].b.c is given twice: remove one of them");
        row("after an object", R"({"a": {}, "b": [], "a": 1})",
            "line 1, column 20: a is given twice: remove one of them");
        row("escaped", "{\"ab\": 1, \"a\\u0062\": 2}",
            "line 1, column 11: ab is given twice: remove one of them");
        row("in different objects", R"([{"a": 1}, {"a": {"a": ["a", "a"]}}])", "");
        row("values", R"({"a": "b", "b": "b", "c": ["c", "c"]})", "");
        row("quotes and braces in text",
            "{\"a\": \"\\\"a\\\": {[,\\\\\", \"b\": \"\\\\\\\"\", \"c\": \"}\"}", "");
        row("nothing in it", R"({"a": {}, "b": []})", "");
    }
    void namesGivenTwiceAreErrors()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, sentence);
        const auto document = parseJson(json);
        QCOMPARE(QString::fromStdString(document ? "" : document.error()), sentence);
    }

    void allNamesThatAreGivenTwiceAreNamed()
    {
        const auto document = parseJsonFully(R"({"a": {"b": 1, "b": 2}, "a": [{"c": 1, "c": 2}],
 "a": 3})");
        const std::vector<std::string>
            expected{"line 1, column 16: a.b is given twice: remove one of them",
                     "line 1, column 25: a is given twice: remove one of them",
                     "line 1, column 40: a[0].c is given twice: remove one of them",
                     "line 2, column 2: a is given twice: remove one of them"};
        QCOMPARE(document.error(), expected);
    }

    // UTF-8 has none, so what is written would be another text.
    void halfACharacterIsAnError_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("place"); // empty: it is right
        const auto row = [](const char *name, const char *json, const char *place) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(place);
        };
        row("first half", R"(["\ud800"])", "line 1, column 3: ");
        row("second half", R"(["\udc19"])", "line 1, column 3: ");
        row("halves in the wrong order", R"(["\udc19\ud83d"])", "line 1, column 3: ");
        row("behind a whole one", R"(["\ud83d\udc19\udc19"])", "line 1, column 15: ");
        row("before a whole one", R"(["\ud83d\ud83d\udc19"])", "line 1, column 3: ");
        row("something between", R"(["a\uD83D \uDC19"])", "line 1, column 4: ");
        row("on the next line", "{\"a\": \"\\n\",\n \"b\": \"\\ud800\"}", "line 2, column 8: ");
        row("name", R"({"\ud800": 1})", "line 1, column 3: ");
        row("second name", R"({"\udbff\udfff": 1, "\ud800": 2})", "line 1, column 22: ");
        row("whole", R"({"\ud83d\udc19": ["\uD83D\uDC19", "\u00e9\n\ufffd"]})", "");
        row("no escape", R"(["\\ud800", "\\\\ud800"])", "");
    }
    void halfACharacterIsAnError()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, place);
        const auto document = parseJson(json);
        const QString half = R"(the text has half a character: write both \u of it)";
        QCOMPARE(QString::fromStdString(document ? "" : document.error()),
                 place.isEmpty() ? QString() : place + half);
    }

    void allHalvesAreNamed()
    {
        const auto document = parseJsonFully(R"({"\ud800": 1, "\ud801": ["\udc19"]})");
        const std::string half = R"(the text has half a character: write both \u of it)";
        const std::vector<std::string> expected{"line 1, column 3: " + half,
                                                "line 1, column 16: " + half,
                                                "line 1, column 27: " + half};
        QCOMPARE(document.error(), expected);
    }

    void aNumberThatNoDoubleHoldsIsMalformed_data()
    {
        QTest::addColumn<QByteArray>("number");
        for (const char *number : {"1e309", "1e400", "-1e400", "1e99999999999999999999", "1e-400"})
            QTest::newRow(number) << QByteArray(number);
        QTest::newRow("four hundred digits") << QByteArray(400, '9');
    }
    void aNumberThatNoDoubleHoldsIsMalformed()
    {
        QFETCH(QByteArray, number);
        const auto document = parseJson("{\n\"a\": " + number + "}");
        QVERIFY(!document);
        QCOMPARE(document.error(), "line 2, column " + std::to_string(6 + number.size())
                                       + ": is not JSON, a number is malformed: write it as in 30 "
                                         "or 2.5");
    }

    void longNumbersAreRead_data()
    {
        QTest::addColumn<QByteArray>("number");
        QTest::addColumn<QJsonValue>("value");
        QTest::newRow("largest of 64 bits")
            << QByteArray("9223372036854775807") << QJsonValue(qint64(INT64_MAX));
        QTest::newRow("smallest of 64 bits")
            << QByteArray("-9223372036854775808") << QJsonValue(qint64(INT64_MIN));
        QTest::newRow("not of a double")
            << QByteArray("9007199254740993") << QJsonValue(qint64(9007199254740993));
        QTest::newRow("twenty digits")
            << QByteArray("12345678901234567890") << QJsonValue(12345678901234567890.0);
        QTest::newRow("three hundred digits") << '1' + QByteArray(300, '0') << QJsonValue(1e300);
    }
    void longNumbersAreRead()
    {
        QFETCH(QByteArray, number);
        QFETCH(QJsonValue, value);
        const auto document = parseJson("[" + number + "]");
        QVERIFY(document);
        const QJsonValue read = document->array().at(0);
        QCOMPARE(read.toDouble(), value.toDouble());
        QCOMPARE(read.toInteger(-1), value.toInteger(-1)); // -1: it is not one of 64 bits
    }
};

QONTROLLER_GUILESS_TEST(JsonSyntaxTest)
#include "tst_jsonsyntax.moc"
