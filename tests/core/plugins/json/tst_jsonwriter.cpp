// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/jsonsyntax.h"
#include "core/plugins/json/jsonwriter.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtTest/QtTest>

using namespace qontroller;

class JsonWriterTest final : public QObject
{
    Q_OBJECT

private slots:
    void keepsTheOrderOfNames()
    {
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("z").value(1).key("a").beginArray().value("x\"y").value(2.5);
        writer.beginObject().endObject().endArray().key("n").value(QJsonValue::Null).endObject();
        QCOMPARE(writer.text(), QByteArray("{\"z\":1,\"a\":[\"x\\\"y\",2.5,{}],\"n\":null}"));
    }

    void indentsForPeople()
    {
        JsonWriter writer(JsonWriter::Style::Indented);
        writer.beginObject().key("b").value(QJsonArray{1, QJsonObject{{"c", true}}});
        writer.key("empty").value(QJsonObject()).endObject();
        QCOMPARE(writer.text(),
                 QByteArray("{\n  \"b\": [\n    1,\n    {\n      \"c\": true\n    }\n"
                            "  ],\n  \"empty\": {}\n}"));
    }

    void whatItWritesOfANumberIsReadBack_data()
    {
        QTest::addColumn<QJsonValue>("number");
        QTest::newRow("largest of 64 bits") << QJsonValue(qint64(INT64_MAX));
        QTest::newRow("smallest of 64 bits") << QJsonValue(qint64(INT64_MIN));
        QTest::newRow("not of a double") << QJsonValue(qint64(9007199254740993));
        QTest::newRow("twenty digits") << QJsonValue(12345678901234567890.0);
        QTest::newRow("largest") << QJsonValue(1.7976931348623157e308);
        QTest::newRow("all digits") << QJsonValue(0.1 + 0.2);
        QTest::newRow("tiny") << QJsonValue(2.2250738585072014e-308);
    }
    void whatItWritesOfANumberIsReadBack()
    {
        QFETCH(QJsonValue, number);
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginArray().value(number).endArray();
        const auto read = parseJson(writer.text());
        QVERIFY(read);
        QCOMPARE(read->array().at(0), number);
    }

    /// Qt drops a byte order mark at the beginning of a text that it reads.
    void aByteOrderMarkIsReadBack()
    {
        const QJsonArray marked{QString(QChar::ByteOrderMark) + "a", QString("b\uFEFF")};
        JsonWriter writer(JsonWriter::Style::Line);
        writer.value(marked);
        const auto read = parseJson(writer.text());
        QVERIFY(read);
        QCOMPARE(read->array(), marked);
    }
};

QONTROLLER_GUILESS_TEST(JsonWriterTest)
#include "tst_jsonwriter.moc"
