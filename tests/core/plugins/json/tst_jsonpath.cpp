// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/jsonpath.h"
#include "core/plugins/json/jsontext.h"

#include <QtCore/QJsonArray>
#include <QtTest/QtTest>

using namespace qontroller;

class JsonPathTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsAsPeopleWriteIt()
    {
        const JsonPath path =
            JsonPath().key("controllers").index(2).key("parameters").key("source");
        QCOMPARE(path.dotted(), std::string("controllers[2].parameters.source"));
        QCOMPARE(path.pointer(), std::string("/controllers/2/parameters/source"));
    }

    void escapesOddNames()
    {
        const JsonPath path = JsonPath().key("a b").key("c/d~e");
        QCOMPARE(path.dotted(), std::string("[\"a b\"][\"c/d~e\"]"));
        QCOMPARE(path.pointer(), std::string("/a b/c~1d~0e"));
    }

    void goesBelowAnother()
    {
        const JsonPath parent = JsonPath().key("parameters");
        QCOMPARE(JsonPath().index(1).below(parent).dotted(), std::string("parameters[1]"));
        const JsonProblems problems = below(parent,
                                            {{JsonPath().key("x"), "is odd"}, {{}, "is bad"}});
        QCOMPARE(problems.at(0).sentence(), std::string("parameters.x: is odd"));
        QCOMPARE(problems.at(1).sentence(), std::string("parameters: is bad"));
    }

    void describesValues_data()
    {
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("words");
        QTest::newRow("text") << QJsonValue("abc") << "\"abc\"";
        QTest::newRow("long text")
            << QJsonValue(QString(70, 'x')) << "\"" + QString(60, 'x') + "…\"";
        QTest::newRow("whole number") << QJsonValue(5) << "5";
        QTest::newRow("number") << QJsonValue(1.5) << "1.5";
        QTest::newRow("largest whole number")
            << QJsonValue(qint64(INT64_MAX)) << "9223372036854775807";
        QTest::newRow("huge number") << QJsonValue(1e300) << "1e+300";
        QTest::newRow("tiny number") << QJsonValue(-1e-300) << "-1e-300";
        QTest::newRow("true") << QJsonValue(true) << "true";
        QTest::newRow("null") << QJsonValue(QJsonValue::Null) << "null";
        QTest::newRow("list") << QJsonValue(QJsonArray()) << "a list";
        QTest::newRow("object") << QJsonValue(QJsonObject()) << "an object";
        QTest::newRow("nothing") << QJsonValue(QJsonValue::Undefined) << "missing";
    }
    void describesValues()
    {
        QFETCH(QJsonValue, value);
        QFETCH(QString, words);
        QCOMPARE(QString::fromStdString(describe(value)), words);
    }

    void enumeratesWords()
    {
        QCOMPARE(enumerate({}), std::string());
        QCOMPARE(enumerate({"a"}), std::string("a"));
        QCOMPARE(enumerate({"a", "b"}), std::string("a and b"));
        QCOMPARE(enumerate({"a", "b", "c"}, "or"), std::string("a, b or c"));
    }
};

QONTROLLER_GUILESS_TEST(JsonPathTest)
#include "tst_jsonpath.moc"
