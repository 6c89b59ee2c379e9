// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/observe/events/eventring.h"

#include <algorithm>

using namespace qontroller;

namespace {

void addMany(EventRing &ring, int count)
{
    for (int i = 0; i < count; ++i)
        ring.add({});
}

std::vector<EventRecord> read(EventRing &ring, EventCursor &cursor, std::size_t limit)
{
    std::size_t room = SIZE_MAX;
    return ring.read(cursor, limit, room);
}

/// "2-5" for the events 2, 3, 4 and 5; fails on a hole.
std::string numbers(const std::vector<EventRecord> &events)
{
    if (events.empty())
        return "none";
    for (std::size_t i = 1; i < events.size(); ++i) {
        if (events[i].number != events[i - 1].number + 1)
            return "a hole after " + std::to_string(events[i - 1].number);
    }
    return std::to_string(events.front().number) + "-" + std::to_string(events.back().number);
}

} // namespace

class EventRingTest : public QObject
{
    Q_OBJECT

private slots:
    void givesEachEventOnceAndInOrder()
    {
        EventRing ring(10);
        EventCursor cursor;
        QCOMPARE(numbers(read(ring, cursor, 5)), "none");
        addMany(ring, 4);
        QCOMPARE(numbers(read(ring, cursor, 3)), "1-3");
        QCOMPARE(numbers(read(ring, cursor, 3)), "4-4");
        QCOMPARE(numbers(read(ring, cursor, 3)), "none");
        addMany(ring, 1);
        QCOMPARE(numbers(read(ring, cursor, 3)), "5-5");
    }

