// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/consistreconciler.h"

namespace qontroller::consist {

Outcome ConsistReconciler::remove(const Attempt &attempt)
{
    PassResult result = pass({attempt.id, attempt, attempt.lastObject, true});
    const bool isSuccess = result.outcome.kind() == Outcome::Kind::Done;
    return isSuccess && !result.isClean ? Outcome::retry("something of it is left at the provider")
                                        : std::move(result.outcome);
}

PassResult ConsistReconciler::pass(const ConsistEmployer &employer)
{
    MemberWatch members;
    if (!m_parts->options.employees.empty())
        members.sighting = [this](const EmployeeKey &key) { return m_desk->sightings().of(key); };
    const auto judged = [&](auto judge) {
        return [this, judge, &employer](const Vanishing &those) {
            const TimePoint now = m_desk->now();
            MutexLock lock(m_mutex);
            std::erase_if(m_guards, [&](const auto &one) { return one.second.hasRested(now); });
            return (m_guards[employer.id].*judge)(those, now);
        };
    };
    members.mayGo = judged(&VanishingGuard::admits);
    members.isUnsure = judged(&VanishingGuard::isUnsure);
    PassResult result = runPass(*m_parts->adapter, *m_ledger, m_parts->options, employer, members);
    m_desk->notePass({m_controller, employer.id}, result);
    return result;
}

} // namespace qontroller::consist
