// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/plugins/json/parameters.h"
#include "core/plugins/json/secrets.h"

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace qontroller;

namespace {

QJsonObject valuesOf(const char *text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (!document.isObject())
        qFatal("test data: %s", qPrintable(error.errorString()));
    return document.object();
}

QJsonObject schema()
{
    return valuesOf(R"({
        "type": "object", "additionalProperties": false, "required": ["source", "target"],
        "properties": {
            "source": { "type": "string", "minLength": 1 },
            "target": { "type": "string" },
            "depth": { "type": "integer", "minimum": 1, "maximum": 5, "default": 3 },
            "rate": { "type": "number", "exclusiveMinimum": 0 },
            "mode": { "enum": ["copy", "link"], "default": "copy" },
            "folder": { "type": "string", "minLength": 1, "pattern": "^/" },
            "prefix": { "type": "string", "pattern": "^x-" },
            "commands": { "type": "array", "minItems": 1, "items": { "type": "string" } },
            "either": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
            "limits": { "type": "object", "properties": {
                "quiet": { "type": "boolean", "default": true } } },
            "name/odd": { "type": "string" }
        } })");
}

QJsonObject schemaOfA(const QJsonObject &a)
{
    return {{"type", "object"}, {"properties", QJsonObject{{"a", a}}}};
}

} // namespace

class ParametersTest final : public QObject
{
    Q_OBJECT

private slots:
    void wholeNumbersHave64Bits()
    {
        const QJsonObject schema = schemaOfA(
            valuesOf(R"({ "type": "integer", "minimum": 1, "multipleOf": 3000000000 })"));
        QVERIFY(checkParameters(schema, valuesOf(R"({ "a": 6000000000 })")).problems.empty());
        const auto checked = checkParameters(schema, valuesOf(R"({ "a": 3000000001 })"));
        QCOMPARE(checked.problems.size(), std::size_t(1));
        const auto part = checkParameters(schema, valuesOf(R"({ "a": 3000000000.5 })"));
        QCOMPARE(part.problems.size(), std::size_t(1));
    }

    void p13_repeatsNoSecret_data()
    {
        QTest::addColumn<QJsonObject>("secret");
        QTest::newRow("password") << valuesOf(R"({ "type": "integer", "format": "password" })");
        QTest::newRow("secret") << valuesOf(R"({ "type": "integer", "format": "secret" })");
        QTest::newRow("write only") << valuesOf(R"({ "type": "integer", "writeOnly": true })");
    }
    void p13_repeatsNoSecret()
    {
        QFETCH(QJsonObject, secret);
        const auto checked = checkParameters(schemaOfA(secret), valuesOf(R"({ "a": "hunter2" })"));
        QCOMPARE(checked.problems.size(), std::size_t(1));
        QCOMPARE(checked.problems.front().sentence(),
                 std::string("a: must be a whole number, but is something else, which is secret"));
    }

