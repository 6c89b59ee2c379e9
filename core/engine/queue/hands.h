// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/itemlist.h"
#include "core/engine/queue/runs.h"
#include "core/engine/queue/seat.h"

#include <array>

namespace qontroller {

/// The hands of one queue's workers, and what becomes of the items in them.
///
/// A worker whose runs are short takes several items in one hold of the lock, and gives several
/// back in one: see Hand. What goes into a hand is *plain*: there is nothing to know of it but that
/// it is to run. What is given back late is plain, too: nothing follows from the run.
///
/// What is in a hand is not as it says it is. *Closing* the hand makes it so: what has not begun is
/// ready again, before the others of its band; what runs is a run like any other; what has ended is
/// noted as of the time when it ended. Schedule has the hand of each item closed that is looked for
/// (Surfacer), and WorkQueue closes all of them before somebody looks at more than that. So every
/// rule of the queue is kept where it always was.
///
/// Not thread-safe: WorkQueue holds the lock.
class Hands final : private Surfacer
{
public:
    Hands(Schedule &schedule, Runs &runs);

    struct Taken
    {
        Hand::Entry *entry = nullptr; ///< null: it is in no hand
        Runs::Taken alone{};
    };
    /// The next item for the worker of \a seat, whose hand is empty; and others with it, if all
    /// are plain and its runs are short. No others if \a isOneIdle: a worker that sleeps could run
    /// them, and would not be woken for them.
    [[nodiscard]] Taken take(Seat &seat, bool isOneIdle, TimePoint now);
    /// Ends the run of \a item, which \a seat has, and empties its hand.
    void finish(Seat &seat, Item &item, const RunResult &result, TimePoint now);

    void closeAll();
    /// … of workers that are likely to be away for longer: somebody is free for what waits there.
    void closeOverdue(TimePoint now);
    /// … if something is ready that comes before what waits in one.
    void closeIfOvertaken();

private:
    [[nodiscard]] Hand::Entry *fill(Hand &hand, std::uint32_t most, TimePoint now);
    /// Its worker is here: what runs in it becomes a run like any other.
    void empty(Hand &hand, TimePoint now);
    void surface(Item &item) override { close(*item.hand); }
    void surfaceAll() override { closeAll(); }
    /// And those that were dealt later: so each item goes back before what came after it.
    void close(Hand &hand);
    void closeAlone(Hand &hand);
    [[nodiscard]] std::uint32_t fairShare() const;
    /// Takes out what is next; false if it is not plain, or not of the band of \a first.
    [[nodiscard]] bool stage(Hand &hand, Hand::Entry &entry, const Hand::Entry &first,
                             TimePoint now);
    void note(const Hand &hand, const Hand::Entry &entry);
    void promote(const Hand &hand, const Hand::Entry &entry);
    void noteEnded(Hand &hand, const Hand::Range &range);
    void recallStaged(Hand &hand, const Hand::Range &range);
    void recall(Item &item);
    /// Closes those in which something waits that comes before all that is ready.
    void closeIfAhead();
    [[nodiscard]] std::uint32_t &openBy(Band band)
    {
        return m_openBy[static_cast<std::size_t>(band)];
    }

    Schedule &m_schedule;
    Runs &m_runs;
    LinkedList<Hand> m_open; // those that hold items, the one that was dealt first before others
    std::array<std::uint32_t, BandCount> m_openBy{}; // how many of them, by band
};

} // namespace qontroller
