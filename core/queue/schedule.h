// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"
#include "core/api/options.h"
#include "core/observe/delta.h"
#include "core/observe/eventring.h"
#include "core/observe/feed.h"
#include "core/queue/changelog.h"
#include "core/queue/histories.h"
#include "core/queue/holdback.h"
#include "core/queue/itemtable.h"
#include "core/queue/readybands.h"
#include "core/queue/rules.h"
#include "core/queue/timingwheel.h"
#include "core/queue/tokenbucket.h"

#include <array>
#include <random>
#include <string_view>

namespace qontroller {

/// What is left to be done.
struct Unfinished
{
    std::uint64_t count = 0;
    std::vector<ObjectId> ids; ///< of some
};

/// What is known of each id of one controller, and which is next.
///
/// The whole state machine of the engine, without threads, locks and clocks: time
/// comes in as an argument, so the same calls always lead to the same state. Every
/// transition is one call; between two calls these hold:
///
/// - An item is in one place: ready, delayed or nowhere (Place).
/// - *Running* means that one lease is out. A running item is nowhere, but for the end of
///   its pause; a trigger makes it *dirty*, and it becomes ready when the lease ends. So a
///   burst costs one run, and nothing is lost.
/// - An *absent* item owes a removal and stays until one has succeeded. Its source has the
///   last word: what a list or the storage said is forgotten as soon as the source shows it.
///
/// Not thread-safe: WorkQueue holds the lock.
class Schedule
{
public:
    /// The same \a seed, the same jitter and the same walks: for tests. Else it is one that
    /// nobody can guess.
    Schedule(const ControllerOptions &options, TimePoint start, std::uint64_t seed = 1);

    // Triggers

    /// Marks \a id as needing a run. One that is not known is taken as present.
    void add(std::string_view id, Cause cause, TimePoint now);
    /// Runs \a id after \a delay. Of two delays the earlier one counts; one that is
    /// queued or running gets its next run as soon as it may.
    void addAfter(std::string_view id, Duration delay, TimePoint now);

    // What a source says (schedulelists.cpp)

    void beginList();
    void listed(std::string_view id, Version version, TimePoint now);
    /// A list says that \a id is gone and something is left of it: sweep() finds it missing.
    void leftover(std::string_view id, TimePoint now);
    /// Of one portion of all items; so are the other functions with a walk.
    [[nodiscard]] Presence countPresence(ItemTable::Walk &walk);
    enum class Missing : std::uint8_t {
        Keep,
        Hold,
        Remove,
    };
    /// Acts on items that a list did not show, and reminds of removals that are owed. What is held stays so: it waits for an operator or for its
    /// source.
    void sweep(ItemTable::Walk &walk, Missing what, TimePoint now);
    /// Says for what list the next sweeps hold: one event, however many items.
    void holdFor(const Presence &presence, TimePoint now);
    void endList(const ListResult &result, TimePoint now);
    /// Forgets some of what was removed while a list was under way; no list is under way
    /// now. False: there is nothing left to forget.
    [[nodiscard]] bool buryTombstones();
    void event(EventType type, std::string_view id, Version version, TimePoint now);
    /// Something that belongs to \a id changed; an id that is not known stays so.
    void ownerOf(std::string_view id, Cause cause, TimePoint now);
    /// Counts and logs what a source reports of itself.
    void logSource(EventRecord::Kind kind, Said said, TimePoint now);
    /// No trigger counts any more and nothing delayed comes due; what is ready can be taken.
    void close() { m_closed = true; }
    [[nodiscard]] bool isClosed() const { return m_closed; }
    /// From now on items may be taken.
    void openGate() { m_gateOpen = true; }
    void closeGate() { m_gateOpen = false; }
    [[nodiscard]] bool isGateOpen() const { return m_gateOpen; }

    // Work

