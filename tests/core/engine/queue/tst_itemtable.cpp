// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/itemtable.h"

#include <map>
#include <random>
#include <set>

using namespace qontroller;

namespace {

ItemTable::Found put(ItemTable &table, std::string_view id)
{
    return table.findOrCreate(id, table.hash()(id));
}

} // namespace

class ItemTableTest : public QObject
{
    Q_OBJECT

private slots:
    void anyBytesMakeAnId_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("one") << QByteArray("a");
        QTest::newRow("a zero") << QByteArray("a\0b", 3);
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe");
        QTest::newRow("long") << QByteArray(LongestId, 'x');
    }
    void anyBytesMakeAnId()
    {
        QFETCH(QByteArray, id);
        ItemTable table(1);
        const std::string name = id.toStdString();
        Item *item = put(table, name).item;
        QCOMPARE(std::string(item->id()), name);
        QCOMPARE(table.find(name), item);
        QVERIFY(!table.find(name + "x"));
        table.erase(item);
        QVERIFY(!table.find(name));
    }

    void e16_aPortionOfAWalkLooksAtFew()
    {
        ItemTable table(1);
        constexpr std::size_t Count = 600'000; // parts of several portions
        for (std::size_t i = 0; i < Count; ++i)
            static_cast<void>(put(table, std::to_string(i)));
        std::set<const Item *> met;
        std::size_t most = 0;
        for (ItemTable::Walk walk; !walk.hasEnded();) {
            const std::size_t before = met.size();
            table.walk(walk, [&met](const Item &item) { QVERIFY(met.insert(&item).second); });
            most = std::max(most, met.size() - before);
        }
        QCOMPARE(met.size(), Count);
        QVERIFY2(most <= ItemTable::Portion * 2, std::to_string(most).c_str());
    }

    void walkMeetsWhatStaysOnceWhateverComesAndGoes()
    {
        std::mt19937_64 random(7);
        ItemTable table(1);
        constexpr int Staying = 300'000;
        for (int i = 0; i < Staying; ++i)
            static_cast<void>(put(table, "stays" + std::to_string(i)));
        for (const bool grows : {true, false}) { // … and shrinks
            std::map<const Item *, int> met;
            int round = 0;
            for (ItemTable::Walk walk; !walk.hasEnded(); ++round) {
                table.walk(walk, [&met](const Item &item) { ++met[&item]; });
                for (int i = 0; i < 500; ++i) {
                    const std::string id = "goes" + std::to_string(random() % 400'000);
                    Item *known = table.find(id);
                    if (grows && !known)
                        static_cast<void>(put(table, id));
                    else if (!grows && known)
                        table.erase(known);
                }
            }
            QVERIFY(round > 256);
            for (int i = 0; i < Staying; ++i)
                QCOMPARE(met[table.find("stays" + std::to_string(i))], 1);
        }
    }

    void walkComesOutTheSameInEachRun()
    {
        const auto walk = [](std::uint64_t salt) {
            ItemTable table(salt);
            for (int i = 0; i < 1000; ++i)
                static_cast<void>(put(table, std::to_string(i)));
            std::string ids;
            for (ItemTable::Walk all; !all.hasEnded();)
                table.walk(all, [&ids](const Item &item) { ids += item.id(); });
            return ids;
        };
        QCOMPARE(walk(1), walk(1));
        QVERIFY(walk(1) != walk(2)); // nobody can know which ids meet in one place
    }

    void agreesWithAMapOnRandomOrders()
    {
        // Few different ids at first, so that runs of neighbours grow and shrink often.
        std::mt19937_64 random(2);
        ItemTable table(1);
        std::map<std::string, Item *> expected;
        for (int step = 0; step < 200'000; ++step) {
            const std::string id = std::to_string(random() % (step < 100'000 ? 500 : 20'000));
            const auto known = expected.find(id);
            QCOMPARE(table.find(id), known == expected.end() ? nullptr : known->second);
            if (known == expected.end()) {
                expected[id] = put(table, id).item;
            } else if (random() % 2) {
                table.erase(known->second);
                expected.erase(known);
            }
            QCOMPARE(table.size(), expected.size());
        }
        for (const auto &[id, item] : expected)
            QCOMPARE(table.find(id), item);
    }

    void shrinksWhenItIsTold()
    {
        ItemTable table(1);
        for (int i = 0; i < 200'000; ++i)
            static_cast<void>(put(table, std::to_string(i)));
        for (int i = 1000; i < 200'000; ++i)
            table.erase(table.find(std::to_string(i)));
        const auto portions = [&table] {
            std::size_t count = 0;
            for (ItemTable::Walk walk; !walk.hasEnded(); ++count)
                table.walk(walk, [](const Item &) {});
            return count;
        };
        QVERIFY(portions() > 100);
        for (std::size_t part = 0; part < ItemTable::Parts; ++part)
            table.shrink(part);
        QVERIFY(portions() < 10);
        for (std::size_t part = 0; part < ItemTable::Parts; ++part)
            QVERIFY(!table.shrink(part));
        for (int i = 0; i < 1000; ++i)
            QVERIFY(table.find(std::to_string(i)));
    }
};

QONTROLLER_TEST(ItemTableTest)
#include "tst_itemtable.moc"
