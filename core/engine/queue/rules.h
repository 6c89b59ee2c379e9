// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"
#include "core/engine/api/outcome.h"
#include "core/engine/queue/item.h"

#include <cstdint>

/// The rules of the queue. All pure: same arguments, same answer.
namespace qontroller {

// What follows from why an item is queued

/// As in ItemRow::causes.
[[nodiscard]] constexpr std::uint16_t bit(Cause cause)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(cause));
}

inline constexpr std::uint16_t ChangeCauses = bit(Cause::Added) | bit(Cause::Modified)
                                              | bit(Cause::Deleted) | bit(Cause::Missing)
                                              | bit(Cause::Owner) | bit(Cause::Handler)
                                              | bit(Cause::Operator);

/// The object is not what it was, or a person wants it: parked items run again,
/// and a run costs no attempt.
[[nodiscard]] constexpr bool meansChange(Cause cause)
{
    return (bit(cause) & ChangeCauses) != 0;
}

/// Whether one of \a causes has \a item run. What another host owns does not run here. What the
/// mass-deletion guard holds, or an operator kept from it, runs by an operator's word alone.
/// But one that lists show and only its storage denies is asked for: the storage may be back.
[[nodiscard]] inline bool mayRun(const Item &item, std::uint16_t causes)
{
    if (item.elsewhere)
        return false;
    return !item.isWithheld() || item.denied || (causes & bit(Cause::Operator)) != 0;
}

/// What an attempt is told of \a causes: see AttemptCause.
[[nodiscard]] AttemptCause attemptCauseOf(std::uint16_t causes);

/// Where a trigger puts an item in the queue.
[[nodiscard]] Band bandOf(Cause cause);

/// The place of an item that waits for \a next: Nowhere for what waits for no time.
[[nodiscard]] Place placeOf(NextRun next);

/// Why an item is queued once its delay is over.
[[nodiscard]] Cause causeOf(Place delay);

/// A mere resync has nothing new to say: it does not cut a back-off short. (What is slowed is not
/// cut short by its time, but by what asks: see Loops::restsUntil().)
[[nodiscard]] constexpr bool supersedes(Cause cause, Place delay)
{
    return cause != Cause::Resync || (delay != Place::BackOff && delay != Place::Lock);
}

// What runs again and again

/// What is known of whether an object has changed since its last run, if it has not for certain.
enum class Evidence : std::uint8_t {
    None,      ///< neither its source nor its storage counts its changes
    Unchanged, ///< one of them does, and has counted none
};

/// How much a run that \a causes asked for adds to the unrest of its item; see Loops. So many fit
/// into a minute: 20 that an event or a handler asked for while the object stayed as it was, 300
/// where it is not known whether it did, 1000 where something that belongs to it changed or that
/// its own handler planned. What comes at intervals of the
/// engine, and what an operator asks for, weighs nothing.
[[nodiscard]] Duration weightOf(std::uint16_t causes, Evidence evidence);

/// An item with more unrest than so many milliseconds loops: runs for a minute.
inline constexpr std::uint16_t MostUnrest = 60'000;

/// The unrest of an item after a run of \a weight, \a passed after the one before it.
[[nodiscard]] std::uint16_t unrestAfter(std::uint16_t before, Duration passed, Duration weight);

// What follows from a run

/// What a worker did with an item.
enum class Ran : std::uint8_t {
    Add,
    Remove,
    Get,         ///< no more than that: the storage said ignore, or failed
    LockFailed,  ///< the locker broke
    LockRefused, ///< the outcome is Wait: who holds it, and for how long if that is known
    LockAway,    ///< the outcome is Wait: why no lock can be asked for, and the wait of all
    LockLost,    ///< while the handler ran
    Held,        ///< the storage said: gone, and Runs::mayRemove() said no
    Disowned,    ///< another host owned it before anything but its lock was asked for
};