    struct Taken
    {
        Item *item = nullptr; ///< null: none may run now
        Duration waited{};    ///< since it became ready
        bool isMoreDue = false; ///< if none may run: expire() is not through, ask again
    };
    /// The next item, which is running from now on.
    [[nodiscard]] Taken take(int worker, TimePoint now);
    /// Ends the run of a running item.
    void finish(Item &item, RunResult result, TimePoint now);
    /// Whether a running item whose storage says that it is gone may be removed. If not it
    /// is held: lists show it, and the storage denies so many that it is likely wrong.
    [[nodiscard]] bool mayRemove(Item &item, TimePoint now);
    /// The lock of \a id may be free: runs it, if it waits for its lock, or does once its run ends.
    void lockFreed(std::string_view id, TimePoint now);
    /// What every run needs is away: see HoldBack. letGo(): it is back.
    void holdBack(Duration wait, std::string why, TimePoint now)
    {
        m_holdBack.begin(wait, std::move(why), now);
    }
    void letGo() { m_holdBack.end(); }
    /// See Attempt::lastObject; null for an id that has none.
    [[nodiscard]] std::shared_ptr<const void> lastObject(std::string_view id) const;
    void markStuck(Item &item, TimePoint now);
    void setProgress(Item &item, std::uint64_t done, std::uint64_t total);
    /// Puts what is due into the ready bands. Touches ExpiredAtOnce items at the most: true if
    /// there are more, for which it is called again.
    bool expire(TimePoint now);
    static constexpr std::size_t ExpiredAtOnce = 500;
    /// When expire() has something to do again; TimePoint::max() if never.
    [[nodiscard]] TimePoint nextDue() const;
    /// How many items take() could give out, as of the last expire().
    [[nodiscard]] std::size_t takeable() const;
    /// Without retries that wait for the limit of retries: they are in back-off.
    [[nodiscard]] std::size_t depth() const { return m_ready.size() - m_ready.retries(); }
    [[nodiscard]] std::size_t running() const { return m_running; }

    // What an operator says (schedulecontrol.cpp)

    void pauseItem(std::string_view id, TimePoint until, const std::string &reason, TimePoint now);
    void resumeItem(std::string_view id, TimePoint now);
    /// Once closed nothing runs anew: the ticket ends at once.
    void requeueItem(std::string_view id, Ticket ticket, TimePoint now);
    /// Ends the tickets of runs that will never be. Call it when no worker is left.
    void endTickets(ItemTable::Walk &walk, TimePoint now);
    enum class Discard : std::uint8_t {
        Done,
        Unknown,
        Running,
        OwesRemoval, ///< one that is still tried, or that the guard holds
    };
    /// Forgets an item and its runs, but no removal that may still succeed.
    Discard discardItem(std::string_view id, TimePoint now);
    void confirmHeld(std::string_view id, TimePoint now);
    void refuseHeld(std::string_view id, TimePoint now);
    /// Appends what the mass-deletion guard holds.
    void held(ItemTable::Walk &walk, std::vector<ObjectId> &ids);
    /// \a until: TimePoint::max() when somebody has to resume.
    void pause(TimePoint until, std::string reason);
    void resume();
    [[nodiscard]] bool isPaused() const { return m_pausedUntil != TimePoint{}; }
    [[nodiscard]] const std::string &pauseReason() const { return m_pauseReason; }
    /// TimePoint{}: it is not paused, or somebody has to resume it.
    [[nodiscard]] TimePoint pauseEnd() const
    {
        return m_pausedUntil == TimePoint::max() ? TimePoint() : m_pausedUntil;
    }
    /// The list whose removals were held back last.
    [[nodiscard]] const HeldList &heldList() const { return m_held; }
    /// When lists wake what is parked, if its source says in no other way that it changed.
    void setParkedRetry(Duration interval) { m_parkedRetry = interval; }
    void setMaxRetries(int maxRetries) { m_retryPolicy.maxRetries = maxRetries; }
    void setRetryRate(double rate, int burst, TimePoint now);

    // What a front end sees (schedulerows.cpp)

    /// Fills in what \a reader has not seen: rows, removed keys, events. Give the same \a delta
    /// again until it says false: a portion at a time, so that the caller's lock is not held
    /// for long.
    [[nodiscard]] bool collect(ReaderId reader, Reads reads, ControllerDelta &delta);
    void detach(ReaderId reader) { m_changes.forget(reader); }
    void log(EventRecord::Kind kind, std::string_view id, Said said, TimePoint now,
             Ticket ticket = 0);
    /// From now on the attempts of \a id are kept, also while it has no trouble.
    void watch(std::string_view id);
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id) const;
    [[nodiscard]] Counters counters() const;
    void fill(Gauges &gauges, TimePoint now) const;
    /// With those that are removed and kept until the list under way has ended.
    [[nodiscard]] std::size_t itemsInMemory() const { return m_table.size(); }
    /// So many items fewer than there were that it is worth giving their memory back.
    [[nodiscard]] bool hasShrunk() const { return m_hasShrunk; }
    /// Memory is given back: hasShrunk() counts from now.
    void forgetPeak();
    /// See ItemTable::shrink().
    bool shrinkTable(std::size_t part) { return m_table.shrink(part); }
    /// Counts ids with work to be done, and names the first \a mostNamed: queued, running, or to
    /// be tried again. What its handler wants to look at again later is done.
    void countUnfinished(ItemTable::Walk &walk, std::size_t mostNamed, Unfinished &unfinished);

private:
    [[nodiscard]] Item &itemOf(std::string_view id, TimePoint now);
    void believe(Item &item, Existence existence);
    void acquit(Item &item);
    [[nodiscard]] std::size_t count(Existence existence) const
    {
        return m_existences[static_cast<std::size_t>(existence)];
    }
    void hold(Item &item, TimePoint now);
    void trigger(Item &item, Cause cause, Band band, TimePoint now);
    void delay(Item &item, Place as, Duration delay, TimePoint now);
    void takeOut(Item &item);
    /// Says that pauses have ended: one event, however many.
    void logResumed(TimePoint now);
    /// Looks whether the limit of retries lets one start.
    void limitRetries(TimePoint now);
    void resumeItem(Item &item, TimePoint now);
    /// When a list wakes a parked item that did not change; TimePoint::max(): none does.
    [[nodiscard]] TimePoint parkedUntil(const Item &item) const;
    [[nodiscard]] bool isMissing(const Item &item) const;
    void sweepMissing(Item &item, Missing what, TimePoint now);
    void remindOfRemoval(Item &item, TimePoint now);

