// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/events/said.h"
#include "core/engine/observe/items/itemstate.h"
#include "core/engine/queue/sharedtext.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Where an item is in the queue: in one place at a time.
enum class Place : std::uint8_t {
    Nowhere,    ///< idle, running, or remembered while paused
    Ready,      ///< in a band of ReadyBands
    ReadyRetry, ///< … its back-off is over, and it starts when retries may
    ReadyLast,  ///< … it comes after the burst: Item::afterBurst
    BackOff,    ///< in the TimingWheel, like the next five
    Requeue,
    Wait,
    Lock,
    Slowed,   ///< a run was asked for; it loops: see Loops
    PauseEnd, ///< paused, also while it runs
};
[[nodiscard]] constexpr bool isReady(Place place)
{
    return place == Place::Ready || place == Place::ReadyRetry || place == Place::ReadyLast;
}
/// Waits for a time, see Item::due.
[[nodiscard]] constexpr bool isDelayed(Place place)
{
    return place >= Place::BackOff && place <= Place::PauseEnd;
}

enum class RunState : std::uint8_t {
    None,
    Running, ///< a lease is out
    Stuck,   ///< … and its deadline is over
    InHand,  ///< … or is about to be, or was until now: see Hand
};

/// How many runs of one object a command asks for: one, if it does not name the object again.
struct TicketRuns
{
    Ticket ticket = 0;
    std::uint64_t runs = 1;
};
/// Adds a run for \a ticket to those that \a all wait for.
void askFor(Ticket ticket, std::vector<TicketRuns> &all);

/// What only few items have: kept apart so that the others stay small.
struct ItemExtra
{
    SharedText text;     ///< ItemRow::text
    SharedText error;    ///< ItemRow::error
    TimePoint lastError; ///< ItemRow::lastError
    SharedText pauseReason;
    std::vector<Reason> moreReasons; ///< beyond Item::reason
    std::vector<TicketRuns> tickets; ///< commands that wait for the next run to end
    std::vector<TicketRuns> running; ///< … for the run under way
    TimePoint pausedUntil;
    Spell pause = 0;
    std::shared_ptr<const void> object; ///< Attempt::lastObject; see WorkQueue::finishLocked()
    std::uint64_t progressDone = 0;
    std::uint64_t progressTotal = 0;
    std::uint8_t cause = 0; // of FailureCauses, while it is counted
    bool isCounted = false;
    bool isCountedParked = false;
    bool isErrorNew = false; // not yet looked at there
};

class Hand;

/// All that the engine knows of one id. Made and destroyed by ItemTable; guarded
/// by the lock of the Schedule's owner.
///
/// There may be millions: the id follows the struct in the same allocation, and
/// what is rare lives in ItemExtra.
class Item
{
public:
    /// How much memory one of an id of \a idBytes has.
    [[nodiscard]] static std::size_t size(std::size_t idBytes) { return sizeof(Item) + idBytes; }
    [[nodiscard]] static Item *createIn(void *memory, std::string_view id);
    /// Its memory is left.
    static void destroy(Item *item) { item->~Item(); }
    Item(const Item &) = delete;
    Item &operator=(const Item &) = delete;

    [[nodiscard]] std::string_view id() const
    {
        return {static_cast<const char *>(static_cast<const void *>(this + 1)),
                std::size_t(lastOfId) + 1};
    }
    [[nodiscard]] ItemExtra &needExtra()
    {
        if (!extra)
            extra = std::make_unique<ItemExtra>();
        return *extra;
    }
    /// Merges one more trigger into the set of reasons.
    void addReason(Cause cause, TimePoint now);
    void forgetReasons();
    /// Neither failed nor parked any more: it is to run again.
    void reopen()
    {
        if (standing == Standing::Parked) // what was tried before is over
            errors = 0;
        if (standing == Standing::Failed || standing == Standing::Parked)
            standing = Standing::InSync;
    }
    /// Gives the memory back that only few items need, if this one no longer does.
    void trim();
    /// What the last attempt that failed said, if none has succeeded since.
    [[nodiscard]] SharedText lastErrorText() const
    {
        if (!extra || extra->lastError == TimePoint{})
            return {};
        return extra->error.isEmpty() ? extra->text : extra->error;
    }
    /// A bit 1 << Cause for each reason.
    [[nodiscard]] std::uint16_t causes() const;
    /// How many triggers are merged.
    [[nodiscard]] std::uint32_t triggers() const;

