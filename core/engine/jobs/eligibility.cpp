// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/jobs/eligibility.h"

#include "core/engine/observe/items/itemrow.h"
#include "core/engine/observe/items/objectrows.h"

namespace qontroller {

namespace {

constexpr std::string_view HeldReason = "held: keep or remove it first";
constexpr std::string_view ElsewhereReason = "another host owns it";

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

std::string_view whyNotRun(const ItemRow &row, std::string_view paused)
{
    switch (row.state) {
    case ItemState::Paused: return paused;
    case ItemState::Held: return HeldReason;
    case ItemState::Elsewhere: return ElsewhereReason;
    default: return {};
    }
}

} // namespace

std::string_view skipReason(JobVerb verb, const ItemRow *row)
{
    if (!row)
        return NotKnownReason;
    switch (verb) {
    case JobVerb::Requeue: return whyNotRun(*row, ResumeReason);
    case JobVerb::Pause: return whyNotRun(*row, {}); // a pause ends anew
    case JobVerb::Resume: return row->paused ? std::string_view() : NotPausedReason;
    case JobVerb::Discard: return whyNotDiscarded(*row);
    case JobVerb::Remove:
        if (row->state == ItemState::Held && row->paused) // its removal would wait for its resume
            return ResumeReason;
        [[fallthrough]];
    case JobVerb::Keep: return row->state == ItemState::Held ? std::string_view() : "not held";
    }
    return {};
}

std::string_view blockReason(const NamedController &controller, const ItemRow &row)
{
    if (row.state == ItemState::Running || row.state == ItemState::Stuck)
        return {};
    if (row.paused)
        return ResumeReason;
    if (controller.isPaused)
        return "its controller is paused";
    return controller.workers == 0 ? std::string_view("its controller has no workers")
                                   : std::string_view();
}

} // namespace qontroller