    void count(const RunResult &result);
    void learn(Item &item, const RunResult &result);
    [[nodiscard]] Decision decisionFor(const Item &item, const RunResult &result);
    void record(Item &item, const RunResult &result, const Decision &decision, TimePoint now);
    void logEnd(const Item &item, const Said &said, const Decision &decision, TimePoint now);
    void plan(Item &item, const Decision &decision, TimePoint now);
    void endTicket(std::string_view id, Ticket ticket, const Said &outcome, TimePoint now);
    void endTickets(const Item &item, std::vector<Ticket> &tickets, const Said &outcome,
                    TimePoint now);

    /// Brings the displayed state up to date. Call it last in every transition.
    void settle(Item &item, TimePoint now);
    /// Forgets \a item, or keeps a tombstone while a list that began before is under way.
    void retire(Item &item);
    void unbury(Item &item);
    void leave(Item &item);
    void erase(Item &item);
    void destroy(Item &item);

    [[nodiscard]] bool collectChanges(ChangeLog::Reader &reader, ControllerDelta &delta);
    [[nodiscard]] bool collectItems(ChangeLog::Reader &reader, ControllerDelta &delta);
    [[nodiscard]] ItemRow rowOf(const Item &item) const;
    [[nodiscard]] std::vector<Explanation> explain(const Item &item) const;
    [[nodiscard]] Explanation explainState(const Item &item) const;
    [[nodiscard]] Explanation explainWaiting(const Item &item) const;

    SharedTexts m_texts;
    ItemTable m_table;
    TimingWheel m_wheel;
    TokenBucket m_bucket;
    RetryPolicy m_retryPolicy;
    Duration m_parkedRetry;
    EventRing m_events;
    EventRing m_ticketEnds;
    Histories m_histories;
    std::minstd_rand m_random;
    TimePoint m_start;
    TimePoint m_lastList; // when the last complete list ended; TimePoint{}: none has
    HeldList m_held;
    std::string m_pauseReason;
    ItemList m_tombstones;
    std::size_t m_tombstoneCount = 0;
    Retries m_retries = Retries::MayStart; // as of the last expire()
    std::uint64_t m_resumed = 0;           // items whose pause has ended, and no event says so yet
    ObjectId m_oneResumed;                 // the first of them
    HoldBack m_holdBack;

    // What every run touches, side by side: these lines go from core to core.
    ReadyBands m_ready;
    ChangeLog m_changes;
    TimePoint m_pausedUntil; // TimePoint{}: not paused
    std::size_t m_running = 0;
    ItemKey m_lastKey = 0;
    std::uint32_t m_listNumber = 0; // lists that have begun
    bool m_listing = false;
    bool m_hasEvents = false; // its source has told of a change by itself
    bool m_gateOpen = false;
    bool m_closed = false;
    bool m_hasShrunk = false;     // here, for every transition asks
    bool m_guarded;               // against mass deletion
    bool m_storageDenies = false; // what it said last of a withheld item that lists show
    bool m_probed = false;        // … and since this list began it is asked about one again
    Counters m_counters;
    std::array<std::uint64_t, ItemStateCount> m_states{};
    std::array<std::size_t, ExistenceCount> m_existences{};
    std::size_t m_denied = 0;        // items
    std::size_t m_deniedRemoved = 0; // of these: removed since the last list ended
};

} // namespace qontroller
