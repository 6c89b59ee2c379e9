// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/feed.h"
#include "core/engine/queue/schedule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

struct ControllerDelta;
struct Explanation;
struct ItemDetail;
struct ItemRow;

/// What is left to be done.
struct Unfinished
{
    std::uint64_t count = 0;
    std::vector<ObjectId> ids;     ///< of some
    std::vector<std::string> whys; ///< … and of each why, for a person
};

/// The door of readers: front ends, metrics, reports.
///
/// Not thread-safe: see WorkQueue::update().
class View
{
public:
    explicit View(Schedule &schedule)
        : m_schedule(schedule)
    {}

    /// Fills in what the reader \a id has not seen: rows, removed keys, events; and with the rows
    /// what the guard has counted. Give the same \a delta again until it says false: a portion at a
    /// time, so that the caller's lock is not held for long. Stops early when \a room, in bytes, is
    /// used up, which it counts down.
    [[nodiscard]] bool collect(ReaderId id, Reads reads, ControllerDelta &delta, std::size_t &room);
    /// From now on what happens is kept for \a reader, which is new, within bounds.
    void attach(ReaderId reader);
    [[nodiscard]] ChangeLog::Lines detach(ReaderId reader);
    /// How far \a reader is with events and ends of tickets. It is told no more of those until now.
    [[nodiscard]] ChangeLog::Read release(ReaderId reader);
    /// Forgets events that all have read and that are too many, a portion of them at a time. True:
    /// there are more.
    bool trimLogbook() { return m_schedule.logbook().trim(); }
    /// What is kept of events, ends of tickets and attempts.
    [[nodiscard]] std::size_t lookBackBytes() const { return m_schedule.logbook().bytes(); }
    /// Nothing if \a id is not known. From now on its attempts are kept, also while it has no
    /// trouble: what is looked at now may have its next attempts looked at.
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id);
    /// Appends, of one portion of all items, the rows of those that are in one of \a states, which
    /// are bits 1 << ItemState.
    void rows(ItemTable::Walk &walk, unsigned states, std::vector<ItemRow> &rows) const;
    /// Appends the rows of \a ids, without those that are not known.
    void rows(std::span<const ObjectId> ids, std::vector<ItemRow> &rows) const;
    /// Appends what the mass-deletion guard holds, of one portion of all items.
    void held(ItemTable::Walk &walk, std::vector<ObjectId> &ids) const;
    /// Counts ids with work to be done, and names the first \a mostNamed: queued, running, or to
    /// be tried again. What its handler wants to look at again later is done.
    void countUnfinished(ItemTable::Walk &walk, std::size_t mostNamed,
                         Unfinished &unfinished) const;

    /// Does what is due, as workers do it: without any of them nothing else looks at the time. See
    /// Schedule::expire().
    bool expire(TimePoint now) { return m_schedule.expire(now); }
    [[nodiscard]] Counters counters() const;
    void fill(Gauges &gauges, TimePoint now) const;
    /// Whether anything is ready for a worker or runs.
    [[nodiscard]] bool isBusy() const { return depth() + m_schedule.places().running() > 0; }
    [[nodiscard]] std::size_t depth() const { return m_schedule.places().depth(); }
    /// When something is due next; TimePoint::max() if never.
    [[nodiscard]] TimePoint nextDue() const { return m_schedule.places().nextDue(); }
    [[nodiscard]] std::size_t known() const { return m_schedule.size(); }
    [[nodiscard]] std::size_t pieces() const { return m_schedule.pieces(); }
    [[nodiscard]] const Pause &pause() const { return m_schedule.places().pause(); }
    /// TimePoint{}: it is not paused, or an operator has to resume it.
    [[nodiscard]] TimePoint pauseEnd() const;
    [[nodiscard]] bool isGateOpen() const { return m_schedule.places().isGateOpen(); }
    /// Items that are given up, by cause.
    [[nodiscard]] std::vector<FailureCause> failures() const { return m_schedule.failures().all(); }
    /// What the mass-deletion guard has counted.
    [[nodiscard]] const DeletionWave &wave() const { return m_schedule.beliefs().guard().wave(); }
    /// The list whose removals were held back last.
    [[nodiscard]] const HeldList &heldList() const
    {
        const Holds &holds = m_schedule.beliefs().holds();
        return holds.of(holds.newest());
    }

private:
    // Each adds a portion of what \a reader has not seen, and says whether there may be more.
    [[nodiscard]] bool collectChanges(ChangeLog::Reader &reader, ControllerDelta &delta,
                                      std::size_t &room);
    [[nodiscard]] bool collectItems(ChangeLog::Reader &reader, ControllerDelta &delta,
                                    std::size_t &room);
    [[nodiscard]] bool collectTicketEnds(ChangeLog::Reader &reader, ControllerDelta &delta,
                                         std::size_t &room);
    [[nodiscard]] bool collectEvents(ChangeLog::Reader &reader, ControllerDelta &delta,
                                     std::size_t &room);
    [[nodiscard]] std::size_t pending(const ChangeLog::Reader &reader, Reads reads,
                                      std::size_t room) const;
    void addRow(const Item &item, ControllerDelta &delta, std::size_t &room) const;
    [[nodiscard]] ItemRow rowOf(const Item &item) const;
    [[nodiscard]] std::vector<Explanation> explain(const Item &item) const;
    [[nodiscard]] Explanation explainState(const Item &item) const;
    [[nodiscard]] Explanation explainHeld(const Item &item) const;
    [[nodiscard]] Explanation explainWaiting(const Item &item) const;
    [[nodiscard]] Explanation explainBackOff(const Item &item) const;

    Schedule &m_schedule;
};

} // namespace qontroller
