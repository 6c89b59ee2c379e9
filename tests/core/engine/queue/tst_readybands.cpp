// SPDX-License-Identifier: LGPL-3.0-or-later
#include "items.h"
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/readybands.h"

#include <map>
#include <random>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint Origin{1h};

/// Ready bands and the items in them.
struct Bands
{
    explicit Bands(Priorities priorities = Priorities::Banded, Duration ageing = 5s)
        : ready(priorities, ageing)
    {}
    void push(const std::string &id, Band band, TimePoint now = Origin)
    {
        if (!items.contains(id))
            items.emplace(id, makeItem(id));
        ready.push(*items.at(id), band, now);
    }
    void raise(const std::string &id, Band band) { ready.raise(*items.at(id), band); }
    void pushRetry(const std::string &id, TimePoint now = Origin, std::uint32_t errors = 2)
    {
        items.emplace(id, makeItem(id));
        items.at(id)->errors = errors;
        ready.pushRetry(*items.at(id), now);
    }
    std::string pop(TimePoint now, Retries retries = Retries::MayStart)
    {
        const Item *item = ready.pop(now, retries);
        return item ? std::string(item->id()) : std::string();
    }
    std::string popAll(TimePoint now = Origin, Retries retries = Retries::MayStart)
    {
        std::string ids;
        while (const Item *item = ready.pop(now, retries))
            ids += item->id();
        return ids;
    }

    std::map<std::string, ItemPointer> items;
    ReadyBands ready;
};

} // namespace

class ReadyBandsTest : public QObject
{
    Q_OBJECT

private slots:
    void e13_everyFourthRetryIsTheNewestFirstOne()
    {
        Bands bands;
        for (const char *id : {"a", "b", "c", "d", "e", "f", "g"})
            bands.pushRetry(id, Origin);
        for (const char *id : {"1", "2", "3"})
            bands.pushRetry(id, Origin + 1s, 1);
        QCOMPARE(bands.popAll(Origin + 1s), "abc3def2g1");
    }

    void e13_firstRetriesAloneStartOldestFirstButForTheirShare()
    {
        Bands bands;
        for (const char *id : {"1", "2", "3", "4", "5", "6", "7", "8"})
            bands.pushRetry(id, Origin, 1);
        QCOMPARE(bands.popAll(), "12384567");
    }

    void e13_withoutAFirstRetryItsTurnIsForOthers()
    {
        Bands bands;
        for (const char *id : {"a", "b", "c", "d", "e"})
            bands.pushRetry(id);
        QCOMPARE(bands.popAll(), "abcde"); // none was there
        for (const char *id : {"f", "g", "h"})
            bands.pushRetry(id);
        bands.pushRetry("1", Origin, 1);
        QCOMPARE(bands.popAll(), "fg1h");
    }

    void e3_betterBandGoesFirst()
    {
        Bands bands;
        bands.push("r", Band::Resync);
        bands.push("t", Band::Retry);
        bands.push("e", Band::Event);
        bands.push("o", Band::Operator);
        bands.push("f", Band::Event);
        QCOMPARE(bands.popAll(), "oeftr");
    }

    void e3_raiseMovesToTheEndOfTheBetterBand()
    {
        Bands bands;
        bands.push("a", Band::Resync);
        bands.push("b", Band::Event);
        bands.push("c", Band::Event);
        bands.raise("a", Band::Event);
        QCOMPARE(bands.popAll(), "bca");
    }

    void e3_neverLowers()
    {
        Bands bands;
        bands.push("a", Band::Event);
        bands.push("b", Band::Event);
        bands.raise("a", Band::Resync);
        bands.raise("a", Band::Event);
        QCOMPARE(bands.popAll(), "ab");
    }

    void e3_everyEighthTurnIsForTheOneThatWaitedLongest()
    {
        Bands bands;
        bands.push("aged", Band::Resync, Origin);
        bands.push("older", Band::Retry, Origin - 1ns);
        std::string taken;
        for (int i = 0; i < 24; ++i) {
            bands.push(std::to_string(i), Band::Event, Origin + 6s);
            taken += bands.pop(Origin + 6s) + ' ';
        }
        QCOMPARE(taken, "0 1 2 3 4 5 6 older 7 8 9 10 11 12 13 aged 14 15 16 17 18 19 20 21 ");
    }

    void e3_whatHasNotAgedHasNoTurnOfItsOwn()
    {
        Bands bands;
        bands.push("young", Band::Resync, Origin);
        for (int i = 0; i < 16; ++i)
            bands.push(std::to_string(i), Band::Event, Origin);
        for (int i = 0; i < 16; ++i)
            QCOMPARE(bands.pop(Origin + 5s), std::to_string(i));
        QCOMPARE(bands.pop(Origin + 5s), "young");
    }

    void e13_retriesThatMayNotStartStandInNobodysWay()
    {
        Bands bands;
        bands.pushRetry("retry", Origin);
        bands.push("requeue", Band::Retry, Origin + 1ns);
        bands.push("resync", Band::Resync, Origin + 2ns);
        QCOMPARE(bands.ready.retries(), 1u);
        QCOMPARE(bands.pop(Origin + 1s, Retries::Wait), "requeue");
        QCOMPARE(bands.pop(Origin + 1s, Retries::Wait), "resync");
        QCOMPARE(bands.pop(Origin + 1h, Retries::Wait), ""); // however long it waited
        QCOMPARE(bands.pop(Origin + 1h), "retry");
        QCOMPARE(bands.ready.retries(), 0u);
    }

    void e3_retriesAndTheirBandAreOneLine_data()
    {
        QTest::addColumn<bool>("fifo");
        QTest::newRow("banded") << false;
        QTest::newRow("first in, first out") << true;
    }
    void e3_retriesAndTheirBandAreOneLine()
    {
        QFETCH(bool, fifo);
        Bands bands(fifo ? Priorities::Fifo : Priorities::Banded);
        bands.push("a", Band::Retry, Origin);
        bands.pushRetry("b", Origin + 1ns);
        bands.push("c", Band::Retry, Origin + 2ns);
        QCOMPARE(bands.popAll(Origin + 3ns), "abc");
    }

    void e4_aRetryThatIsRaisedIsNoneAnyMore()
    {
        Bands bands;
        bands.pushRetry("a");
        bands.raise("a", Band::Event);
        QCOMPARE(bands.ready.retries(), 0u);
        QCOMPARE(bands.popAll(Origin, Retries::Wait), "a");
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
        bands.push("b", Band::Resync, Origin + 1s);
        bands.push("a", Band::Event, Origin + 3s);
        QVERIFY(bands.ready.oldest() == Origin + 1s);
    }

    void fuzz_neverTwiceAndNeverLost()
    {
        std::mt19937_64 random(9);
        Bands bands;
        std::map<std::string, bool> inside;
        TimePoint now = Origin;
        for (int step = 0; step < 50'000; ++step) {
            now += std::chrono::milliseconds(random() % 50);
            const std::string id = std::to_string(random() % 100);
            const auto band = static_cast<Band>(random() % BandCount);
            if (random() % 2) {
                const Item *item = bands.ready.pop(now, Retries::MayStart);
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

QONTROLLER_TEST(ReadyBandsTest)
#include "tst_readybands.moc"
