// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/lifecyclecommand.h"

#include "core/members/consist/operations.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

namespace {

Step refused(const Lifecycle &state, const Command &command, Refusal why)
{
    return {state, {{Action::Kind::Refused, command.id, command.by, why}}};
}

bool isBeingDeleted(const Lifecycle &state)
{
    return std::any_of(state.operations.begin(), state.operations.end(), [](const auto &one) {
        return one.isDeletion && one.phase == Phase::Operating;
    });
}

Operation &append(Lifecycle &state, std::string_view id, std::string_view type, WallTime now)
{
    Operation operation;
    operation.id = id;
    operation.type = type;
    operation.since = now;
    return state.operations.emplace_back(std::move(operation));
}

Step begin(Lifecycle state, const Command &command, const Facts &facts,
           const LifecyclePolicy &policy)
{
    if (command.id.empty() || command.id == DeletionId)
        return refused(state, command, Refusal::NoId);
    if (const Operation *known = find(state, command.id)) {
        if (known->isUndone)
            return refused(state, command, Refusal::BeingUndone);
        return known->type == command.type ? Step{std::move(state), {}}
                                           : refused(state, command, Refusal::IdTaken);
    }
    if (isBeingDeleted(state) || !facts.exists)
        return refused(state, command, Refusal::BeingDeleted);
    const bool isTaken = std::any_of(state.operations.begin(), state.operations.end(),
                                     [&](const auto &one) { return one.type == command.type; });
    if (isTaken && !policy.sharedTypes.contains(command.type))
        return refused(state, command, Refusal::TypeTaken);
    append(state, command.id, command.type, facts.now).isWish = command.isWish;
    return {std::move(state), {}};
}

Step start(Lifecycle state, const Command &command, const Facts &facts)
{
    Operation &operation = *find(state, command.id);
    if (operation.phase == Phase::Operating && !operation.isDeletion)
        return {std::move(state), {}};
    if (operation.isDeletion || isBeingDeleted(state))
        return refused(state, command, Refusal::BeingDeleted);
    const Gate gate = gateOf(state, facts.hasGate);
    const bool isAllowed = operation.isForced || allowOperate(gate, !facts.marks.empty());
    if (operation.phase != Phase::Drained || !isAllowed)
        return refused(state, command, Refusal::NotDrained);
    enter(operation, Phase::Operating, facts.now);
    return {std::move(state), {}};
}

Step finish(Lifecycle state, const Command &command, const Facts &facts)
{
    Operation &operation = *find(state, command.id);
    if (operation.isDeletion)
        return refused(state, command, Refusal::BeingDeleted);
    if (operation.phase < Phase::Operating)
        return refused(state, command, Refusal::NotStarted);
    if (operation.phase == Phase::Operating)
        enter(operation, Phase::Operated, facts.now);
    else if (operation.phase == Phase::Undoing)
        enter(operation, Phase::Restoring, facts.now);
    return {std::move(state), {}};
}

Step drop(Lifecycle state, const Operation &operation)
{
    Step step;
    Operation ended = operation; // it is one of the state's
    ended.isUndone = true;
    std::erase_if(state.operations, [&](const auto &one) { return one.id == ended.id; });
    step.state = std::move(state);
    noteEnd(step, ended);
    return step;
}

Step undo(Lifecycle state, const Command &command, const Facts &facts)
{
    Operation &operation = *find(state, command.id);
    if (operation.isWish && !command.isWish)
        state.served.insert(operation.id); // a person's word: what the object asks for stays undone
    switch (operation.phase) {
    case Phase::PreCheck:
    case Phase::Permitted: return drop(std::move(state), operation);
    case Phase::Operating:
        if (operation.isDeletion)
            return refused(state, command, Refusal::BeingDeleted);
        operation.isUndone = true;
        enter(operation, Phase::Undoing, facts.now);
        break;
    case Phase::Draining:
    case Phase::Drained:
    case Phase::Operated:
    case Phase::PostCheck:
        operation.isUndone = true;
        enter(operation, Phase::Restoring, facts.now);
        break;
    case Phase::Restoring:
    case Phase::Undoing: break;
    }
    return {std::move(state), {}};
}

Step force(Lifecycle state, const Command &command, const Facts &facts,
           const LifecyclePolicy &policy)
{
    Operation &operation = *find(state, command.id);
    if (operation.phase == Phase::Undoing)
        enter(operation, Phase::Restoring, facts.now);
    else if (isStuck(operation, facts.now, policy.drainDeadline))
        operation.isForced = true;
    else
        return refused(state, command, Refusal::NotStuck);
    return {std::move(state), {{Action::Kind::LogForced, command.id, command.by, {}}}};
}

/// What carries no mark may go at once, but with its gate closed, so that no pass marks it
/// meanwhile. What is protected waits for the rules and is drained first.
Step wishDeletion(Lifecycle state, const Facts &facts)
{
    if (find(state, DeletionId))
        return {std::move(state), {}};
    Operation &operation = append(state, DeletionId, DeletionId, facts.now);
    operation.isDeletion = true;
    if (facts.marks.empty() || !facts.hasGate)
        enter(operation, Phase::Draining, facts.now);
    return {std::move(state), {}};
}

} // namespace

Step obey(const Lifecycle &state, const Command &command, const Facts &facts,
          const LifecyclePolicy &policy)
{
    if (command.kind == Command::Kind::Begin)
        return begin(state, command, facts, policy);
    if (command.kind == Command::Kind::Delete)
        return wishDeletion(state, facts);
    if (!find(state, command.id))
        return refused(state, command, Refusal::NoSuchOperation);
    switch (command.kind) {
    case Command::Kind::Start: return start(state, command, facts);
    case Command::Kind::Finish: return finish(state, command, facts);
    case Command::Kind::Undo: return undo(state, command, facts);
    default: return force(state, command, facts, policy);
    }
}

} // namespace qontroller::consist
