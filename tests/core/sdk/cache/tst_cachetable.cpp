// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/cachetable.h"
#include "effort.h"
#include "printing.h"
#include "testprogram.h"

#include <map>
#include <random>
#include <thread>

using namespace qontroller;
using namespace qontroller::test;

namespace {

Cached<void> number(int value, Version version = 1)
{
    return {std::make_shared<const int>(value), version};
}

int valueOf(const Cached<void> &cached)
{
    return cached ? *static_cast<const int *>(cached.object.get()) : -1;
}

} // namespace

class CacheTableTest : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatWasPut()
    {
        CacheTable table;
        QVERIFY(!table.find("a"));
        QVERIFY(!table.put("a", number(1, 7), 5, 2));
        QCOMPARE(valueOf(table.find("a")), 1);
        QCOMPARE(valueOf(table.put("a", number(2, 8), 6, 3)), 1);
        const CacheTable::Mark mark = table.markOf("a");
        QVERIFY(mark.isKnown);
        QCOMPARE(mark.version, Version(8));
        QCOMPARE(mark.hash, std::uint64_t(6));
        QCOMPARE(mark.listNumber, 3U);
        QCOMPARE(valueOf(table.take("a")), 2);
        QVERIFY(!table.find("a"));
        QCOMPARE(table.size(), std::size_t(0));
    }

    void isWhatAMapIsAfterAnySteps()
    {
        CacheTable table;
        std::map<std::string, int> model;
        std::minstd_rand random(1);
        for (int i = 0; i < effort(200'000); ++i) {
            const std::string id = "id" + std::to_string(random() % 5000);
            if (random() % 3 == 0) {
                const auto place = model.find(id);
                QCOMPARE(valueOf(table.take(id)), place == model.end() ? -1 : place->second);
                model.erase(id);
            } else {
                static_cast<void>(table.put(id, number(i), 0, 0));
                model[id] = i;
            }
        }
        QCOMPARE(table.size(), model.size());
        std::size_t met = 0;
        for (std::size_t part = 0; part < CacheTable::Parts; ++part) {
            for (const auto &copy : table.copyOf(part)) {
                QCOMPARE(valueOf(copy.cached), model.at(copy.id));
                ++met;
            }
        }
        QCOMPARE(met, model.size());
    }

    void knowsWhatAListHasNotShown()
    {
        CacheTable table;
        static_cast<void>(table.put("a", number(1), 0, 1));
        static_cast<void>(table.put("b", number(1), 0, 1));
        QVERIFY(table.show("a", 2).isKnown);
        QVERIFY(!table.show("c", 2).isKnown);
        std::vector<ObjectId> unseen;
        for (std::size_t part = 0; part < CacheTable::Parts; ++part) {
            for (const ObjectId &id : table.unseen(part, 2))
                unseen.push_back(id);
        }
        QCOMPARE(unseen, std::vector<ObjectId>{"b"});
    }

    void anObjectMayAskTheTableAsItEnds()
    {
        struct Curious
        {
            explicit Curious(CacheTable &asked)
                : m_asked(asked)
            {}
            ~Curious() { static_cast<void>(m_asked.find("a")); } // would wait for its own lock

        private:
            CacheTable &m_asked;
        };
        CacheTable table;
        static_cast<void>(table.put("a", {std::make_shared<Curious>(table), 1}, 0, 0));
        static_cast<void>(table.put("a", {std::make_shared<Curious>(table), 2}, 0, 0));
        static_cast<void>(table.take("a"));
        QCOMPARE(table.size(), std::size_t(0));
    }

    void readersAndWritersMeet()
    {
        CacheTable table;
        const int rounds = effort(20'000);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 2; ++thread) {
                threads.emplace_back([&, thread] {
                    for (int i = 0; i < rounds; ++i) {
                        const std::string id = std::to_string(thread) + "/"
                                               + std::to_string(i % 97);
                        static_cast<void>(table.put(id, number(i % 97), 0, 0));
                        if (i % 5 == 0)
                            static_cast<void>(table.take(id));
                    }
                });
                threads.emplace_back([&, thread] {
                    for (int i = 0; i < rounds; ++i) {
                        const int value = valueOf(
                            table.find(std::to_string(thread) + "/" + std::to_string(i % 97)));
                        wrong += value != -1 && value != i % 97;
                    }
                });
            }
        }
        QCOMPARE(wrong.load(), 0);
    }
};

QONTROLLER_TEST(CacheTableTest)
#include "tst_cachetable.moc"
