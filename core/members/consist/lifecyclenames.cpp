// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/lifecycle.h"

#include "core/members/consist/lifecycleport.h"

namespace qontroller::consist {

std::string_view name(Phase phase)
{
    switch (phase) {
    case Phase::PreCheck: return "pre-check";
    case Phase::Permitted: return "permitted";
    case Phase::Draining: return "draining";
    case Phase::Drained: return "drained";
    case Phase::Operating: return "operating";
    case Phase::Operated: return "operated";
    case Phase::PostCheck: return "post-check";
    case Phase::Restoring: return "restoring";
    case Phase::Undoing: return "undoing";
    }
    return {};
}

std::string_view name(Refusal refusal)
{
    switch (refusal) {
    case Refusal::NoId: return "an operation needs an id, and one of its own";
    case Refusal::TypeTaken: return "an operation of this type is under way";
    case Refusal::IdTaken: return "an operation of another type has this id";
    case Refusal::NoSuchOperation: return "there is no such operation";
    case Refusal::NotDrained: return "it is not drained";
    case Refusal::NotStarted: return "it was not started";
    case Refusal::NotStuck: return "it is not stuck";
    case Refusal::BeingDeleted: return "the employee is being deleted";
    case Refusal::BeingUndone: return "the operation of this id is being undone";
    }
    return {};
}

std::string_view name(WaitsFor waitsFor)
{
    switch (waitsFor) {
    case WaitsFor::Rules: return "rules";
    case WaitsFor::Gate: return "gate";
    case WaitsFor::Marks: return "marks";
    case WaitsFor::Operator: return "operator";
    case WaitsFor::OtherOperations: return "other operations";
    case WaitsFor::Checks: return "checks";
    case WaitsFor::Traffic: return "traffic";
    case WaitsFor::Removal: return "removal";
    }
    return {};
}

std::string_view name(MemberState state)
{
    switch (state) {
    case MemberState::Waiting: return "waiting";
    case MemberState::InService: return "in service";
    case MemberState::Down: return "down";
    case MemberState::OutOfService: return "out of service";
    case MemberState::Leaving: return "leaving";
    }
    return {};
}

} // namespace qontroller::consist
