// SPDX-License-Identifier: LGPL-3.0-or-later
#include "items.h"
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/timingwheel.h"

#include <random>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start{1h};
constexpr std::size_t NoLimit = SIZE_MAX;

} // namespace

class TimingWheelTest : public QObject
{
    Q_OBJECT

private slots:
    void comesOutAtItsTimeAndNotBefore_data()
    {
        QTest::addColumn<qint64>("delay");
        for (const Duration delay :
             std::initializer_list<Duration>{1ms, 2ms, 50ms, 1023ms, 1024ms, 1025ms, 1'048'575ms,
                                             1'048'576ms, 1'048'577ms, 1h, 24h * 3650}) {
            QTest::addRow("%lld ms", static_cast<long long>(delay / 1ms)) << qint64(delay.count());
        }
    }
    void comesOutAtItsTimeAndNotBefore()
    {
        QFETCH(qint64, delay);
        for (const Duration shift : {0ms, 3ms, 200ms, 100'000ms}) {
            TimingWheel wheel(Start);
            QCOMPARE(expire(wheel, Start + shift), "");
            const auto item = itemDue("a", Start + shift + Duration(delay));
            wheel.add(*item, Place::Requeue);
            QVERIFY(wheel.nextDue() <= item->due);
            QCOMPARE(expire(wheel, item->due - 1ns), "");
            QCOMPARE(wheel.size(), 1u);
            QCOMPARE(expire(wheel, item->due), "a");
            QCOMPARE(wheel.size(), 0u);
        }
    }

    void whatIsDueAlreadyComesWithTheNextTick()
    {
        TimingWheel wheel(Start);
        QCOMPARE(expire(wheel, Start + 1s), "");
        const auto item = itemDue("a", Start);
        wheel.add(*item, Place::Requeue);
        QVERIFY(wheel.nextDue() <= Start + 1s + 1ms);
        QCOMPARE(expire(wheel, Start + 1s + 1ms), "a");
    }

    void whatComesOutMayGoInAgain()
    {
        TimingWheel wheel(Start);
        const auto item = itemDue("a", Start + 5ms);
        wheel.add(*item, Place::Requeue);
        int times = 0;
        const bool isMore = wheel.expire(Start + 100ms, NoLimit, [&](Item &expired, Place) {
            ++times;
            expired.due += 5ms;
            wheel.add(expired, Place::Requeue);
        });
        QVERIFY(!isMore);
        QCOMPARE(times, 20);
        QCOMPARE(wheel.size(), 1u);
    }

    void sleepingToNextDueNeverOversleeps()
    {
        // Whoever sleeps until nextDue() each time takes everything out in its own tick.
        std::mt19937_64 random(5);
        TimingWheel wheel(Start);
        std::vector<ItemPointer> items;
        for (int i = 0; i < 2000; ++i) {
            items.push_back(itemDue("x", Start + Duration(random() >> (24 + random() % 30))));
            wheel.add(*items.back(), Place::Requeue);
        }
        TimePoint now = Start;
        int wakeUps = 0;
        while (wheel.size() > 0) {
            QVERIFY(wheel.nextDue() > now);
            now = wheel.nextDue();
            const bool isMore = wheel.expire(now, NoLimit, [&](const Item &item, Place) {
                QVERIFY(now >= item.due);
                QVERIFY(now - item.due < 1ms);
            });
            QVERIFY(!isMore);
            ++wakeUps;
        }
        QVERIFY(wakeUps < 10'000);
    }

    void agreesWithASortedListOnRandomOrders()
    {
        for (unsigned seed = 1; seed <= 20; ++seed)
            compareWithAList(seed);
    }

    void e16_touchesNoMoreThanItWasTold_data()
    {
        QTest::addColumn<qint64>("delay");
        for (const Duration delay : std::initializer_list<Duration>{10ms, 10s, 3h}) // a level each
            QTest::addRow("%lld ms", static_cast<long long>(delay / 1ms)) << qint64(delay.count());
    }
    void e16_touchesNoMoreThanItWasTold()
    {
        QFETCH(qint64, delay);
        constexpr int Count = 5000;
        constexpr std::size_t AtMost = 100;
        TimingWheel wheel(Start);
        std::vector<ItemPointer> items;
        for (int i = 0; i < Count; ++i) {
            items.push_back(itemDue("x", Start + Duration(delay) + i % 50 * 1ms));
            wheel.add(*items.back(), Place::Requeue);
        }
        const auto levels = [&items] {
            std::vector<int> all;
            for (const auto &item : items)
                all.push_back(isDelayed(item->place) ? item->wheelLevel : -1);
            return all;
        };
        const TimePoint now = Start + Duration(delay) + 1s;
        TimePoint last;
        int out = 0;
        bool isMore = true;
        while (isMore) {
            const std::vector<int> before = levels();
            isMore = wheel.expire(now, AtMost, [&](const Item &item, Place) {
                QVERIFY(item.due >= last); // earlier ticks first
                last = item.due;
                ++out;
            });
            const std::vector<int> after = levels();
            std::size_t touched = 0;
            for (std::size_t i = 0; i < after.size(); ++i)
                touched += after[i] != before[i];
            QVERIFY(touched <= AtMost);
            QCOMPARE(wheel.nextDue() <= now, isMore);
        }
        QCOMPARE(out, Count);
    }

    void whatIsLeftForTheNextPortionCanBeCancelled()
    {
        TimingWheel wheel(Start);
        std::vector<ItemPointer> items;
        for (const char *id : {"a", "b", "c", "d"}) {
            items.push_back(itemDue(id, Start + 10s)); // has to be moved down first
            wheel.add(*items.back(), Place::Requeue);
        }
        QVERIFY(
            wheel.expire(Start + 20s, 2, [](const Item &, Place) { QFAIL("none is due yet"); }));
        wheel.remove(*items[1]);
        wheel.remove(*items[3]);
        items.push_back(itemDue("e", Start + 1s));
        wheel.add(*items.back(), Place::Requeue);
        QCOMPARE(expire(wheel, Start + 20s), "eac");
    }

private:
    static ItemPointer itemDue(std::string_view id, TimePoint due)
    {
        auto item = makeItem(id);
        item->due = due;
        return item;
    }

    static std::string expire(TimingWheel &wheel, TimePoint now)
    {
        std::string ids;
        static_cast<void>(
            wheel.expire(now, NoLimit, [&ids](const Item &item, Place) { ids += item.id(); }));
        return ids;
    }

    static void compareWithAList(unsigned seed)
    {
        std::mt19937_64 random(seed);
        TimingWheel wheel(Start);
        std::vector<ItemPointer> items;
        std::vector<Item *> waiting;
        TimePoint now = Start;
        for (int step = 0; step < 3000; ++step) {
            if (random() % 3 != 0) {
                items.push_back(itemDue("x", now + Duration(random() >> (26 + random() % 30))));
                wheel.add(*items.back(), Place::Requeue);
                waiting.push_back(items.back().get());
            } else if (!waiting.empty() && random() % 3 == 0) {
                const auto victim = waiting.begin()
                                    + static_cast<std::ptrdiff_t>(random() % waiting.size());
                wheel.remove(**victim);
                waiting.erase(victim);
            } else {
                now += Duration(random() >> (30 + random() % 30));
                const auto expired = [&](Item &item, Place) {
                    QCOMPARE(std::erase(waiting, &item), 1u);
                };
                while (wheel.expire(now, 1 + random() % 9, expired))
                    QVERIFY(wheel.nextDue() <= now);
                for (const Item *item : waiting)
                    QVERIFY(item->due + 1ms > now);
            }
            QCOMPARE(wheel.size(), waiting.size());
        }
    }
};

QONTROLLER_TEST(TimingWheelTest)
#include "tst_timingwheel.moc"
