// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/verbtable.h"

#include "core/engine/observe/items/itemrow.h"

namespace qontroller {

namespace {

constexpr std::string_view HeldReason = "held: keep or remove it first";
constexpr std::string_view HeldAnewReason = "held anew since: decide once more";

std::string_view whyNotPaused(const ItemRow &row) // a pause ends anew
{
    switch (row.state) {
    case ItemState::Held: return HeldReason;
    case ItemState::Elsewhere: return "another host owns it";
    default: return {};
    }
}

std::string_view whyNotRequeued(const ItemRow &row)
{
    return row.state == ItemState::Paused ? ResumeReason : whyNotPaused(row);
}

std::string_view whyNotResumed(const ItemRow &row)
{
    return row.paused ? std::string_view() : NotPausedReason;
}

/// As the engine has it.
std::string_view whyNotDiscarded(const ItemRow &row)
{
    switch (row.state) {
    case ItemState::Running:
    case ItemState::Stuck: return "running now";
    case ItemState::Held: return HeldReason;
    case ItemState::Failed:
    case ItemState::Parked:
    case ItemState::Elsewhere: return {};
    default: return row.absent ? "gone: its removal is still tried" : std::string_view();
    }
}

std::string_view whyNotKept(const ItemRow &row)
{
    return row.state == ItemState::Held ? std::string_view() : "not held";
}

std::string_view whyNotRemoved(const ItemRow &row)
{
    const bool waits = row.state == ItemState::Held && row.paused; // for its resume
    return waits ? ResumeReason : whyNotKept(row);
}

/// In the order of their numbers.
template<class Verb>
std::vector<Verb> allVerbs()
{
    std::vector<Verb> all;
    for (Verb verb{}; !factsOf(verb).name.empty(); verb = static_cast<Verb>(all.size()))
        all.push_back(verb);
    return all;
}

} // namespace

ItemVerbFacts factsOf(ItemVerb verb)
{
    using enum ItemVerb;
    switch (verb) {
    case Requeue: return {.name = "requeue", .whyNot = whyNotRequeued, .asksForRuns = true};
    case Pause:
        return {.name = "pause", .whyNot = whyNotPaused, .hasTerms = true, .undoneBy = Resume};
    case Resume:
        return {.name = "resume",
                .whyNot = whyNotResumed,
                .undoneBy = Pause,
                .spell = &ItemRow::pause,
                .anew = "paused anew since"};
    case Discard: return {.name = "discard", .whyNot = whyNotDiscarded};
    case Remove:
        return {.name = "remove",
                .whyNot = whyNotRemoved,
                .asksForRuns = true,
                .isOfHeld = true,
                .spell = &ItemRow::hold,
                .anew = HeldAnewReason};
    case Keep:
        return {.name = "keep",
                .whyNot = whyNotKept,
                .isOfHeld = true,
                .spell = &ItemRow::hold,
                .anew = HeldAnewReason};
    }
    return {};
}

ControllerVerbFacts factsOf(ControllerVerb verb)
{
    using enum ControllerVerb;
    switch (verb) {
    case Pause:
        return {.name = "pause controller", .typed = "pause", .hasTerms = true, .undoneBy = Resume};
    case Resume: return {.name = "resume controller", .typed = "resume", .undoneBy = Pause};
    case Resync: return {.name = "resync now", .typed = "resync"};
    case Remove: return {.name = "drain and remove controller", .typed = "drain", .asksBack = true};
    case EndDrain: return {.name = "end drain"};
    case Take: return {.name = "take over", .typed = "take", .asksBack = true};
    }
    return {};
}

const std::vector<ItemVerb> &itemVerbs()
{
    static const auto All = allVerbs<ItemVerb>();
    return All;
}

const std::vector<ControllerVerb> &controllerVerbs()
{
    static const auto All = allVerbs<ControllerVerb>();
    return All;
}

} // namespace qontroller
