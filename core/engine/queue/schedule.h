// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/observe/controllers/counters.h"
#include "core/engine/queue/beliefs.h"
#include "core/engine/queue/changelog.h"
#include "core/engine/queue/failurecauses.h"
#include "core/engine/queue/itemtable.h"
#include "core/engine/queue/kepttexts.h"
#include "core/engine/queue/logbook.h"
#include "core/engine/queue/loops.h"
#include "core/engine/queue/ownedparts.h"
#include "core/engine/queue/places.h"

#include <array>
#include <string>
#include <string_view>

namespace qontroller {

/// Makes of items in hands what they are in truth: see Hands. It may retire items.
class Surfacer
{
public:
    virtual void surface(Item &item) = 0;
    virtual void surfaceAll() = 0;

protected:
    ~Surfacer() = default;
};

/// What is known of each id of one controller, and which is next.
///
/// The state machine of the engine, without threads, locks and clocks: time comes in as an
/// argument, so the same calls always lead to the same state. A caller from outside
/// comes through a door: Intake (a source), Runs (workers), Orders (an operator), Handover (an
/// ownership), View (readers), Restore (what was known before). Between two calls of a door
/// these hold:
///
/// - An item is in one place: ready, delayed or nowhere (Place).
/// - *Running* means that one lease is out, or that it is in a worker's hand (Hands). A running
///   item is nowhere, but for the end of its pause; a trigger makes it *dirty*, and it becomes
///   ready when the lease ends. So a burst costs one run, and nothing is lost.
/// - An *absent* item owes a removal and stays until one has succeeded. Its source has the
///   last word: what a list or the storage said is forgotten as soon as the source shows it.
///
/// Not thread-safe: WorkQueue holds the lock.
class Schedule
{
public:
    /// Equal seeds walk the table in equal order, for tests. In production \a seed is random, so
    /// that no source can choose ids that collide.
    Schedule(const ControllerOptions &options, TimePoint start, std::uint64_t seed);

    /// Names the item that comes after bursts, before it is known.
    void setAfterBurst(ObjectId id) { m_afterBurst = std::move(id); }
    /// Who has the hands, before there is an item in one; it outlives this.
    void setSurfacer(Surfacer &surfacer) { m_surfacer = &surfacer; }

    // Its items

    [[nodiscard]] Item *find(std::string_view id) const
    {
        Item *item = m_table.find(id);
        if (!item || !item->isInHand()) [[likely]]
            return item;
        m_surfacer->surface(*item);
        return m_table.find(id);
    }
    /// One that is not known is taken as present. \a hash: that of the table.
    [[nodiscard]] ItemTable::Found findOrCreate(std::string_view id, std::uint64_t hash,
                                                TimePoint now);
    [[nodiscard]] Item &itemOf(std::string_view id, TimePoint now)
    {
        return *findOrCreate(id, m_table.hash()(id), now).item;
    }
    /// \a item was just made: it has \a key from now on, if no other can have had that.
    void takeKey(Item &item, ItemKey key)
    {
        if (key >= m_lastKey)
            item.key = m_lastKey = key;
    }
    /// For ids that are known before anything is done with them: see ItemTable::fetchSlot().
    [[nodiscard]] const ItemTable &table() const { return m_table; }
    /// See ItemTable::walk(), and for the others there.
    template<class Function>
    void walk(ItemTable::Walk &walk, Function function)
    {
        m_surfacer->surfaceAll();
        m_table.walk(walk, function);
    }
    [[nodiscard]] std::size_t left(const ItemTable::Walk &walk) const { return m_table.left(walk); }
    [[nodiscard]] std::size_t size() const { return m_table.size(); }

    // What may happen to one

    /// There is a reason to run it. None counts once it is closed.
    void trigger(Item &item, Cause cause, Band band, TimePoint now);
    /// It is believed to be gone: its removal is owed from now on.
    void miss(Item &item, TimePoint now);
    /// Nothing runs it but an operator's word.
    void hold(Item &item, TimePoint now);
    /// It does not run until it is resumed; \a until: TimePoint::max() when an operator has to.
    void pause(Item &item, TimePoint until, const std::string &reason, TimePoint now);
    void resume(Item &item, TimePoint now);
    /// The time that \a item waited for in \a place has come, and the item is in no place now: it
    /// becomes ready, or its pause ends.
    void expired(Item &item, Place place, TimePoint now);
    /// \a item becomes ready if a run was asked for while it could not have one, or slowed if it
    /// loops.
    void runIfDirty(Item &item, TimePoint now);
    /// Another host owns it from now on: it is known, and it neither runs nor waits here. A run
    /// under way goes on, and nothing follows from it.
    void handOver(Item &item, TimePoint now);
    /// This host owns it from now on: it is due, for another host may have left anything.
    void takeOver(Item &item, TimePoint now);
    /// Its removal has succeeded.
    void retire(Item &item);
    /// It is forgotten as if it had never been.
    void erase(Item &item);
    /// Says how many removals are held no more, if there are any that it has not said.
    void tellLetGo(TimePoint now);
    /// Brings the displayed state up to date. Call it last in every transition.
    void settle(Item &item, TimePoint now);

