// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/queue/readybands.h"

#include <map>
#include <random>
#include <vector>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Start{1h};

/// Ready bands and the items in them.
struct Bands
{
    explicit Bands(Priorities priorities = Priorities::Banded, Duration ageing = 5s)
        : ready(priorities, ageing)
    {}
    void push(const std::string &id, Band band, TimePoint now = Start)
    {
        if (!items.contains(id))
            items.emplace(id, Item::create(id));
        ready.push(*items.at(id), band, now);
    }
    void raise(const std::string &id, Band band) { ready.raise(*items.at(id), band, Start); }
    std::string popAll(TimePoint now = Start)
    {
        std::string ids;
        while (const Item *item = ready.pop(now))
            ids += item->id();
        return ids;
    }

    std::map<std::string, Item::Pointer> items;
    ReadyBands ready;
};

} // namespace

class ReadyBandsTest : public QObject
{
    Q_OBJECT

private slots:
    void E3_firstInFirstOutWithinABand()
    {
        Bands bands;
        for (const char *id : {"a", "b", "c", "d"})
            bands.push(id, Band::Event);
        QCOMPARE(bands.popAll(), "abcd");
        QVERIFY(!bands.ready.pop(Start));
    }

    void E3_betterBandGoesFirst()
    {
        Bands bands;
        bands.push("r", Band::Resync);
        bands.push("t", Band::Retry);
        bands.push("e", Band::Event);
        bands.push("o", Band::Operator);
        bands.push("f", Band::Event);
        QCOMPARE(bands.popAll(), "oeftr");
    }

    void E3_raiseMovesToTheEndOfTheBetterBand()
    {
        Bands bands;
        bands.push("a", Band::Resync);
        bands.push("b", Band::Event);
        bands.push("c", Band::Event);
        bands.raise("a", Band::Event);
        QCOMPARE(bands.popAll(), "bca");
    }

    void E3_neverLowers()
    {
        Bands bands;
        bands.push("a", Band::Event);
        bands.push("b", Band::Event);
        bands.raise("a", Band::Resync);
        bands.raise("a", Band::Event);
        QCOMPARE(bands.popAll(), "ab");
    }

    void E3_withoutPrioritiesThereIsOneBand()
    {
        Bands bands(Priorities::Fifo);
        bands.push("r", Band::Resync);
        bands.push("o", Band::Operator);
        bands.push("e", Band::Event);
        bands.raise("e", Band::Operator);
        QCOMPARE(bands.popAll(), "roe");
    }

    void E3_whoWaitedLongMovesUpABand()
    {
        Bands bands;
        bands.push("old", Band::Retry, Start);
        bands.push("1", Band::Event, Start + 5s);
        bands.push("2", Band::Event, Start + 5s + 1ns);
        QCOMPARE(std::string(bands.ready.pop(Start + 5s)->id()), "1");
        bands.push("3", Band::Event, Start + 5s + 1ns);
        QCOMPARE(std::string(bands.ready.pop(Start + 5s + 1ns)->id()), "2");
        bands.push("4", Band::Event, Start + 5s + 2ns);
        QCOMPARE(bands.popAll(Start + 5s + 2ns), "3old4");
    }

    void E3_nothingStarvesWhileEventsFlood()
    {
        // An event comes for each that is taken; the worst band is served all the same.
        Bands bands;
        bands.push("starved", Band::Resync, Start);
        TimePoint now = Start;
        int taken = 0;
        std::string id;
        bands.push("event0", Band::Event, now);
        while (id != "starved" && taken < 100'000) {
            now += 1ms;
            bands.push("event" + std::to_string(++taken), Band::Event, now);
            id = bands.ready.pop(now)->id();
        }
        QVERIFY2(now - Start < 11s, qPrintable(QString::number((now - Start) / 1ms)));
    }

    void E3_oldBacklogDoesNotPushInFrontAtOnce()
    {
        Bands bands;
        for (int i = 0; i < 1000; ++i)
            bands.push("old" + std::to_string(i), Band::Resync, Start);
        bands.push("event", Band::Event, Start + 1h);
        QCOMPARE(std::string(bands.ready.pop(Start + 1h)->id()), "event");
    }

    void removeTakesOut()
    {
        Bands bands;
        bands.push("a", Band::Event);
        bands.push("b", Band::Event);
        bands.ready.remove(*bands.items.at("a"));
        QCOMPARE(bands.ready.size(), 1u);
        QCOMPARE(bands.popAll(), "b");
        QVERIFY(bands.ready.isEmpty());
        QVERIFY(bands.ready.oldest() == TimePoint::max());
    }

    void saysSinceWhenTheOldestIsReady()
    {
        Bands bands;
        bands.push("b", Band::Resync, Start + 1s);
        bands.push("a", Band::Event, Start + 3s);
        QVERIFY(bands.ready.oldest() == Start + 1s);
    }

    void fuzz_neverTwiceAndNeverLost()
    {
        std::mt19937_64 random(9);
        Bands bands;
        std::map<std::string, bool> inside;
        TimePoint now = Start;
        for (int step = 0; step < 50'000; ++step) {
            now += std::chrono::milliseconds(random() % 50);
            const std::string id = std::to_string(random() % 100);
            const auto band = static_cast<Band>(random() % BandCount);
            if (random() % 2) {
                const Item *item = bands.ready.pop(now);
                QCOMPARE(item == nullptr, bands.ready.isEmpty() && !item);
                if (item)
                    QVERIFY(std::exchange(inside[std::string(item->id())], false));
            } else if (inside[id]) {
                bands.raise(id, band);
            } else {
                inside[id] = true;
                bands.push(id, band, now);
            }
            const auto expected = std::count_if(inside.begin(), inside.end(),
                                                [](const auto &entry) { return entry.second; });
            QCOMPARE(bands.ready.size(), static_cast<std::size_t>(expected));
        }
    }
};

QTEST_APPLESS_MAIN(ReadyBandsTest)
#include "tst_readybands.moc"
