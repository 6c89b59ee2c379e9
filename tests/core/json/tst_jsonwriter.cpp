// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/json/jsonwriter.h"

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
};

QONTROLLER_GUILESS_TEST(JsonWriterTest)
#include "tst_jsonwriter.moc"
