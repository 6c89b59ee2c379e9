// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/members/consist/employeekey.h"
#include "core/members/consist/lifecycle.h"
#include "core/members/run/facts.h"

#include <map>

namespace qontroller::consist {

/// Whether an operation of \a state still waits for an answer to \a question, which is not Wishes.
[[nodiscard]] bool isOpen(const Lifecycle &state, const Question &question);

/// What foreign code has said of operations that go on. Thread-safe.
class Answers
{
public:
    /// \a clock outlives it.
    explicit Answers(Clock &clock)
        : m_clock(clock)
    {}

    /// False: it was said so before.
    bool note(const EmployeeKey &employee, const Question &question, ProgramAnswer answer);
    /// A failure may be asked for again after AskInterval, and so may a check before: what held
    /// when an operation was asked for must hold when it takes its member out. Another success
    /// never.
    [[nodiscard]] bool mayAsk(const EmployeeKey &employee, const Question &question) const;
    [[nodiscard]] std::map<Question, ProgramAnswer> about(const EmployeeKey &employee) const;
    void forget(const EmployeeKey &employee, const Question &question);
    /// Forgets what \a state, that of \a employee, does not ask any more.
    void forgetClosed(const EmployeeKey &employee, const Lifecycle &state);

    static constexpr Duration AskInterval = std::chrono::seconds(10);

private:
    struct Answer
    {
        ProgramAnswer said;
        TimePoint at;
    };

    /// It need not be asked for again.
    [[nodiscard]] bool isCurrent(const Question &question, const Answer &answer) const;

    Clock &m_clock;
    mutable Mutex m_mutex;
    std::map<EmployeeKey, std::map<Question, Answer>> m_answers QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::consist