    void e25_isBoundedInBytes()
    {
        EventRing ring(1000, 20'000);
        EventCursor cursor;
        EventRecord large;
        large.said = std::string(4000, 'x');
        for (int i = 0; i < 10; ++i)
            ring.add(large);
        QCOMPARE(ring.dropped(), 6u); // four are 16 000 bytes and what is around them
        QCOMPARE(numbers(read(ring, cursor, 100)), "7-10");
        addMany(ring, 20); // small ones take the place of the oldest only
        QCOMPARE(numbers(read(ring, cursor, 100)), "11-30");
        large.id = ObjectId(30'000, 'x');
        ring.add(large);
        QCOMPARE(numbers(read(ring, cursor, 100)), "none");
    }

    void e25_aFloodOfOneKindDrivesOutNoOther()
    {
        EventRing ring(1000, 100'000);
        const auto add = [&ring](EventRecord::Kind kind, int count) {
            for (int i = 0; i < count; ++i)
                ring.add({0, {}, kind, "o", {}, 0});
        };
        add(EventRecord::Kind::Command, 2);
        add(EventRecord::Kind::Failed, 3);
        add(EventRecord::Kind::LockRefused, 5000);
        add(EventRecord::Kind::ListFailed, 1);
        EventCursor cursor;
        const std::vector<EventRecord> events = read(ring, cursor, 10'000);
        QCOMPARE(std::ranges::count(events, EventRecord::Kind::Command, &EventRecord::kind), 2);
        QCOMPARE(std::ranges::count(events, EventRecord::Kind::Failed, &EventRecord::kind), 3);
        QVERIFY(events.back().kind == EventRecord::Kind::ListFailed);
        QVERIFY(std::ranges::is_sorted(events, {}, &EventRecord::number)); // whatever their kinds
        QCOMPARE(ring.dropped(), 5006U - events.size());
        QVERIFY(ring.bytes() <= 100'000U);
        QCOMPARE(ring.unread(cursor), 0U);
        ring.setRead(cursor.next); // what all have read is as fair
        ring.setLookBack(20 * bytesOf(events.back()));
        while (ring.trim()) {
        }
        EventCursor late;
        const std::vector<EventRecord> kept = read(ring, late, 10'000);
        QCOMPARE(std::ranges::count(kept, EventRecord::Kind::Command, &EventRecord::kind), 2);
        QCOMPARE(std::ranges::count(kept, EventRecord::Kind::Failed, &EventRecord::kind), 3);
        QCOMPARE(std::ranges::count(kept, EventRecord::Kind::ListFailed, &EventRecord::kind), 1);
        QCOMPARE(kept.size(), std::size_t(20));
    }

    void readersOfSeveralKindsGoOnWhereTheyWere()
    {
        EventRing ring;
        for (int i = 0; i < 12; ++i)
            ring.add({0, {}, EventRecord::Kind(i % 3), "o", {}, 0});
        EventCursor cursor;
        QCOMPARE(numbers(read(ring, cursor, 5)), "1-5");
        QCOMPARE(ring.unread(cursor), 7U);
        QCOMPARE(numbers(read(ring, cursor, 5)), "6-10");
        QCOMPARE(numbers(read(ring, cursor, 5)), "11-12");
        QCOMPARE(numbers(read(ring, cursor, 5)), "none");
    }

    void doesNotCountAsDroppedWhatWasSeen()
    {
        EventRing ring(4);
        EventCursor cursor;
        addMany(ring, 4);
        QCOMPARE(numbers(read(ring, cursor, 2)), "1-2");
        addMany(ring, 3); // 1, 2 and 3 go; only 3 was not seen
        QCOMPARE(ring.dropped(), 1u);
        QCOMPARE(numbers(read(ring, cursor, 100)), "4-7");
        QCOMPARE(ring.dropped(), 1u);
    }

    void eachReaderHasItsOwnPlace()
    {
        EventRing ring(3);
        EventCursor one;
        EventCursor other;
        addMany(ring, 5);
        QCOMPARE(numbers(read(ring, one, 100)), "3-5");
        QCOMPARE(numbers(read(ring, other, 2)), "3-4");
        addMany(ring, 2);
        QCOMPARE(numbers(read(ring, one, 100)), "6-7");
        QCOMPARE(numbers(read(ring, other, 100)), "5-7");
        QCOMPARE(ring.dropped(), 2u);
    }

    void aReadBringsNoMoreThanThereIsRoomFor()
    {
        EventRing ring;
        EventCursor cursor;
        EventRecord large;
        large.said = std::string(4000, 'x');
        for (int i = 0; i < 10; ++i)
            ring.add(large);
        std::size_t room = 10'000;
        QCOMPARE(numbers(ring.read(cursor, 100, room)), "1-3");
        QCOMPARE(room, 0U);
        QCOMPARE(numbers(ring.read(cursor, 100, room)), "none");
        room = 1;
        QCOMPARE(numbers(ring.read(cursor, 100, room)), "4-4");
    }

    void whatAllHaveReadIsKeptWithinABoundOfItsOwn()
    {
        EventRing ring;
        EventCursor cursor;
        ring.setLookBack(10 * bytesOf(EventRecord()));
        addMany(ring, 100);
        EventCursor late;
        QCOMPARE(numbers(read(ring, late, 1000)), "1-100"); // there is one that has read nothing
        QCOMPARE(numbers(read(ring, cursor, 50)), "1-50");
        ring.setRead(cursor.next);
        QVERIFY(!ring.trim());
        EventCursor another;
        QCOMPARE(numbers(read(ring, another, 1000)), "51-100");
        ring.setRead(UINT64_MAX);
        QVERIFY(!ring.trim());
        another = {};
        QCOMPARE(numbers(read(ring, another, 1000)), "91-100");
        QCOMPARE(ring.dropped(), 0U);
    }

    void forgetsAPortionAtATime()
    {
        EventRing ring;
        addMany(ring, 1000);
        ring.setLookBack(0);
        ring.setRead(UINT64_MAX);
        int calls = 1;
        while (ring.trim())
            ++calls;
        QCOMPARE(calls, 4);
        QCOMPARE(ring.bytes(), 0U);
    }

    void holdsNothingWithoutCapacity()
    {
        EventRing ring(0);
        EventCursor cursor;
        addMany(ring, 3);
        QCOMPARE(numbers(read(ring, cursor, 100)), "none");
        QCOMPARE(ring.dropped(), 3u);
    }
};

QONTROLLER_TEST(EventRingTest)
#include "tst_eventring.moc"
