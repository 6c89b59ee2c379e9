// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycle.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::consist::test {

inline constexpr WallTime Noon{std::chrono::hours(12)};
inline constexpr std::chrono::minutes Minute{1};

/// One employee whose lifecycle is driven by hand.
struct LifecycleRig
{
    Lifecycle state;
    Facts facts;
    LifecyclePolicy policy;
    std::vector<Action> actions; // of the last step

    LifecycleRig() { facts.now = Noon; }

    LifecycleRig &settled()
    {
        Step step = settle(state, facts, policy);
        state = std::move(step.state);
        actions = std::move(step.actions);
        facts.command.reset();
        return *this;
    }
    LifecycleRig &command(Command::Kind kind, const std::string &id, const std::string &type = {})
    {
        facts.command = Command{kind, id, type, "ann"};
        return settled();
    }
    LifecycleRig &pass(const std::string &id)
    {
        facts.preChecks[id].passed = true;
        return settled();
    }
    LifecycleRig &postPass(const std::string &id)
    {
        facts.postChecks[id].passed = true;
        return settled();
    }
    LifecycleRig &marks(std::vector<Holder> holders)
    {
        facts.marks = std::move(holders);
        return settled();
    }
    LifecycleRig &missing(std::vector<Holder> holders)
    {
        facts.missing = std::move(holders);
        return settled();
    }
    /// Begun, permitted, without marks, started.
    LifecycleRig &operating(const std::string &id, const std::string &type)
    {
        return command(Command::Kind::Begin, id, type).pass(id).command(Command::Kind::Start, id);
    }
    [[nodiscard]] const Operation *find(const std::string &id) const
    {
        const auto found = std::find_if(state.operations.begin(), state.operations.end(),
                                        [&](const auto &one) { return one.id == id; });
        return found == state.operations.end() ? nullptr : &*found;
    }
    [[nodiscard]] Phase phase(const std::string &id) const { return find(id)->phase; }
    [[nodiscard]] bool isIdle() const { return state.operations.empty(); }
    [[nodiscard]] bool did(Action::Kind kind, const std::string &id = {}) const
    {
        return std::any_of(actions.begin(), actions.end(),
                           [&](const auto &one) { return one.kind == kind && one.id == id; });
    }
    [[nodiscard]] std::optional<Refusal> refusal() const
    {
        for (const Action &action : actions) {
            if (action.kind == Action::Kind::Refused)
                return action.refusal;
        }
        return std::nullopt;
    }
    [[nodiscard]] Waiting waiting(const std::string &id) const
    {
        return waitingOf(state, *find(id), facts, policy);
    }
};

inline const std::vector<Holder> OneMark{{"web", Noon}};

} // namespace qontroller::consist::test
