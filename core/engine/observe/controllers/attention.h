// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/controllers/health.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// Whom a fact of the engine concerns.
enum class Severity : std::uint8_t {
    Normal,   ///< nobody: it passes by itself
    Notice,   ///< whoever is about to act
    Decision, ///< a person, who has to say what is to become of something
    Fault,    ///< a person, who has to mend something
};
[[nodiscard]] std::string_view name(Severity severity);

/// What a person may have to know of a controller or of its host, from the cause outwards: of two,
/// the first often explains the other.
enum class AttentionKind : std::uint8_t {
    // of the host and its session
    JournalNotWritten,
    JournalNotWhole,
    NotApplied, ///< the session that was asked for last
    NotStarted, ///< a controller of the session
    NotSaved,   ///< what runs is not what the session's file says
    // of a controller: nothing of it runs
    LocksAway,
    Leaving,
    NoWorkers,
    Paused,
    // what there is is not known, or not all of it
    OwnedElsewhere,
    CannotList,
    SlowList,
    PartialList,
    FirstList,
    // objects
    Held,
    Stuck,
    Failed, ///< given up: one for each cause
    Shortage,
    WatchDown,
    Looping,
    Retrying,
    ObjectsPaused,
    Temporary, ///< workers that an operator has set for a time
    // operations on members
    StuckDrain,
    FailingOperation,
};
inline constexpr int AttentionKindCount = int(AttentionKind::FailingOperation) + 1;

/// What is so of each attention of a kind.
struct AttentionFacts
{
    AttentionKind kind;
    std::string_view name; ///< for programs: `cannot-list`
    Severity severity;
    Health health;         ///< of its controller, if nothing is worse
    std::string_view verbs; ///< of qontrollerctl, which help: `remove, keep`; empty: none does
};
[[nodiscard]] const AttentionFacts &factsOf(AttentionKind kind);
/// Nothing: no kind has that name.
[[nodiscard]] std::optional<AttentionKind> attentionKindOf(std::string_view name);

/// One fact that a person may have to know.
struct Attention
{
    AttentionKind kind = AttentionKind::Failed;
    std::uint64_t count = 0;  ///< objects, removals, lists that have failed in a row, or workers
    std::uint64_t of = 0;     ///< as many objects there are, or were for what is held; temporary:
                              ///< it goes back to as many workers
    std::uint64_t lacked = 0; ///< held: what the list or the storage lacked of these
    std::uint64_t before = 0; ///< … and of that earlier
    HeldList::Kind heldBy = HeldList::Kind::None;
    std::uint64_t parked = 0;  ///< failed: of these
    std::uint64_t limited = 0; ///< retrying: they wait for the retry rate
    bool hostStops = false;    ///< leaving: with all others of its host
    Duration wait = {};        ///< … about so long; temporary: until it goes back
    TimePoint since = {};      ///< TimePoint{}: not known
    TimePoint newest = {};     ///< failed: when the last of them did
    TimePoint until = {};      ///< paused: by itself it goes on then; TimePoint{}: it does not
    std::string cause = {};    ///< tells those of one kind and controller apart: an operation, a
                               ///< FailureCause::signature
    std::string text = {};     ///< what was told of it: an error, a reason, cut short
};

/// How much of it there is, for who asks whether there is more of it than before. That one more
/// list has failed is no more of the same.
[[nodiscard]] std::uint64_t amountOf(const Attention &attention);

/// Of \a controller at \a now, in the order of their kinds.
[[nodiscard]] std::vector<Attention> attentionsOf(const ControllerView &controller, TimePoint now);

/// Tells \a attention, which \a controller has, from all others of its host, and stays as long as
/// that lasts: `photos/held`, `web/stuck-drain/op-7`, `servers/failed/3fa2c1`. An empty name: it is
/// of the host.
[[nodiscard]] std::string keyOf(std::string_view controller, const Attention &attention);

/// What \a attention says at \a now, in English.
[[nodiscard]] std::string sentenceOf(const Attention &attention, const Moment &now);

/// The worst of \a all, of which one controller has all, at \a now.
[[nodiscard]] HealthReport healthOf(const std::vector<Attention> &all, const Moment &now);

} // namespace qontroller
