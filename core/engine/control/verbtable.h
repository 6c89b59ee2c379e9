// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/keys.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace qontroller {

struct ItemRow;

/// What an operator can do to chosen items. In the order of JobRequest.Verb of the protocol.
enum class ItemVerb : std::uint8_t {
    Requeue, ///< runs them now: skips back-off, un-parks; on a running one means one more run
             ///< after. An id that is not known is looked up as if an event had named it
    Pause,   ///< holds them: triggers are remembered, one run follows on resume. The pause of one
             ///< that is paused ends anew, and keeps its reason unless there is a new one
    Resume,
    Discard, ///< forgets them until a list or an event names them again. Running ones are skipped,
             ///< and those that owe a removal which is still tried or held: an event says how many.
             ///< A removal that has failed or is parked is given up with its item, and an event
             ///< says so
    Remove,  ///< lets removals go that the mass-deletion guard holds
    Keep,    ///< keeps what the mass-deletion guard holds, until it is seen again
};

/// All that commands, jobs, logs, messages, qontrollerctl and the window have to know of a verb for
/// items, but for their own words.
struct ItemVerbFacts
{
    std::string_view name; ///< as logs have it, and as it is typed
    /// Why a job leaves an item out; empty: it does not.
    std::string_view (*whyNot)(const ItemRow &row) = nullptr;
    bool asksForRuns = false; ///< of each item: a job ends when these have
    bool hasTerms = false;    ///< how long, and why
    bool isOfHeld = false;    ///< for what the mass-deletion guard holds; without ids all of it
    std::optional<ItemVerb> undoneBy = {};
    /// The word is for this spell alone, in which an item is when it is given; null: for the item,
    /// whatever becomes of it.
    Spell ItemRow::*spell = nullptr;
    std::string_view anew = {}; ///< why a job leaves out an item that is in another spell by then
};

/// What an operator can do to a controller as a whole, but for its options.
enum class ControllerVerb : std::uint8_t {
    Pause,
    Resume,
    Resync,   ///< lists now, without waiting for the interval
    Remove,   ///< drains it, stops it and takes it out of the host
    EndDrain, ///< ends the drain of one that is being removed as if its deadline had come: what
              ///< still runs is asked to stop, what is queued is left. Ignored by others
    Take,     ///< takes over what another host has marked as its own, and lists; see
              ///< ListerWatcher::takeOver()
};

/// The same of a verb for controllers.
struct ControllerVerbFacts
{
    std::string_view name;       ///< as logs have it
    std::string_view typed = {}; ///< what `qontrollerctl` is told; empty: it does not do it
    bool hasTerms = false;
    bool asksBack = false; ///< before it is done, for it cannot be taken back
    std::optional<ControllerVerb> undoneBy = {};
};

/// From them all else follows.
[[nodiscard]] ItemVerbFacts factsOf(ItemVerb verb);
[[nodiscard]] ControllerVerbFacts factsOf(ControllerVerb verb);

/// All, in the order of their numbers.
[[nodiscard]] const std::vector<ItemVerb> &itemVerbs();
[[nodiscard]] const std::vector<ControllerVerb> &controllerVerbs();

/// Of what an operator has paused.
inline constexpr std::string_view ResumeReason = "paused: resume first";

/// Of what is so already.
inline constexpr std::string_view PausedReason = "paused already";
inline constexpr std::string_view NotPausedReason = "not paused";

} // namespace qontroller