    void judgesDurations()
    {
        const QJsonObject schema = schemaOfA(valuesOf(R"({ "type": "array", "items": {
            "type": "object", "properties": { "wait": { "type": "string", "format": "duration" } } } })"));
        const auto good = checkParameters(schema, valuesOf(R"({ "a": [{ "wait": "30s" }, {}] })"));
        QVERIFY(good.problems.empty());
        const auto bad = checkParameters(schema, valuesOf(R"({ "a": [{}, { "wait": "soon" }] })"));
        QCOMPARE(bad.problems.size(), std::size_t(1));
        QCOMPARE(bad.problems.front().sentence(),
                 std::string(
                     "a[1].wait: \"soon\" is not a duration: write a number and ms, s, m, h or "
                     "d, as in 250ms or 30s"));
    }

    void aWrongDurationIsNamedBesideWhatElseIsWrong()
    {
        const auto checked = checkParameters(valuesOf(R"({ "type": "object", "properties": {
                "wait": { "type": "string", "format": "duration" },
                "size": { "type": "integer" } } })"),
                                             valuesOf(R"({ "wait": "soon", "size": "large" })"));
        QCOMPARE(checked.problems.size(), std::size_t(2));
        QCOMPARE(checked.problems[0].path.dotted(), std::string("size"));
        QCOMPARE(checked.problems[1].path.dotted(), std::string("wait"));
    }

    void findsTheParameterThatAPluginSpeaksOf_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QStringList>("sentences");
        const auto row = [](const char *said, const QStringList &sentences) {
            QTest::newRow(said) << said << sentences;
        };
        row("source must be a folder", {"source: must be a folder"});
        row("source: must be a folder", {"source: must be a folder"});
        row("limits.size must be small", {"limits.size: must be small"});
        row("limits[\"a b\"][2] must be small", {"limits[\"a b\"][2]: must be small"});
        row("source is gone\ntarget: is full", {"source: is gone", "target: is full"});
        row("lost must be there", {"lost must be there"});
        row("sources must be there", {"sources must be there"});
        row("source", {"source"});
        row("[0] is wrong", {"[0] is wrong"});
        row("nothing works", {"nothing works"});
        row("", {"were refused without a reason"});
    }
    void findsTheParameterThatAPluginSpeaksOf()
    {
        QFETCH(QString, said);
        QFETCH(QStringList, sentences);
        QStringList found;
        for (const JsonProblem &problem : problemsIn(schema(), said.toStdString()))
            found += QString::fromStdString(problem.sentence());
        QCOMPARE(found, sentences);
    }

    void fillsDefaultsInAtEveryDepth()
    {
        const auto checked =
            checkParameters(schema(),
                            valuesOf(R"({ "source": "a", "target": "b", "limits": {} })"));
        QVERIFY(checked.problems.empty());
        QCOMPARE(checked.values, valuesOf(R"({ "source": "a", "target": "b", "depth": 3,
            "mode": "copy", "limits": { "quiet": true } })"));
    }

    void keepsWhatIsGiven()
    {
        const auto given = valuesOf(R"({ "source": "a", "target": "b", "depth": 1, "mode": "link",
            "commands": ["x"], "either": 4, "rate": 0.5, "prefix": "x-1" })");
        const auto checked = checkParameters(schema(), given);
        QVERIFY(checked.problems.empty());
        QCOMPARE(checked.values, given);
    }

    void keepsAHugeNumber_data()
    {
        QTest::addColumn<QJsonValue>("number");
        QTest::newRow("twenty digits") << QJsonValue(12345678901234567890.0);
        QTest::newRow("three hundred digits") << QJsonValue(1e300);
        QTest::newRow("largest of 64 bits") << QJsonValue(qint64(INT64_MAX));
    }
    void keepsAHugeNumber()
    {
        QFETCH(QJsonValue, number);
        const QJsonObject given{{"source", "a"}, {"target", "b"}, {"rate", number}};
        const auto checked = checkParameters(schema(), given);
        QVERIFY(checked.problems.empty());
        QCOMPARE(checked.values.value("rate"), number);
    }

    void allowsNothingWithoutASchema()
    {
        QVERIFY(checkParameters({}, {}).problems.empty());
        const auto checked = checkParameters({}, valuesOf(R"({ "a": 1 })"));
        QCOMPARE(checked.problems.size(), std::size_t(1));
        QCOMPARE(checked.problems.front().sentence(),
                 std::string("a: is not known here: nothing is allowed"));
    }

    void p14_namesAWrongValueByItsPath_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const char *change, const char *sentence) {
            QTest::newRow(name) << QByteArray(change) << QString::fromUtf8(sentence);
        };
        row("type", R"({ "source": 1 })", "source: must be text that is not empty, but is 1");
        row("empty text", R"({ "source": "" })",
            "source: must be text that is not empty, but is \"\"");
        row("null", R"({ "target": null })", "target: must be text, but is null");
        row("too large", R"({ "depth": 9 })",
            "depth: must be a whole number from 1 to 5, but is 9");
        row("twenty digits", R"({ "depth": 12345678901234567890 })",
            "depth: must be a whole number from 1 to 5, but is 12345678901234567000");
        row("one of 32 bits that runs over", R"({ "depth": 4294967299 })",
            "depth: must be a whole number from 1 to 5, but is 4294967299");
        row("huge", R"({ "depth": 1e300 })",
            "depth: must be a whole number from 1 to 5, but is 1e+300");
        row("huge and negative", R"({ "rate": -1e300 })",
            "rate: must be a number above 0, but is -1e+300");
        row("half", R"({ "depth": 1.5 })", "depth: must be a whole number from 1 to 5, but is 1.5");
        row("exclusive", R"({ "rate": 0 })", "rate: must be a number above 0, but is 0");
        row("enum", R"({ "mode": "move" })",
            "mode: must be one of \"copy\" and \"link\", but is \"move\"");
        row("pattern", R"({ "prefix": "y" })",
            "prefix: must be text that matches ^x-, but is \"y\"");
        row("path", R"({ "folder": "srv" })", "folder: must be an absolute path, but is \"srv\"");
        row("no items", R"({ "commands": [] })",
            "commands: must be a list that is not empty, each text, but is a list");
        row("item", R"({ "commands": ["a", "b", 3] })", "commands[2]: must be text, but is 3");
        row("alternatives", R"({ "either": true })",
            "either: must be text or a whole number, but is true");
        row("nested", R"({ "limits": { "quiet": 1 } })",
            "limits.quiet: must be true or false, but is 1");
        row("unknown", R"({ "colour": 1 })",
            "colour: is not known here: allowed are commands, depth, either, folder, limits, mode, "
            "name/odd, prefix, rate, source and target");
        row("odd name", R"({ "name/odd": 1 })", "[\"name/odd\"]: must be text, but is 1");
    }
    void p14_namesAWrongValueByItsPath()
    {
        QFETCH(QByteArray, change);
        QFETCH(QString, sentence);
        QJsonObject parameters = valuesOf(R"({ "source": "a", "target": "b" })");
        const QJsonObject changes = valuesOf(change.constData());
        for (auto it = changes.begin(); it != changes.end(); ++it)
            parameters.insert(it.key(), it.value());
        const auto checked = checkParameters(schema(), parameters);
        QCOMPARE(checked.problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(checked.problems.front().sentence()), sentence);
    }

    void aValueOfAnotherTypeHasNoFormat() // the schema is not to blame for it
    {
        const QJsonObject schema = valuesOf(
            R"({ "type": "object",
                 "properties": { "wait": { "type": "string", "format": "date-time" } } })");
        const auto checked = checkParameters(schema, valuesOf(R"({ "wait": { "fromEnv": "X" } })"));
        QCOMPARE(checked.problems.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(checked.problems.front().sentence()),
                 QString("wait: must be text, but is an object"));
        QVERIFY(!checkParameters(schema, valuesOf(R"({ "wait": "soon" })")).problems.empty());
    }

    void p14_namesEveryWrongValue()
    {
        const auto checked = checkParameters(schema(),
                                             valuesOf(R"({ "source": 1, "depth": "x" })"));
        QStringList sentences;
        for (const JsonProblem &problem : checked.problems)
            sentences << QString::fromStdString(problem.sentence());
        sentences.sort();
        QCOMPARE(sentences, QStringList({"depth: must be a whole number from 1 to 5, but is \"x\"",
                                         "source: must be text that is not empty, but is 1",
                                         "target: is missing: must be text"}));
    }

    void refusesASchemaThatIsNone()
    {
        QVERIFY(!checkSchema(schema()));
        QVERIFY(!checkSchema({}));
        QCOMPARE(checkSchema(valuesOf(R"({ "type": "array" })")).value_or(""),
                 std::string("must have the type \"object\""));
        const auto wrong = checkSchema(schemaOfA(QJsonObject{{"type", "sting"}}));
        QVERIFY(wrong);
        QVERIFY2(wrong->rfind("must be a JSON Schema of draft 7 (", 0) == 0, wrong->c_str());
    }

    void blamesTheSchemaForADefaultThatItDoesNotAllow_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QByteArray>("sentence"); // empty: the schema is right
        const auto row = [](const char *name, const char *properties, const char *sentence) {
            QTest::newRow(name) << QByteArray(properties) << QByteArray(sentence);
        };
        row("right", R"({ "a": { "type": "integer", "default": 5 } })", "");
        row("none", R"({ "a": { "type": "integer" } })", "");
        row("type", R"({ "a": { "type": "integer", "default": "5" } })",
            R"(the default of a: must be a whole number, but is "5")");
        row("range", R"({ "a": { "type": "integer", "maximum": 3, "default": 5 } })",
            "the default of a: must be a whole number of at most 3, but is 5");
        row("duration", R"({ "a": { "type": "string", "format": "duration", "default": "soon" } })",
            "the default of a: ");
        row("in an object", R"({ "o": { "type": "object",
                "properties": { "a": { "type": "boolean", "default": 1 } } } })",
            "the default of o.a: must be true or false, but is 1");
        row("of an object", R"({ "o": { "type": "object", "default": {},
                "properties": { "a": { "type": "boolean", "default": 1 } } } })",
            "the default of o.a: must be true or false, but is 1");
        row("without what is required", R"({ "o": { "type": "object", "default": {},
                "required": ["a"], "properties": { "a": { "type": "boolean" } } } })",
            "the default of o.a: is missing");
        row("by a definition", R"({ "a": { "$ref": "#/definitions/small", "default": 5 } })",
            "the default of a: ");
        row("right by a definition", R"({ "a": { "$ref": "#/definitions/small", "default": 1 } })",
            "");
    }
    void blamesTheSchemaForADefaultThatItDoesNotAllow()
    {
        QFETCH(QByteArray, properties);
        QFETCH(QByteArray, sentence);
        const QJsonObject schema{{"type", "object"},
                                 {"definitions",
                                  QJsonObject{
                                      {"small", QJsonObject{{"type", "integer"}, {"maximum", 3}}}}},
                                 {"properties", QJsonDocument::fromJson(properties).object()}};
        const std::string wrong = checkSchema(schema).value_or("");
        const QByteArray expected = sentence.isEmpty()
                                        ? QByteArray()
                                        : "must have defaults that it allows itself: " + sentence;
        QCOMPARE(wrong.empty(), expected.isEmpty());
        QVERIFY2(wrong.starts_with(expected.toStdString()), wrong.c_str());
    }

    void refusesReferencesThatMayLeadInACircle_data()
    {
        QTest::addColumn<QJsonObject>("schema");
        const auto ref = [](const char *to) { return QJsonObject{{"$ref", to}}; };
        const auto schemaWith = [](const QJsonObject &definition, const QJsonObject &a) {
            QJsonObject schema = schemaOfA(a);
            schema.insert("definitions", QJsonObject{{"b", definition}});
            return schema;
        };
        QTest::newRow("to itself") << schemaOfA(ref("#/properties/a"));
        QTest::newRow("to all") << schemaOfA(ref("#"));
        QTest::newRow("from a definition")
            << schemaWith(QJsonObject{{"items", QJsonArray{ref("#/definitions/b")}}},
                          ref("#/definitions/b"));
    }
    void refusesReferencesThatMayLeadInACircle()
    {
        QFETCH(QJsonObject, schema);
        const std::string wrong = checkSchema(schema).value_or("");
        QVERIFY2(wrong.starts_with("must refer with \"$ref\" to its own definitions alone"),
                 wrong.c_str());
    }

    void matchesNoPatternOfASchemaThatIsOnlyRead()
    {
        const QJsonObject evil{{"type", "string"},
                               {"pattern", "^(a+)+$"},
                               {"default", QString(40, 'a') + '!'}};
        QVERIFY(!checkSchema(schemaOfA(evil)));
    }

    void survivesAPatternThatIsNone()
    {
        const auto bad = schemaOfA(QJsonObject{{"type", "string"}, {"pattern", "("}});
        const auto checked = checkParameters(bad, QJsonObject{{"a", "b"}});
        QCOMPARE(checked.problems.size(), std::size_t(1));
    }
};

QONTROLLER_GUILESS_TEST(ParametersTest)
#include "tst_parameters.moc"
