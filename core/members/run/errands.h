// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/members/consist/employeekey.h"
#include "core/members/run/facts.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace qontroller::consist {

/// A call of foreign code about one employee.
struct Errand
{
    EmployeeKey employee;
    Question question;
    /// May not throw; ends soon once its stop is requested.
    std::function<void(std::stop_token)> call;
};

/// Makes calls of foreign code on a few threads of its own, in the order in which they came. A
/// question about an employee is asked once at a time. Thread-safe.
class Errands
{
public:
    /// What becomes of an errand that is under way already. One that still waits is made once.
    enum class IfUnderWay : bool {
        Skip,
        Again, ///< what it found may be too old: it is made once more afterwards
    };

    Errands();
    /// Waits for the calls that are under way, after asking them to stop.
    ~Errands();
    Errands(const Errands &) = delete;
    Errands &operator=(const Errands &) = delete;

    void add(Errand errand, IfUnderWay ifUnderWay = IfUnderWay::Skip);

    /// Nothing waits or is under way.
    [[nodiscard]] bool isIdle() const;
    /// Begins no other, and waits for those under way, but not beyond \a deadline. Those that still
    /// run then.
    [[nodiscard]] std::vector<std::pair<EmployeeKey, Question>> close(Clock &clock,
                                                                      TimePoint deadline);

private:
    using Name = std::pair<EmployeeKey, Question>;
    /// Of an errand that waits or is under way.
    struct Standing
    {
        bool isUnderWay = false;
        std::optional<Errand> again;
    };

    void loop(const std::stop_token &stop);
    [[nodiscard]] std::optional<Errand> take(const std::stop_token &stop);
    void noteEnd(const Name &name);
    [[nodiscard]] std::vector<Name> underWay() const QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    Condition m_came;
    Condition m_ended;
    bool m_isClosed QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::deque<Errand> m_waiting QONTROLLER_GUARDED_BY(m_mutex);
    std::map<Name, Standing> m_standing QONTROLLER_GUARDED_BY(m_mutex);

    std::vector<std::jthread> m_threads; // last: they use all the rest
};

} // namespace qontroller::consist
