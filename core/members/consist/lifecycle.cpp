// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/lifecycle.h"

#include "core/members/consist/lifecyclecommand.h"
#include "core/members/consist/operations.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

template<class Operations>
auto findIn(Operations &operations, std::string_view id) -> decltype(operations.data())
{
    const auto found = std::ranges::find(operations, id, &Operation::id);
    return found == operations.end() ? nullptr : &*found;
}

/// Where an operation goes next; nothing: it ends.
using Target = std::optional<Phase>;

/// Whether its operator may be at work now.
bool isAtWork(const Operation &operation)
{
    return operation.phase == Phase::Operating || operation.phase == Phase::Undoing;
}

bool hasPassed(const std::map<std::string, CheckVerdict> &verdicts, const Operation &operation)
{
    const auto found = verdicts.find(operation.id);
    return found != verdicts.end() && found->second.passed;
}

/// Whether nothing sends traffic, or an operator has said that it does not count.
bool isDrained(const Operation &operation, const Facts &facts)
{
    return operation.isForced || !facts.hasGate || facts.marks.empty();
}

bool haveAllPassed(const Lifecycle &state, const Facts &facts)
{
    return std::all_of(state.operations.begin(), state.operations.end(), [&](const auto &one) {
        return !holdsUp(one) || (one.phase == Phase::PostCheck && hasPassed(facts.postChecks, one));
    });
}

/// Whether every operation that holds the gate is done with its work.
bool areAllOperated(const Lifecycle &state)
{
    return std::all_of(state.operations.begin(), state.operations.end(), [](const auto &one) {
        return !holdsUp(one) || one.phase == Phase::Operated || one.phase == Phase::PostCheck;
    });
}

Target afterDrained(const Lifecycle &state, const Operation &operation, const Facts &facts)
{
    if (!isDrained(operation, facts))
        return Phase::Draining;
    if (operation.isDeletion && !isOperatedOn(state))
        return Phase::Operating;
    return Phase::Drained;
}

Target afterRestoring(const Lifecycle &state, const Operation &operation, const Facts &facts)
{
    const bool isClosed = gateOf(state, facts.hasGate) == Gate::Closed;
    // Who holds the gate brings the traffic back, too.
    if (isClosed && operation.isUndone)
        return std::nullopt;
    if (isClosed || (facts.hasGate && !facts.missing.empty()))
        return Phase::Restoring;
    return std::nullopt;
}

/// Whether the author of the employee's object may be at work: who has no need to say that the work
/// has begun.
bool isWorkOfObject(const Operation &operation)
{
    return operation.isWish && operation.phase == Phase::Drained;
}

Target targetOf(const Lifecycle &state, const Operation &operation, const Facts &facts)
{
    // Until no employer expects it any more: a pass that began before may still want to bring it
    // in. Nor while its operator works on it: it may come again.
    const bool isWorkedOn = !operation.isDeletion
                            && (isAtWork(operation) || isWorkOfObject(operation));
    if (!facts.exists && facts.marks.empty() && facts.missing.empty() && !isWorkedOn)
        return std::nullopt;
    // Served, no matter who deleted it: one that is made again under its name is another.
    if (operation.isDeletion && !facts.exists && operation.phase < Phase::Operated)
        return operation.phase < Phase::Draining ? Target() : Phase::Operated;
    switch (operation.phase) {
    case Phase::PreCheck:
        return hasPassed(facts.preChecks, operation) ? Phase::Permitted : Phase::PreCheck;
    case Phase::Permitted: return Phase::Draining;
    case Phase::Draining: return isDrained(operation, facts) ? Phase::Drained : Phase::Draining;
    case Phase::Drained: return afterDrained(state, operation, facts);
    case Phase::Operating: return Phase::Operating;
    case Phase::Operated:
        return facts.exists && areAllOperated(state) ? Phase::PostCheck : Phase::Operated;
    case Phase::PostCheck: return haveAllPassed(state, facts) ? Phase::Restoring : Phase::PostCheck;
    case Phase::Restoring: return afterRestoring(state, operation, facts);
    case Phase::Undoing: return Phase::Undoing;
    }
    return operation.phase;
}

/// What is asked for again as long as a phase lasts.
void addStanding(const Operation &operation, const Facts &facts, std::vector<Action> &actions)
{
    const auto add = [&](Action::Kind kind) { actions.push_back({kind, operation.id, {}, {}}); };
    if (operation.phase == Phase::PreCheck && !hasPassed(facts.preChecks, operation))
        add(Action::Kind::AskPreCheck);
    else if (operation.phase == Phase::PostCheck && !hasPassed(facts.postChecks, operation))
        add(Action::Kind::AskPostCheck);
    else if (operation.phase == Phase::Drained && !operation.isDeletion)
        add(Action::Kind::AllowOperate);
    else if (operation.phase == Phase::Operating && operation.isDeletion)
        add(Action::Kind::DeleteEmployee);
}

/// Moves each operation by a phase at the most.
Step move(const Lifecycle &state, const Facts &facts)
{
    Step step;
    step.state.served = state.served;
    for (const Operation &operation : state.operations) {
        const Target target = targetOf(state, operation, facts);
        if (!target) {
            noteEnd(step, operation);
            continue;
        }
        Operation moved = operation;
        enter(moved, *target, facts.now);
        addStanding(moved, facts, step.actions);
        step.state.operations.push_back(std::move(moved));
    }
    return step;
}

std::vector<Holder> reasonsOf(const std::map<std::string, CheckVerdict> &verdicts,
                              const Operation &operation)
{
    const auto found = verdicts.find(operation.id);
    return found == verdicts.end() ? std::vector<Holder>{} : found->second.reasons;
}