/// Whether the outcome of a run counts: it got as far as its storage's or its handler's word, or
/// its locker broke.
[[nodiscard]] constexpr bool isHandled(Ran ran)
{
    return ran == Ran::Add || ran == Ran::Remove || ran == Ran::Get || ran == Ran::LockFailed;
}

struct RunResult
{
    Outcome outcome = Outcome::done();
    Ran ran = Ran::Add;
    bool threw = false;           ///< the outcome is made from an exception
    std::uint64_t generation = 0; ///< of the object that was handled: see Fetched::withGeneration()
};

/// What became of a run, in one word.
[[nodiscard]] Said::Kind verdict(const RunResult &result);

/// It is neither a success nor a failure, and it is unknown whether its storage was asked: a
/// process that is away says it, too.
[[nodiscard]] constexpr bool isPutOff(Said::Kind verdict)
{
    return verdict == Said::Kind::WaitsFor || verdict == Said::Kind::HostIsShort;
}

/// What retries follow. Part of ControllerOptions; see there.
struct RetryPolicy
{
    int maxRetries;
    Duration base;
    Duration max;
};

/// What the decision needs to know of an item.
struct AttemptFacts
{
    std::uint32_t errors = 0;    ///< failed attempts before this one
    bool costsNoAttempt = false; ///< an event asked for the run: a failure does not count
    unsigned lockRefusals = 0;   ///< in a row, before this one
};

/// What happens to an item after a run.
struct Decision
{
    Standing standing = Standing::InSync;
    Place place = Place::Nowhere; ///< where it waits for its next run; Nowhere: none is planned
    Duration delay{};
    std::uint32_t errors = 0; ///< failed attempts from now on

    friend bool operator==(const Decision &, const Decision &) = default;
};

/// The one place that turns the result of a run into what happens next. \a jitter is from -1
/// to 1 and changes a back-off by up to 10 %.
[[nodiscard]] Decision decide(const RunResult &result, const AttemptFacts &facts,
                              const RetryPolicy &policy, double jitter);

/// base·2^(errors-1), at most max. \a errors is at least 1.
[[nodiscard]] Duration backOff(std::uint32_t errors, Duration base, Duration max);

/// How long after its \a refusals th refusal in a row a lock is asked for again:
/// 100 ms, doubling to 5 s.
[[nodiscard]] Duration lockBackOff(unsigned refusals);

/// … if its holder has it for \a held, more than 0, from now on: then, but not at once and not
/// in hours, for a holder may be done sooner.
[[nodiscard]] Duration lockRetryAfter(Duration held);

/// How long a lock that was refused \a refusals times in a row is not asked for, whatever is said
/// of it: after the first not at all, then a tenth of the back-off. A locker may say that it is
/// free, and refuse it, for ever.
[[nodiscard]] Duration lockRest(unsigned refusals);

/// How long before the end of a lease, of which \a left is left, an attempt is asked to stop: a
/// tenth, so that it has time to return and its lock is given back in time; 100 ms at least, but
/// not more than half of it, and 10 s at the most. Not negative.
[[nodiscard]] Duration leaseMargin(Duration left);

// What follows from a list

/// What becomes of the items that a list did not show.
enum class Missing : std::uint8_t {
    Keep,
    Hold,
    Remove,
};

/// Whether a list that does not show \a item ends what this host knows of it: it was believed
/// to be gone before, and what is to be done about that is another host's.
[[nodiscard]] inline bool isForgotten(const Item &item)
{
    return item.elsewhere && !item.isRunning() && (item.isAbsent() || item.isWithheld());
}

/// Its removal waits for a word of an operator of this host.
[[nodiscard]] inline bool isHeldHere(const Item &item)
{
    return item.existence == Existence::Held && !item.elsewhere;
}

// What it looks like

/// What \a item is shown as.
[[nodiscard]] ItemState stateOf(const Item &item);
[[nodiscard]] NextRun nextRunOf(const Item &item);

} // namespace qontroller
