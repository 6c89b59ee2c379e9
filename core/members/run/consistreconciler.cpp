// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/consistreconciler.h"

#include <algorithm>
#include <string_view>

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
        members.sighting = [this](const EmployeeKey &key) { return sightingOf(key); };
    const auto judged = [&](auto judge) {
        return [this, judge, &employer](const Vanishing &those) {
            const TimePoint now = m_mover->now();
            MutexLock lock(m_mutex);
            std::erase_if(m_guards, [&](const auto &one) { return one.second.hasRested(now); });
            auto &guard = m_guards
                              .try_emplace(employer.id, m_mover->store(),
                                           WaveName{m_controller, {}, employer.id})
                              .first->second;
            return (guard.*judge)(those, now);
        };
    };
    members.mayGo = judged(&KeptGuard::admits);
    members.isUnsure = judged(&KeptGuard::isUnsure);
    PassResult result = runPass(*m_parts->adapter, *m_ledger, m_parts->options, employer, members);
    m_mover->notePass({m_controller, employer.id}, result);
    return result;
}

MemberWatch::Sighting ConsistReconciler::sightingOf(const EmployeeKey &key) const
{
    const auto &all = m_parts->options.employees;
    const std::string_view site = splitSite(key.qualifiedName()).site;
    std::vector<Sightings::Source> sources;
    for (const EmployeeSource &source : all) {
        if (all.size() == 1 || source.site == site)
            sources.emplace_back(m_controller, source.site);
    }
    return m_mover->sightings().of(key, sources);
}

} // namespace qontroller::consist
