// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"
#include "core/engine/alarms/need.h"
#include "core/members/consist/lifecycleport.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace qontroller {

/// What operations on the members of a host need, as it was a few seconds ago. For one thread.
class MemberNeeds
{
public:
    /// How long an answer is good for.
    static constexpr Duration Age = std::chrono::seconds(5);

    /// Null: there are no operations (yet).
    using Members = std::function<std::shared_ptr<consist::LifecyclePort>()>;

    explicit MemberNeeds(Members members);

    /// Does not wait: where the answer is old, another question is begun. One that does not return
    /// outlives this.
    [[nodiscard]] std::vector<Need> at(TimePoint now);

private:
    struct Question
    {
        std::shared_ptr<consist::LifecyclePort> members;
        std::optional<consist::LifecycleAnswer> answer; // written before its thread ends
    };
    void take(TimePoint now);

    const Members m_members;
    std::shared_ptr<Question> m_question; // null: none is under way
    OwnedThread m_thread;
    TimePoint m_next;
    std::vector<Need> m_needs;
};

} // namespace qontroller