    /// Something says that \a item has changed: it does not loop.
    void noteChange(Item &item, TimePoint now);
    /// Counts a run of \a item that has ended, before its end is noted: whether it loops.
    void countRun(Item &item, Evidence evidence, TimePoint now);
    /// Looks which items have stopped looping.
    void lookAtLoops(TimePoint now);

    /// Does what is due. Touches ExpiredAtOnce items at the most: true if there are more, for
    /// which it is called again.
    bool expire(TimePoint now);
    static constexpr std::size_t ExpiredAtOnce = 500;
    /// No trigger counts any more and nothing delayed comes due; what is ready can be taken.
    void close() { m_closed = true; }
    [[nodiscard]] bool isClosed() const { return m_closed; }

    /// From when on a list wakes a parked item that did not change; TimePoint::max(): no list does.
    [[nodiscard]] TimePoint parkedUntil(const Item &item) const;
    /// How long an item is parked before a list wakes it, if its source does not tell of changes.
    void setParkedRetry(Duration interval) { m_parkedRetry = interval; }
    /// Notes that the source tells of changes by itself.
    void noteEvents() { m_hasEvents = true; }

    // Its parts

    [[nodiscard]] OwnedParts &ownedParts() { return m_ownedParts; }
    [[nodiscard]] const OwnedParts &ownedParts() const { return m_ownedParts; }
    [[nodiscard]] bool owns(std::string_view id) const { return m_ownedParts.owns(id); }
    [[nodiscard]] Places &places() { return m_places; }
    [[nodiscard]] const Places &places() const { return m_places; }
    [[nodiscard]] Beliefs &beliefs() { return m_beliefs; }
    [[nodiscard]] const Loops &loops() const { return m_loops; }
    [[nodiscard]] Logbook &logbook() { return m_logbook; }
    [[nodiscard]] KeptTexts &keptTexts() { return m_keptTexts; }
    [[nodiscard]] ChangeLog &changes() { return m_changes; }
    [[nodiscard]] Counters &counters() { return m_counters; }
    [[nodiscard]] const std::array<std::uint64_t, ItemStateCount> &states() const
    {
        return m_states;
    }
    /// As Gauges::givenUp.
    [[nodiscard]] std::uint64_t givenUp() const { return m_givenUp; }
    /// … by cause.
    [[nodiscard]] const FailureCauses &failures() const { return m_failures; }
    [[nodiscard]] TimePoint start() const { return m_start; }
    /// In seconds, for Item::firstSeen; before it: negative.
    [[nodiscard]] std::int32_t sinceStart(TimePoint time) const;

    // Memory

    /// Items, and what some have beside them: words of a failure or of a pause.
    [[nodiscard]] std::size_t pieces() const;
    /// So many pieces fewer than there were that it is worth giving their memory back.
    [[nodiscard]] bool hasShrunk() const { return m_hasShrunk; }
    /// Memory is given back: hasShrunk() counts from now.
    void forgetPeak();
    /// See ItemTable::shrink().
    bool shrinkTable(std::size_t part) { return m_table.shrink(part); }
    /// See ItemTable::giveBack().
    bool giveBackItems() { return m_table.giveBack(); }

private:
    /// \a item, which is in no place and of which a run was asked for, becomes ready in \a band, or
    /// rests before that.
    void enqueue(Item &item, Band band, TimePoint now);
    /// Says that pauses have ended: one event, however many.
    void logResumed(TimePoint now);
    void countGivenUp(Item &item, bool isGivenUp);
    /// pieces() are others than before.
    void notePieces();
    /// Takes \a item out of all that others see and count, and destroys it.
    void drop(Item &item);

    ItemTable m_table;
    Surfacer *m_surfacer = nullptr;
    ObjectId m_afterBurst; // empty: none
    Duration m_parkedRetry;
    TimePoint m_start;
    std::uint64_t m_resumed = 0; // items whose pause has ended, and no event says so yet
    ObjectId m_oneResumed;       // the first of them
    OwnedParts m_ownedParts;
    Logbook m_logbook;
    KeptTexts m_keptTexts;
    Beliefs m_beliefs;
    Loops m_loops;
    ChangeLog m_changes;
    ItemKey m_lastKey = 0;
    bool m_hasEvents = false;
    bool m_closed = false;
    bool m_hasShrunk = false;
    std::size_t m_mostPieces = 0; // since forgetPeak()
    Counters m_counters;
    std::array<std::uint64_t, ItemStateCount> m_states{};
    std::uint64_t m_givenUp = 0; // items with Item::givenUp
    FailureCauses m_failures;    // … by cause
    Places m_places;
};

} // namespace qontroller
