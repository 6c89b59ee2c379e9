// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/api/parameterreader.h"
#include "printing.h"

#include <QtCore/QJsonDocument>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

QJsonObject json(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

enum class Mode : unsigned char {
    Slow,
    Fast,
};

/// What \a text is for one field `x` of type T.
template<class T>
std::string problemOf(const char *text)
{
    T field{};
    ParameterReader read(json(text), json(R"({ "properties": { "x": {} } })"));
    read.field("x", field);
    return read.problem().value_or("");
}

struct Server
{
    std::string name;
    std::uint16_t port = 80;
};

} // namespace

/// Parameters get into the fields of a struct, and what cannot is said.
class ParameterReaderTest : public QObject
{
    Q_OBJECT

private slots:
    void readsEachKindOfField()
    {
        const QJsonObject values = json(R"({
            "text": "a", "qtext": "b", "path": "/srv", "yes": true, "whole": -3, "large": 9007199254740991,
            "number": 1.5, "interval": "250ms", "mode": "fast", "maybe": 7,
            "list": ["x", "y"], "waits": ["1s", "2s"], "labels": { "a": "1", "b": "2" } })");
        std::string text;
        QString qtext;
        std::filesystem::path path;
        bool yes = false;
        int whole = 0;
        std::uint64_t large = 0;
        double number = 0;
        Duration interval{};
        Mode mode = Mode::Slow;
        std::optional<int> maybe;
        std::optional<int> missing;
        int untouched = 5;
        std::vector<std::string> list;
        std::vector<Duration> waits;
        std::map<std::string, std::string> labels;
        ParameterReader read(values);
        read.field("text", text).field("qtext", qtext).field("path", path).field("yes", yes);
        read.field("whole", whole).field("large", large).field("number", number);
        read.field("interval", interval).field("maybe", maybe).field("missing", missing);
        read.field("mode", mode, {{"slow", Mode::Slow}, {"fast", Mode::Fast}});
        read.field("untouched", untouched).field("list", list).field("waits", waits);
        read.field("labels", labels);
        QVERIFY2(!read.problem(), read.problem().value_or("").c_str());
        QCOMPARE(text, "a");
        QCOMPARE(qtext, QString("b"));
        QCOMPARE(path.string(), "/srv");
        QVERIFY(yes && mode == Mode::Fast);
        QCOMPARE(whole, -3);
        QCOMPARE(large, std::uint64_t(9007199254740991));
        QCOMPARE(number, 1.5);
        QCOMPARE(interval, Duration(250ms));
        QVERIFY(maybe == 7 && !missing && untouched == 5);
        QCOMPARE(list, (std::vector<std::string>{"x", "y"}));
        QCOMPARE(waits, (std::vector<Duration>{1s, 2s}));
        QCOMPARE(labels, (std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}}));
    }

    void readsObjectsInObjects()
    {
        const QJsonObject values = json(R"({
            "retry": { "max": "5s" }, "servers": [ { "name": "a" }, { "name": "b", "port": 443 } ] })");
        Duration max{};
        std::vector<Server> servers;
        bool isCalled = false;
        ParameterReader read(values);
        read.object("retry", [&](ParameterReader &retry) { retry.field("max", max); })
            .object("missing", [&](ParameterReader &) { isCalled = true; })
            .objects("servers", servers, [](ParameterReader &server, Server &to) {
                server.field("name", to.name).field("port", to.port);
            });
        QVERIFY2(!read.problem(), read.problem().value_or("").c_str());
        QCOMPARE(max, Duration(5s));
        QVERIFY(!isCalled);
        QCOMPARE(servers.size(), std::size_t(2));
        QCOMPARE(servers[0].port, std::uint16_t(80));
        QCOMPARE(servers[1].name + ':' + std::to_string(servers[1].port), "b:443");
    }

    void saysWhatAFieldCannotHold()
    {
        const auto said = [](const std::string &what, const std::string &value) {
            return "x: must be " + what + ", as its field in the plugin is, but the schema allows "
                   + value;
        };
        QCOMPARE(problemOf<std::string>(R"({ "x": 5 })"), said("text", "5"));
        QCOMPARE(problemOf<bool>(R"({ "x": "yes" })"), said("true or false", "\"yes\""));
        QCOMPARE(problemOf<double>(R"({ "x": "5" })"), said("a number", "\"5\""));
        QCOMPARE(problemOf<std::uint16_t>(R"({ "x": 65536 })"),
                 said("a whole number from 0 to 65535", "65536"));
        QCOMPARE(problemOf<std::uint16_t>(R"({ "x": -1 })"),
                 said("a whole number from 0 to 65535", "-1"));
        QCOMPARE(problemOf<std::int8_t>(R"({ "x": 1.5 })"),
                 said("a whole number from -128 to 127", "1.5"));
        QCOMPARE(problemOf<std::uint64_t>(R"({ "x": 12345678901234567890 })"),
                 said("a whole number from 0 to 9223372036854775807", "12345678901234567000"));
        QCOMPARE(problemOf<std::int64_t>(R"({ "x": -1e300 })"),
                 said("a whole number from -9223372036854775808 to 9223372036854775807",
                      "-1e+300"));
        QCOMPARE(problemOf<Duration>(R"({ "x": 5 })"), said("a duration as in \"30s\"", "5"));
        QVERIFY(problemOf<Duration>(R"({ "x": "soon" })").starts_with("x: "));
        QCOMPARE(problemOf<std::vector<std::string>>(R"({ "x": "a" })"),
                 "x: must be a list, as its field in the plugin is");
        QCOMPARE(problemOf<std::vector<int>>(R"({ "x": [1, "b"] })"),
                 "x[1]: must be a whole number from -2147483648 to 2147483647, as its field in the "
                 "plugin is, but the schema allows \"b\"");
        using Texts = std::map<std::string, std::string>;
        QCOMPARE(problemOf<Texts>(R"({ "x": { "a": 1 } })"),
                 "x[\"a\"]: must be text, as its field in the plugin is, but the schema allows 1");
    }

    void saysWhichTextHasNoMeaning()
    {
        Mode mode = Mode::Slow;
        ParameterReader read(json(R"({ "mode": "lazy" })"));
        read.field("mode", mode, {{"slow", Mode::Slow}, {"fast", Mode::Fast}});
        QCOMPARE(read.problem().value_or(""),
                 "mode: must be one of \"slow\", \"fast\", as its field in the plugin is, but is "
                 "\"lazy\""); // there is no schema
    }

    void saysWhichFieldTheSchemaDoesNotHave_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("path"); // of the field that is not there; empty: none
        const auto row = [](const char *name, const char *schema, const char *path) {
            QTest::newRow(name) << QByteArray(schema) << QByteArray(path);
        };
        row("not known", "{}", "");
        row("all there",
            R"({ "properties": { "retry": { "properties": { "max": {} } },
                 "servers": { "items": { "properties": { "name": {} } } } } })",
            "");
        row("one missing", R"({ "properties": { "servers": {} } })", "retry");
        row("in an object", R"({ "properties": { "retry": { "properties": { "base": {} } } } })",
            "retry.max");
        row("in a list",
            R"({ "properties": { "retry": { "properties": { "max": {} } },
                 "servers": { "items": { "properties": { "label": {} } } } } })",
            "servers[0].name");
        row("elsewhere", R"({ "$ref": "all.json" })", "");
        row("an object elsewhere",
            R"({ "properties": { "retry": { "$ref": "retry.json" }, "servers": {} } })", "");
    }
    void saysWhichFieldTheSchemaDoesNotHave()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, path);
        Duration max{};
        std::vector<Server> servers;
        ParameterReader read(json(
                                 R"({ "retry": { "max": "5s" }, "servers": [ { "name": "a" } ] })"),
                             json(schema));
        read.object("retry", [&](ParameterReader &retry) { retry.field("max", max); })
            .objects("servers", servers,
                     [](ParameterReader &server, Server &to) { server.field("name", to.name); });
        const std::string text =
            ": is read by the plugin, but \"parameters\" in its metadata has no "
            "such property: add it there, or read it no more";
        QCOMPARE(read.problem().value_or(""), path.isEmpty() ? "" : path.toStdString() + text);
    }

    void aFieldIsMissedInTheSchemaAlsoWithoutAValue()
    {
        int limit = 0;
        ParameterReader read({}, json(R"({ "properties": { "limits": {} } })"));
        read.field("limit", limit);
        QVERIFY(read.problem());
    }

    void theFirstProblemIsKept()
    {
        int a = 0;
        int b = 0;
        ParameterReader read(json(R"({ "a": "x", "b": 2 })"));
        read.field("a", a).field("b", b);
        QVERIFY(read.problem()->starts_with("a: "));
        QCOMPARE(b, 0);
    }
};

QTEST_APPLESS_MAIN(ParameterReaderTest)
#include "tst_parameterreader.moc"
