// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/queue/ticketends.h"

#include <map>
#include <random>

using namespace qontroller;

namespace {

/// A reader, and what it was told.
class Listener
{
public:
    /// Whether there was anything.
    bool read(TicketEnds &all, std::size_t limit = 1000)
    {
        std::size_t room = SIZE_MAX;
        const TicketEnds::Read read = all.read(place, limit, room);
        hasMissed |= read.hasMissed;
        for (const EventRecord &end : read.ends) {
            runs[end.ticket] += end.runs;
            texts += (texts.empty() ? "" : ", ") + std::to_string(end.ticket) + end.id + " "
                     + std::to_string(end.runs) + " " + inWords(end.said);
        }
        return !read.ends.empty();
    }
    void readAll(TicketEnds &all)
    {
        while (read(all)) {
        }
    }

    EventCursor place;
    std::map<Ticket, std::uint64_t> runs;
    std::string texts;
    bool hasMissed = false;
};

void end(TicketEnds &all, const std::string &id, std::vector<TicketRuns> tickets,
         const Said &outcome = Said::Kind::Done)
{
    all.add(id, std::move(tickets), outcome, {});
}

} // namespace

/// How runs ended that commands asked for.
class TicketEndsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachIsToldOnceAndInOrder()
    {
        TicketEnds all;
        Listener listener;
        end(all, "a", {{1}, {2, 3}});
        end(all, "b", {{1}}, {Said::Kind::Failed, "no room"});
        QVERIFY(listener.read(all, 2));
        QCOMPARE(listener.texts, "1a 1 done, 2a 3 done");
        listener.readAll(all);
        QCOMPARE(listener.texts, "1a 1 done, 2a 3 done, 1b 1 failed: no room");
        QVERIFY(!listener.hasMissed);
    }

    void e22_noneIsLostHoweverLongTheIdsAre()
    {
        TicketEnds all;
        Listener listener;
        listener.readAll(all);
        const std::string id(60'000, 'x');
        for (Ticket i = 0; i < 2000; ++i) // 120 MB
            end(all, id, {{i % 40}});
        QVERIFY(all.bytes() <= TicketEnds::DefaultBytes);
        listener.readAll(all);
        QCOMPARE(listener.runs.size(), 40U);
        for (const auto &[ticket, runs] : listener.runs)
            QCOMPARE(runs, 50U);
        QVERIFY(!listener.hasMissed);
        QCOMPARE(all.dropped(), 0U);
    }

    void e22_noneIsLostHoweverManyThereAre()
    {
        TicketEnds all;
        Listener listener;
        listener.readAll(all);
        for (int i = 0; i < 300'000; ++i)
            end(all, "a", {{7}}, i % 3 == 0 ? Said(Said::Kind::Failed, "no") : Said::Kind::Done);
        QVERIFY(all.bytes() <= TicketEnds::DefaultBytes);
        QVERIFY(listener.read(all, 2));
        QVERIFY(listener.runs[7] > 200'000); // two sums
        listener.readAll(all);
        QCOMPARE(listener.runs[7], 300'000U);
    }

    void eachReaderIsToldOfEachRunOnce_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 50; ++seed)
            QTest::newRow(std::to_string(seed).c_str()) << seed;
    }
    void eachReaderIsToldOfEachRunOnce()
    {
        QFETCH(unsigned, seed);
        std::minstd_rand random(seed + 1);
        TicketEnds all(3000); // some twenty
        std::array<Listener, 3> listeners;
        std::map<Ticket, std::uint64_t> asked;
        for (Listener &listener : listeners)
            listener.read(all);
        for (int step = 0; step < 2000; ++step) {
            Listener &listener = listeners[random() % listeners.size()];
            if (random() % 4 == 0)
                listener.read(all, 1 + random() % 30);
            std::uint64_t read = UINT64_MAX;
            for (const Listener &each : listeners)
                read = std::min(read, each.place.next);
            all.setRead(read);
            const Ticket ticket = 1 + random() % 5;
            const std::uint64_t runs = 1 + random() % 3;
            asked[ticket] += runs;
            end(all, "a", {{ticket, runs}},
                random() % 2 == 0 ? Said::Kind::Done : Said::Kind::Failed);
        }
        for (Listener &listener : listeners) {
            listener.readAll(all);
            QVERIFY(listener.runs == asked);
            QVERIFY(!listener.hasMissed);
        }
    }

    void aReaderHearsThatItMissedSome()
    {
        TicketEnds all(2000, 10);
        Listener slow;
        Listener fast;
        slow.readAll(all);
        for (Ticket ticket = 1; ticket <= 1000; ++ticket) {
            end(all, "a", {{ticket}});
            fast.readAll(all);
        }
        QVERIFY(all.dropped() > 900);
        slow.readAll(all);
        QVERIFY(slow.hasMissed);
        QVERIFY(!fast.hasMissed);
        Listener late;
        late.readAll(all);
        QVERIFY(!late.hasMissed); // what ended before does not count for it
    }

    void whatAllHaveReadIsNotSummedUp()
    {
        TicketEnds all;
        all.setLookBack(2000);
        all.setRead(UINT64_MAX);
        for (Ticket ticket = 1; ticket <= 1000; ++ticket)
            end(all, "a", {{ticket}});
        QVERIFY(all.bytes() <= 2000);
        Listener late;
        late.readAll(all);
        QCOMPARE(late.runs.rbegin()->first, 1000U);
        QVERIFY(late.runs.size() < 30);
        QCOMPARE(all.dropped(), 0U);
    }

    void manyTicketsOfOneRunAreForgottenAPortionAtATime()
    {
        TicketEnds all;
        Listener listener;
        listener.readAll(all);
        std::vector<TicketRuns> tickets;
        for (Ticket ticket = 1; ticket <= 100'000; ++ticket)
            tickets.push_back({ticket});
        end(all, "a", std::move(tickets));
        QVERIFY(listener.read(all, 256));
        QVERIFY(listener.place.next <= 513 + 256); // and not all have been looked at
        int calls = 1;
        while (all.trim())
            ++calls;
        QVERIFY2(calls > 100'000 / 1000, std::to_string(calls).c_str());
    }
};

QONTROLLER_TEST(TicketEndsTest)
#include "tst_ticketends.moc"