    /// Gone: a removal is owed.
    [[nodiscard]] bool isAbsent() const
    {
        return existence == Existence::Deleted || existence == Existence::Missing;
    }
    /// Said to be gone, and not to be removed by that alone.
    [[nodiscard]] bool isWithheld() const
    {
        return existence == Existence::Held || existence == Existence::Kept;
    }
    /// A run was asked for that has not begun.
    [[nodiscard]] bool isPending() const
    {
        return isReady(place) || place == Place::Slowed || dirty;
    }
    [[nodiscard]] bool isRunning() const { return run != RunState::None; }
    [[nodiscard]] bool isStuck() const { return run == RunState::Stuck; }
    [[nodiscard]] bool isInHand() const { return run == RunState::InHand; }
    /// Nothing is planned for it and no worker holds it. The end of a pause is no run.
    [[nodiscard]] bool isIdle() const
    {
        return (place == Place::Nowhere || place == Place::PauseEnd) && !dirty && !isRunning();
    }

    Item *previous = nullptr; // neighbours in its place
    union
    {
        Item *next = nullptr;
        Hand *hand; // in which it is
    };
    TimePoint due;        // delayed: when
    TimePoint queueSince; // ready: since when, in any band; running: when it was taken
    TimePoint since;      // in `state`
    TimePoint lastRun;
    TimePoint lastSuccess;
    Reason reason;
    std::unique_ptr<ItemExtra> extra;
    Version version = 0;
    ItemKey key = 0;
    std::int32_t firstSeen = 0;        // seconds since the schedule began; restored: before it
    std::uint32_t listNumber = 0;      // the last list that showed it
    std::uint32_t eventListNumber = 0; // lists that had begun at its last event, or first sight
    std::uint32_t line = 0;            // of ChangeLog, shortened
    std::uint32_t errors = 0;
    std::uint16_t lastOfId = 0; // the place of its last byte
    std::int16_t worker = -1;
    std::uint16_t runCauses = 0; // of the run under way, or of the last
    std::uint16_t hold = 0;      // Holds::Number, of the last
    std::uint16_t unrest = 0;    // milliseconds: see Loops
    std::uint8_t lockRefusals = 0;
    Place place = Place::Nowhere;
    Standing standing = Standing::InSync;
    RunState run = RunState::None;
    Band band = Band::Resync;
    ItemState state = ItemState::InSync;
    Existence existence = Existence::Present;
    std::uint8_t wheelLevel : 2 = 0; // of TimingWheel
    bool dirty : 1 = false;          // needs a run, and is in no place to get it: running or paused
    bool heardOf : 1 = false;        // its source spoke of it during the run under way
    bool lastDeleted : 1 = false;    // so its last event said: see eventListNumber
    bool denied : 1 = false;         // lists show it, its storage says that it is gone
    bool paused : 1 = false;
    bool costsNoAttempt : 1 = false; // the run under way: a change asked for it
    bool hasHistory : 1 = false;     // in Histories, unless it was forgotten there
    bool hasGeneration : 1 = false;  // in Logbook
    bool warnedOf : 1 = false;       // it failed or was parked, and has not succeeded since
    bool lockFreed : 1 = false;      // its lock: so it was said during the run under way
    bool afterBurst : 1 = false;     // runs only while no other is ready or running
    bool elsewhere : 1 = false;      // another host owns it: it is known, and does not run
    bool made : 1 = false;           // its handler was asked to add it, and has not removed it
    bool admitted : 1 = false;       // its removal counts in the wave of DeletionGuard
    bool removing : 1 = false;       // the run under way may remove it, and no event asked for that
    bool looping : 1 = false;        // it runs again and again for nothing: see Loops
    bool unversioned : 1 = false;    // its last event told no version
    bool givenUp : 1 = false;        // counted in Schedule::givenUp()
    bool hasKept : 1 = false;        // in KeptTexts

private:
    Item() = default;
    ~Item() = default;
};

} // namespace qontroller
