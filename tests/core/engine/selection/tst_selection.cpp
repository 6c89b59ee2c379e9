// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/filter/filterparser.h"
#include "core/engine/selection/selection.h"
#include "enginerig.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

std::vector<ObjectId> idsOf(const Selection &selection)
{
    std::vector<ObjectId> ids;
    for (const Selection::Object &each : selection.objects())
        ids.push_back(each.id);
    return ids;
}

Filter filterOf(const char *text)
{
    return readFilter(text).value();
}

using Ids = std::vector<ObjectId>;

} // namespace

/// Objects of a real engine, found and sorted.
class SelectionTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsAndSorts_data()
    {
        QTest::addColumn<std::string>("filter");
        QTest::addColumn<std::string>("key");
        QTest::addColumn<Ids>("ids");
        QTest::newRow("all by id")
            << std::string() << std::string() << Ids{"batman/a", "batman/b", "batman/c"};
        QTest::newRow("a state") << std::string("state:failed") << std::string("id")
                                 << Ids{"batman/b"};
        QTest::newRow("none") << std::string("state:held") << std::string("id") << Ids{};
        QTest::newRow("attempts") << std::string() << std::string("attempts")
                                  << Ids{"batman/b", "batman/a", "batman/c"};
        QTest::newRow("state") << std::string() << std::string("state")
                               << Ids{"batman/a", "batman/c", "batman/b"};
        QTest::newRow("age") << std::string() << std::string("age")
                             << Ids{"batman/a", "batman/b", "batman/c"};
        QTest::newRow("a controller") << std::string("controller:robin") << std::string() << Ids{};
    }
    void findsAndSorts()
    {
        QFETCH(std::string, filter);
        QFETCH(std::string, key);
        QFETCH(Ids, ids);
        test::EngineRig rig;
        rig.options.maxRetries = 0;
        for (const char *id : {"c", "a", "b"})
            rig.source->put(id);
        rig.probe->onAdd([](const Attempt &attempt) {
            return attempt.id == "b" ? Outcome::retry("no room") : Outcome::done();
        });
        QVERIFY(rig.startAndList());
        QVERIFY(rig.reaches("b", ItemState::Failed) && rig.reaches("a", ItemState::InSync)
                && rig.reaches("c", ItemState::InSync));
        const Selection selection(rig.host, filterOf(filter.c_str()), sortKeyOf(key).value());
        Ids found;
        for (const Selection::Object &each : selection.objects())
            found.push_back(selection.controllers()[each.controller].name + '/' + each.id);
        QCOMPARE(found, ids);
        QCOMPARE(selection.total(), ids.size());
    }

    void keepsTheFirstOfManyAndCountsAll()
    {
        test::EngineRig rig;
        for (int i = 0; i < 3000; ++i)
            rig.source->put(QString::number(10000 + i).toStdString());
        QVERIFY(rig.startAndSettle());
        const Selection selection(rig.host, Filter(), SortKey::Id, 3);
        QCOMPARE(selection.total(), 3000U);
        QCOMPARE(idsOf(selection), (Ids{"10000", "10001", "10002"}));
        const Selection all(rig.host, Filter(), SortKey::Id);
        const auto page = all.page(1000, 600);
        QCOMPARE(page.size(), 600U);
        QCOMPARE(page.front().row.id, ObjectId("11000"));
        QCOMPARE(page.back().row.id, ObjectId("11599"));
        QCOMPARE(all.page(2999, 600).size(), 1U);
        QCOMPARE(all.page(3000, 600).size(), 0U);
    }

    void aPageShowsWhatIsNow()
    {
        test::EngineRig rig;
        for (const char *id : {"a", "b", "c"})
            rig.source->put(id);
        QVERIFY(rig.startAndSettle());
        const Selection selection(rig.host, filterOf("state:in-sync"), SortKey::Id);
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}});
        rig.command(ItemsAction{ItemVerb::Discard, {"b"}});
        const auto page = selection.page(0, 10);
        QCOMPARE(page.size(), 2U);
        QCOMPARE(page.front().row.state, ItemState::Paused);
        QCOMPARE(page.back().row.id, ObjectId("c"));
    }

    void itEndsWhenNobodyWaitsForIt()
    {
        test::EngineRig rig;
        for (int i = 0; i < 3000; ++i)
            rig.source->put(std::to_string(i));
        QVERIFY(rig.startAndSettle());
        int asked = 0;
        const auto isGone = [&asked] { return ++asked > 0; };
        QVERIFY(Selection(rig.host, Filter(), SortKey::Id, UINT64_MAX, isGone).total() < 3000);
        QCOMPARE(asked, 1);
    }

    void whatIsWrongIsSaid()
    {
        QCOMPARE(readFilter("a stat:failed").error().substr(0, 75),
                 std::string("\"a stat:failed\" is no filter: at character 3: there is no field "
                             "\"stat\"; the"));
        QCOMPARE(sortKeyOf("name").error(),
                 std::string("\"name\" is no order: write id, state, attempts or age"));
    }
};

QTEST_GUILESS_MAIN(SelectionTest)
#include "tst_selection.moc"
