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
    IsShown isShown;
    if (!m_parts->options.employees.empty())
        isShown = [this](const EmployeeKey &key) { return m_desk->sightings().isSeen(key); };
    PassResult result = runPass(*m_parts->adapter, *m_ledger, m_parts->options, employer,
                                std::move(isShown));
    m_desk->notePass({m_controller, employer.id}, result);
    return result;
}

} // namespace qontroller::consist
