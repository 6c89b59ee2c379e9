// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/observe/eventring.h"

using namespace qontroller;

namespace {

void addMany(EventRing &ring, int count)
{
    for (int i = 0; i < count; ++i)
        ring.add({});
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
        QCOMPARE(numbers(ring.read(cursor, 5)), "none");
        addMany(ring, 4);
        QCOMPARE(numbers(ring.read(cursor, 3)), "1-3");
        QCOMPARE(numbers(ring.read(cursor, 3)), "4-4");
        QCOMPARE(numbers(ring.read(cursor, 3)), "none");
        addMany(ring, 1);
        QCOMPARE(numbers(ring.read(cursor, 3)), "5-5");
    }

    void keepsWhatAnEventSays()
    {
        EventRing ring;
        EventCursor cursor;
        ring.add({77, TimePoint(Duration(5)), EventRecord::Kind::Parked, "web", "no use", 9});
        const EventRecord event = ring.read(cursor, 1).front();
        QCOMPARE(event.number, 1u);
        QVERIFY(event.kind == EventRecord::Kind::Parked);
        QCOMPARE(event.id, "web");
        QCOMPARE(event.said.text, "no use");
        QCOMPARE(event.ticket, 9u);
    }

    void countsWhatNobodyHasSeenAsDropped()
    {
        EventRing ring(4);
        EventCursor cursor;
        addMany(ring, 10);
        QCOMPARE(ring.dropped(), 6u);
        QCOMPARE(numbers(ring.read(cursor, 100)), "7-10");
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
        QCOMPARE(numbers(ring.read(cursor, 100)), "7-10");
        addMany(ring, 20); // small ones take the place of the oldest only
        QCOMPARE(numbers(ring.read(cursor, 100)), "11-30");
        large.id = ObjectId(30'000, 'x');
        ring.add(large);
        QCOMPARE(numbers(ring.read(cursor, 100)), "none");
    }

    void doesNotCountAsDroppedWhatWasSeen()
    {
        EventRing ring(4);
        EventCursor cursor;
        addMany(ring, 4);
        QCOMPARE(numbers(ring.read(cursor, 2)), "1-2");
        addMany(ring, 3); // 1, 2 and 3 go; only 3 was not seen
        QCOMPARE(ring.dropped(), 1u);
        QCOMPARE(numbers(ring.read(cursor, 100)), "4-7");
        QCOMPARE(ring.dropped(), 1u);
    }

    void eachReaderHasItsOwnPlace()
    {
        EventRing ring(3);
        EventCursor one;
        EventCursor other;
        addMany(ring, 5);
        QCOMPARE(numbers(ring.read(one, 100)), "3-5");
        QCOMPARE(numbers(ring.read(other, 2)), "3-4");
        addMany(ring, 2);
        QCOMPARE(numbers(ring.read(one, 100)), "6-7");
        QCOMPARE(numbers(ring.read(other, 100)), "5-7");
        QCOMPARE(ring.dropped(), 2u);
    }

    void holdsNothingWithoutCapacity()
    {
        EventRing ring(0);
        EventCursor cursor;
        addMany(ring, 3);
        QCOMPARE(numbers(ring.read(cursor, 100)), "none");
        QCOMPARE(ring.dropped(), 3u);
    }
};

QTEST_APPLESS_MAIN(EventRingTest)
#include "tst_eventring.moc"
