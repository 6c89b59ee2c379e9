// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/itemstate.h"
#include "core/engine/observe/items/kepttext.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace qontroller {

struct ControllerOptions;
struct DeletionWave;
struct ItemRow;

/// What is known of one id and outlives the program: a journal writes it, and a controller that
/// starts later is given it. Times are the calendar's; WallTime{} means never.
///
/// What runs while it is written was interrupted: it waits for a worker again.
struct KnownItem
{
    /// Stays the same in the next life, so that a journal need not write anew what has not changed.
    ItemKey key = 0; ///< 0: it is given another
    ObjectId id;
    Version version = 0;
    Existence existence = Existence::Present;
    bool denied = false; ///< as ItemRow, like all of those below
    bool givenUp = false;
    Standing standing = Standing::InSync;
    NextRun next = NextRun::None;
    WallTime nextRun; ///< of what waits for a time
    Band band = Band::Resync;
    std::uint16_t causes = 0;
    std::uint32_t errors = 0;
    std::string text;
    std::string error;
    WallTime lastError;
    bool paused = false;
    WallTime pausedUntil; ///< WallTime{}: until an operator resumes it
    std::string pauseReason;
    Spell hold = 0;
    Spell pause = 0;
    WallTime since;
    WallTime firstSeen;
    WallTime lastRun;
    WallTime lastSuccess;
    std::uint64_t generation = 0;
    std::uint64_t observedGeneration = 0;
    KeptText keptText;

    friend bool operator==(const KnownItem &, const KnownItem &) = default;
};

/// What \a row of a Delta says; \a at: the Delta's moment.
[[nodiscard]] KnownItem knownItem(const ItemRow &row, const Moment &at);

/// What of \a known holds under other parameters, where its id may mean another object: its pause,
/// and that it is kept. A removal that is owed waits for an operator's word, as one that is held
/// does. Nothing: a list names it, if it is to be known.
[[nodiscard]] std::optional<KnownItem> ofOtherObjects(const KnownItem &known);

/// DeletionWave, with a time of the calendar.
struct KnownWave
{
    std::uint64_t known = 0; ///< 0: none goes on
    std::uint64_t gone = 0;
    WallTime last;

    friend bool operator==(const KnownWave &, const KnownWave &) = default;
};

/// \a wave of a Delta; \a at: the Delta's moment.
[[nodiscard]] KnownWave knownWave(const DeletionWave &wave, const Moment &at);

/// A controller as a whole.
struct KnownPause
{
    bool isPaused = false;
    WallTime until; ///< WallTime{}: until an operator resumes it
    std::string reason;
    WallTime since = {}; ///< WallTime{}: nobody knows

    friend bool operator==(const KnownPause &, const KnownPause &) = default;
};

/// Takes what is known, one id at a time. One that no object can have is counted and shown; of
/// two with the same id the first counts.
class KnownSink
{
public:
    virtual ~KnownSink() = default;
    virtual void add(KnownItem item) = 0;
    /// Whether, and how, the controller is paused; else it is not.
    virtual void pause(const KnownPause &pause) = 0;
    /// What the mass-deletion guard has counted; of other objects it is told nothing.
    virtual void goOn(const KnownWave &wave) = 0;
};

/// Where a controller that starts learns what is known of its ids.
///
/// A journal is this and a reader of the feed. It follows with a FeedReader on a thread of its
/// own, and writes a knownItem() for each row that changed; a row that is removed takes its id
/// with it. A reset means that all rows come anew: what is written stays until they have
/// (ControllerDelta::rowsPending is 0), and then what did not come is gone. It may be behind: what
/// it did not see is found by the first list, and a removal that it does not know of is made again.
class KnownItems
{
public:
    virtual ~KnownItems() = default;

    /// Gives \a sink everything. Called once, by Host::add() and on its thread, before anything
    /// else of the controller runs. If it throws, the controller is not started: what is not
    /// known would be handled as if it were new.
    virtual void read(KnownSink &sink) = 0;

    /// Called by any worker before the first call that may leave something of an object in the
    /// world: returns when a later life will know the object, or when that cannot be had soon.
    /// True: it had to wait.
    virtual bool awaitKept(ItemKey) { return false; }
    /// … before an attempt ends of which \a key has a text, and \a another one than before: what
    /// was made in the world may be known by that text alone. Why a later life would not have it;
    /// empty: it has.
    virtual std::string awaitKeptText(ItemKey /*key*/, bool /*another*/) { return {}; }

    /// Its controller has ended with \a options, and \a tell gives what it knows: nobody can be
    /// told later. On the thread that removes it, which waits for that.
    virtual void end(const ControllerOptions & /*options*/,
                     const std::function<void(KnownSink &)> & /*tell*/)
    {}
};

} // namespace qontroller
