// SPDX-License-Identifier: LGPL-3.0-or-later
// The JSON lists of a script's adapter.
#include "app/plugins/script/scriptitems.h"

#include <QtTest/QtTest>

using namespace qontroller;

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

    void writesItems()
    {
        QCOMPARE(toJson(two()), "[{\"id\":\"a\"},{\"id\":\"b\",\"name\":\"B\"}]\n");
    }

    void saysWhatIsWrong()
    {
        QVERIFY(problemOf("").starts_with("its output must be a JSON list, but illegal value"));
        QCOMPARE(problemOf("{}"), "its output must be a JSON list, but it is an object, as in "
                                  "[{\"id\": \"www\"}]");
        QCOMPARE(problemOf(R"([{"id": "a"}, {"name": "b"}])"),
                 "its output[1] must be an object with an id that is not empty, as in "
                 "[{\"id\": \"www\"}]");
        QVERIFY(problemOf("[1]").starts_with("its output[0] must be an object"));
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

QTEST_APPLESS_MAIN(ItemsTest)
#include "tst_items.moc"
