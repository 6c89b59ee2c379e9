// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/wishes.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::consist {

namespace {

/// Gives commands in the name of an employee's object.
class Wisher
{
public:
    Wisher(const Lifecycle &state, Facts facts, const LifecyclePolicy &policy)
        : m_step{state, {}}
        , m_facts(std::move(facts))
        , m_policy(policy)
    {}

    void heed(const WantedOperation &wish)
    {
        const Operation *const known = find(m_step.state, wish.id);
        if (known && wish.isFinished)
            finish(*known);
        else if ((!known || known->isUndone) && !wish.isFinished
                 && !m_step.state.served.contains(wish.id))
            say(Command::Kind::Begin, wish.id, wish.type);
    }
    void undo(const std::string &id) { say(Command::Kind::Undo, id); }
    void forgetServedBut(const std::set<std::string> &wanted)
    {
        std::erase_if(m_step.state.served,
                      [&](const std::string &id) { return !wanted.contains(id); });
    }
    [[nodiscard]] const Lifecycle &state() const { return m_step.state; }
    [[nodiscard]] Step take() { return std::move(m_step); }

private:
    void finish(const Operation &known)
    {
        const std::string id = known.id; // it moves
        const Phase phase = known.phase;
        if (phase < Phase::Drained)
            return undo(id);
        if (phase == Phase::Drained)
            say(Command::Kind::Start, id);
        say(Command::Kind::Finish, id);
    }
    void say(Command::Kind kind, const std::string &id, const std::string &type = {})
    {
        m_facts.command = Command{kind, id, type, "its object", true};
        Step step = next(m_step.state, m_facts, m_policy);
        m_step.state = std::move(step.state);
        std::move(step.actions.begin(), step.actions.end(), std::back_inserter(m_step.actions));
    }

    Step m_step;
    Facts m_facts;
    const LifecyclePolicy &m_policy;
};

} // namespace

Step heed(const Lifecycle &state, std::span<const WantedOperation> wishes, Facts facts,
          const LifecyclePolicy &policy)
{
    // One that is gone says nothing: whoever works on it has not let go.
    const auto mayBeAtWork = [exists = facts.exists](const Operation &operation) {
        return !exists && awaitsOperator(operation);
    };
    Wisher wisher(state, std::move(facts), policy);
    std::set<std::string> wanted;
    for (const WantedOperation &wish : wishes) {
        wanted.insert(wish.id);
        wisher.heed(wish);
    }
    for (const Operation &operation : state.operations) {
        const bool isOnItsWay = find(wisher.state(), operation.id) != nullptr;
        if (operation.isWish && isOnItsWay && !wanted.contains(operation.id)
            && !mayBeAtWork(operation))
            wisher.undo(operation.id);
    }
    wisher.forgetServedBut(wanted);
    return wisher.take();
}

} // namespace qontroller::consist