/// The operations that \a operation waits for.
std::vector<Holder> othersOf(const Lifecycle &state, const Operation &operation)
{
    std::vector<Holder> others;
    for (const Operation &other : state.operations) {
        const bool isBehind = holdsUp(other) && other.phase < Phase::PostCheck;
        if (other.id != operation.id && (isBehind || other.phase == Phase::Undoing))
            others.push_back({other.id, other.since});
    }
    return others;
}

} // namespace

const Operation *find(const Lifecycle &state, std::string_view id)
{
    return findIn(state.operations, id);
}

Operation *find(Lifecycle &state, std::string_view id)
{
    return findIn(state.operations, id);
}

void noteEnd(Step &step, const Operation &operation)
{
    step.actions.push_back({Action::Kind::Ended, operation.id, {}, {}});
    if (operation.isWish && !operation.isUndone)
        step.state.served.insert(operation.id);
}

bool holdsUp(const Operation &operation)
{
    return operation.phase != Phase::PreCheck && operation.phase != Phase::Restoring;
}

void enter(Operation &operation, Phase phase, WallTime now)
{
    if (operation.phase == phase)
        return;
    // A drain that was interrupted by a mark is still the same drain.
    if (phase == Phase::Draining && operation.phase != Phase::Drained)
        operation.drainingSince = now;
    operation.phase = phase;
    operation.since = now;
}

Step next(const Lifecycle &state, const Facts &facts, const LifecyclePolicy &policy)
{
    Step step = facts.command ? obey(state, *facts.command, facts, policy) : move(state, facts);
    const Gate before = gateOf(state, facts.hasGate);
    const Gate after = gateOf(step.state, facts.hasGate);
    if (before == Gate::Open && after == Gate::Closed)
        step.actions.push_back({Action::Kind::CloseGate, {}, {}, {}});
    else if (before == Gate::Closed && after == Gate::Open)
        step.actions.push_back({Action::Kind::OpenGate, {}, {}, {}});
    return step;
}

Step settle(const Lifecycle &state, Facts facts, const LifecyclePolicy &policy)
{
    Step step = next(state, facts, policy);
    facts.command.reset();
    for (;;) {
        Step further = next(step.state, facts, policy);
        for (Action &action : further.actions) {
            if (std::find(step.actions.begin(), step.actions.end(), action) == step.actions.end())
                step.actions.push_back(std::move(action));
        }
        if (further.state == step.state)
            return step;
        step.state = std::move(further.state);
    }
}

Gate gateOf(const Lifecycle &state, bool hasGate)
{
    if (!hasGate)
        return Gate::None;
    const bool isClosed = std::any_of(state.operations.begin(), state.operations.end(),
                                      [](const auto &one) {
                                          return holdsUp(one) && one.phase != Phase::Permitted;
                                      });
    return isClosed ? Gate::Closed : Gate::Open;
}

bool isOperatedOn(const Lifecycle &state)
{
    return std::any_of(state.operations.begin(), state.operations.end(), isAtWork);
}

bool awaitsOperator(const Operation &operation)
{
    return !operation.isDeletion && (operation.phase == Phase::Drained || isAtWork(operation));
}

bool takesOutOfService(const Lifecycle &state)
{
    return std::any_of(state.operations.begin(), state.operations.end(),
                       [](const auto &one) { return one.phase != Phase::PreCheck; });
}

Waiting waitingOf(const Lifecycle &state, const Operation &operation, const Facts &facts,
                  const LifecyclePolicy &policy)
{
    Waiting waiting{WaitsFor::Operator, {}, operation.since, false};
    const auto waitFor = [&](WaitsFor what, std::vector<Holder> whom) {
        waiting.what = what;
        waiting.whom = std::move(whom);
    };
    if (!facts.exists && !isWorkOfObject(operation)) {
        waitFor(WaitsFor::Removal, facts.marks.empty() ? facts.missing : facts.marks);
        return waiting;
    }
    switch (operation.phase) {
    case Phase::PreCheck: waitFor(WaitsFor::Rules, reasonsOf(facts.preChecks, operation)); break;
    case Phase::Permitted: waitFor(WaitsFor::Gate, {}); break;
    case Phase::Draining:
        waitFor(WaitsFor::Marks, facts.marks);
        waiting.since = operation.drainingSince;
        waiting.isStuck = isStuck(operation, facts.now, policy.drainDeadline);
        break;
    case Phase::Drained:
        if (operation.isDeletion)
            waitFor(WaitsFor::OtherOperations, othersOf(state, operation));
        break;
    case Phase::Operating:
        waitFor(operation.isDeletion ? WaitsFor::Removal : WaitsFor::Operator, facts.marks);
        break;
    case Phase::Operated: waitFor(WaitsFor::OtherOperations, othersOf(state, operation)); break;
    case Phase::PostCheck: {
        const bool isOther = hasPassed(facts.postChecks, operation);
        waitFor(isOther ? WaitsFor::OtherOperations : WaitsFor::Checks,
                isOther ? othersOf(state, operation) : reasonsOf(facts.postChecks, operation));
        break;
    }
    case Phase::Restoring: {
        const bool isOther = gateOf(state, facts.hasGate) == Gate::Closed;
        waitFor(isOther ? WaitsFor::OtherOperations : WaitsFor::Traffic,
                isOther ? othersOf(state, operation) : facts.missing);
        break;
    }
    case Phase::Undoing: waitFor(WaitsFor::Operator, facts.marks); break;
    }
    return waiting;
}

} // namespace qontroller::consist
