// SPDX-License-Identifier: LGPL-3.0-or-later
// The JSON lists of a script's adapter.
#include "testprogram.h"

#include "app/plugins/script/scriptitems.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::script;

namespace {

std::string problemOf(std::string_view output)
{
    const auto items = parseItems(output);
    return items ? std::string() : items.error();
}

const std::vector<ScriptItem> &two()
{
    static const auto items = parseItems(R"([{"id": "a"}, {"id": "b", "name": "B"}])").value();
    return items;
}

} // namespace

class ItemsTest final : public QObject
{
    Q_OBJECT

private slots:
    void readsItems()
    {
        QCOMPARE(two().size(), std::size_t(2));
        QCOMPARE(two()[0].name, "a");
        QCOMPARE(two()[1].name, "B");
        QVERIFY(parseItems("[]").value().empty());
    }

    void isEqualIfAllOfItIs()
    {
        const auto one = parseItems(R"([{"id": "a", "weight": 1}])").value();
        const auto same = parseItems(R"([{"weight": 1.0, "id": "a"}])").value();
        const auto other = parseItems(R"([{"id": "a", "weight": 2}])").value();
        QVERIFY(one[0] == same[0]);
        QVERIFY(!(one[0] == other[0]));
    }

    void wholeNumbersOf64BitsAreComparedAndWrittenExactly()
    {
        const auto one = parseItems(R"([{"id":"a","weight":9223372036854775806}])").value();
        const auto other = parseItems(R"([{"id":"a","weight":9223372036854775807}])").value();
        QVERIFY(!(one[0] == other[0]));
        QCOMPARE(toJson(one), "[{\"id\":\"a\",\"weight\":9223372036854775806}]\n");
    }

    void aWholeNumberThatWouldBeRoundedIsRefused()
    {
        for (const char *weight : {"12345678901234567890", "-9223372036854775809e1",
                                   "[1, {\"a\": 18446744073709551615}]"}) {
            QCOMPARE(problemOf(R"([{"id": "a", "weight": )" + std::string(weight) + "}]"),
                     "its output[0].weight has a whole number beyond 64 bits, which would be "
                     "rounded: write it as text");
        }
        QVERIFY(parseItems(R"([{"id": "a", "weight": -9223372036854775808}])"));
        QVERIFY(parseItems(R"([{"id": "a", "weight": 0.1}])"));
    }

    void aNumberThatNoDoubleHoldsIsRefused()
    {
        QCOMPARE(problemOf(R"([{"id": "a", "weight": 1e400}])"),
                 "its output must be a JSON list: line 1, column 29: is not JSON, a number is "
                 "malformed: write it as in 30 or 2.5");
    }

    void writesItems()
    {
        QCOMPARE(toJson(two()), "[{\"id\":\"a\"},{\"id\":\"b\",\"name\":\"B\"}]\n");
    }

    void saysWhatIsWrong()
    {
        QCOMPARE(problemOf(""), "its output must be a JSON list, but it printed nothing, as in "
                                "[{\"id\": \"www\"}]");
        QVERIFY(problemOf("[{]").starts_with("its output must be a JSON list: line 1, column "));
        QCOMPARE(problemOf("{}"), "its output must be a JSON list, but it is an object, as in "
                                  "[{\"id\": \"www\"}]");
        QCOMPARE(problemOf(R"([{"id": "a"}, {"name": "b"}])"),
                 "its output[1].id is missing: must be text of 1 to 65536 bytes without control "
                 "characters");
        QVERIFY(problemOf("[1]").starts_with("its output[0] must be an object"));
    }

    void aValueOfAWrongTypeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("where");
        QTest::newRow("id twice") << QByteArray(R"([{"id": "a", "id": "b"}])") << QByteArray("");
        QTest::newRow("empty id") << QByteArray(R"([{"id": ""}])") << QByteArray("[0].id ");
        QTest::newRow("id of two lines")
            << QByteArray(R"([{"id": "a\nb"}])") << QByteArray("[0].id ");
        QTest::newRow("long id") << QByteArray("[{\"id\": \"" + QByteArray(70000, 'a') + "\"}]")
                                 << QByteArray("[0].id ");
        QTest::newRow("name") << QByteArray(R"([{"id": "a", "name": 7}])")
                              << QByteArray("[0].name ");
        QTest::newRow("traffic") << QByteArray(R"([{"id": "a"}, {"id": "b", "traffic": "no"}])")
                                 << QByteArray("[1].traffic must be true or false");
        QTest::newRow("status") << QByteArray(R"([{"id": "a", "status": 7}])")
                                << QByteArray("[0].status ");
    }
    void aValueOfAWrongTypeIsRefused()
    {
        QFETCH(QByteArray, output);
        QFETCH(QByteArray, where);
        const std::string problem = problemOf(output.toStdString());
        QVERIFY2(problem.starts_with("its output" + where.toStdString()), problem.c_str());
    }

    void aResultOfAWrongTypeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("result");
        for (const char *result :
             {R"("error": 7)", R"("error": null)", R"("error": "")", R"("err": "typo")",
              R"("again": "soon")", R"("again": "0s")", R"("error": "a", "error": "b")"})
            QTest::newRow(result) << QByteArray(result);
    }
    void aResultOfAWrongTypeIsRefused()
    {
        QFETCH(QByteArray, result);
        QVERIFY(!parseApplied((R"([{"id": "a", )" + result + "}]").toStdString(), two()));
    }

    void whatIsUnderWayIsLookedAtAgain()
    {
        const Applied applied = parseApplied(R"([{"id": "a", "again": "5s"},
            {"id": "b", "again": "2s"}])",
                                             two())
                                    .value();
        QVERIFY(applied.succeeded.empty() && applied.failed.empty());
        QVERIFY(applied.lookAgain == std::chrono::seconds(2));
    }

    void silenceIsSuccess()
    {
        const Applied applied = parseApplied(" \n", two()).value();
        QCOMPARE(applied.succeeded, (std::vector<std::string>{"a", "b"}));
        QVERIFY(applied.failed.empty());
    }

    void whoIsNamedWithAnErrorHasFailed()
    {
        const Applied applied = parseApplied(R"([{"id": "b", "error": "full"}])", two()).value();
        QVERIFY(applied.succeeded.empty()); // "a" is in neither list, so it counts as failed
        QCOMPARE(applied.failed, (std::vector<ItemFailure>{{"b", "full"}}));
        QVERIFY(!parseApplied("done", two()));
    }
};

QONTROLLER_TEST(ItemsTest)
#include "tst_items.moc"
