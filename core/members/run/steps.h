// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycle.h"
#include "core/members/consist/wishes.h"
#include "core/members/run/knowledge.h"

#include <functional>
#include <vector>

namespace qontroller::consist {

/// What a step has made of an employee.
struct Moved
{
    Lifecycle before;
    Step step;
};

/// Moves the operations on one employee by one step: decides from all that is known, writes the
/// step down before it counts, and tells those that wait for it. Asks ConsistOptions::labelsOf and
/// mayBegin; what else a step needs of foreign code is left to Chores. Thread-safe.
class Steps
{
public:
    using Result = ConsistStore::Result<Moved>;

    /// \a knowledge outlives it.
    explicit Steps(Knowledge &knowledge)
        : m_known(knowledge)
    {}

    /// What moves by itself.
    Result next(const EmployeeKey &key);
    Result command(const EmployeeKey &key, const Command &command);
    Result heed(const EmployeeKey &key, const std::vector<WantedOperation> &wishes);
    /// Has those looked at that may go on after \a moved.
    void lookOnward(const EmployeeKey &key, const Moved &moved);

    /// What is known about \a key without foreign code.
    [[nodiscard]] Around aroundOf(const EmployeeKey &key) const;
    /// … and what foreign code says about it now.
    [[nodiscard]] Around askAround(const EmployeeKey &key) const;
    /// Has those looked at that have operations and are meant.
    void lookAtThose(const std::function<bool(const EmployeeBook &)> &isMeant);
    /// Its employers have to look at \a key.
    void nudgeEmployersOf(const EmployeeKey &key);

private:
    using Move = std::function<Step(const Lifecycle &, const Facts &, const LifecyclePolicy &)>;
    Result make(const EmployeeKey &key, const Move &move);
    /// Of operations that have begun or ended.
    void noteMoves(const EmployeeKey &key, const Moved &moved) const;
    void forgetFailuresOfUndone(const EmployeeKey &key, const Moved &moved);
    void act(const EmployeeKey &key, const Step &step);

    Knowledge &m_known;
};

} // namespace qontroller::consist
