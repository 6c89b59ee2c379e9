// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/engine/queue/schedule.h"
#include "core/engine/queue/unseen.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace qontroller {

/// The door of sources: lists, events, and what is concluded from absence.
///
/// Not thread-safe: see WorkQueue::update().
class Intake
{
public:
    explicit Intake(Schedule &schedule)
        : m_schedule(schedule)
    {}

    /// Marks \a id as needing a run. One that is not known is taken as present.
    void add(std::string_view id, Cause cause, TimePoint now);
    void event(EventType type, std::string_view id, Version version, TimePoint now);
    /// Has \a id looked at if it is known: something that belongs to it was listed or has changed,
    /// or a handler asks for it. Whether it is.
    bool lookAt(std::string_view id, Cause cause, TimePoint now);

    // A list: begin, what it shows, then what it concludes (WorkQueue::endList())

    /// What the list says of one id: that it exists, or that something is left of it, and then
    /// sweep() finds it missing.
    struct Listed
    {
        std::string_view id;
        std::uint64_t hash; ///< that of the table: WorkQueue::hash()
        Version version = 0;
        bool isLeftover = false;
    };
    void beginList();
    void listed(std::span<const Listed> portion, TimePoint now);
    /// Whether the walks that countMissing() and sweep() make would find something: an item that
    /// the list has not shown, or a removal that is owed.
    [[nodiscard]] bool hasToSweep() const
    {
        return !m_schedule.beliefs().isAllSeen(m_schedule.size());
    }
    /// Of one portion of all items: how many the list lacks that may go. What begins as \a unseen
    /// says is not missing.
    [[nodiscard]] std::uint64_t countMissing(ItemTable::Walk &walk, const Unseen &unseen);
    /// See Beliefs::judge(). What is held is one event, however many items.
    [[nodiscard]] Missing judge(std::uint64_t missing, const std::string &doubt, TimePoint now);
    /// Acts on items that the list did not show, and reminds of removals that are owed. What is
    /// held stays so: it waits for an operator or for its source. Forgets what another host has
    /// seen to by now.
    void sweep(ItemTable::Walk &walk, Missing what, const Unseen &unseen, TimePoint now);
    /// Gives what may be much, for the caller to destroy when nothing is locked.
    [[nodiscard]] Beliefs::Past endList();

    /// From now on items may be taken, unless the controller stops.
    void openGate();
    /// Counts and logs what a source reports of itself.
    void logSource(EventRecord::Kind kind, Said said, TimePoint now);

private:
    void listed(const Listed &entry, TimePoint now);
    void leftover(const Listed &entry, TimePoint now);
    void remove(Item &item, TimePoint now);

    Schedule &m_schedule;
};

} // namespace qontroller
