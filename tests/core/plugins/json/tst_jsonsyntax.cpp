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
