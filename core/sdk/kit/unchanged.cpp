// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/unchanged.h"

#include <utility>

namespace qontroller {

class Unchanged::GuardedReconciler final : public Reconciler
{
public:
    GuardedReconciler(std::shared_ptr<Unchanged> unchanged, std::shared_ptr<Reconciler> reconciler)
        : m_unchanged(std::move(unchanged))
        , m_reconciler(std::move(reconciler))
    {}

    Fetched<void> get(const Attempt &attempt) override
    {
        m_unchanged->beginReading(attempt.id);
        return m_reconciler->get(attempt);
    }
    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        if (m_unchanged->leaveOut(attempt))
            return Outcome::done();
        Outcome outcome = m_reconciler->add(object, attempt);
        m_unchanged->end(attempt.id, outcome);
        return outcome;
    }
    Outcome remove(const Attempt &attempt) override
    {
        m_unchanged->forget(attempt.id);
        return m_reconciler->remove(attempt);
    }

private:
    const std::shared_ptr<Unchanged> m_unchanged;
    const std::shared_ptr<Reconciler> m_reconciler;
};

Unchanged::Unchanged(VersionOf versionOf)
    : Unchanged(std::move(versionOf), Options())
{}

Unchanged::Unchanged(VersionOf versionOf, Options options)
    : m_versionOf(std::move(versionOf))
    , m_options(options)
    , m_clock(options.clock ? *options.clock : SteadyClock::instance())
{}

void Unchanged::forgetAll()
{
    MutexLock lock(m_mutex);
    m_seen.clear();
}

// Before the object is read: what the handler gets is this version or a later one, so a change in
// between costs one run more and none is missed.
void Unchanged::beginReading(const ObjectId &id)
{
    const Version version = m_versionOf(id);
    MutexLock lock(m_mutex);
    m_seen[id].reading = version;
}

bool Unchanged::leaveOut(const Attempt &attempt)
{
    const bool isResync = attempt.cause == AttemptCause::Resync && attempt.number == 1;
    MutexLock lock(m_mutex);
    const auto place = m_seen.find(attempt.id);
    if (place == m_seen.end())
        return false;
    Seen &seen = place->second;
    if (isResync && seen.done != 0 && seen.done == seen.reading
        && m_clock.now() - seen.at < m_options.recheck)
        return true;
    seen.done = 0; // the handler may throw
    return false;
}

void Unchanged::end(const ObjectId &id, const Outcome &outcome)
{
    MutexLock lock(m_mutex);
    const auto place = m_seen.find(id);
    if (place == m_seen.end()) // all was forgotten meanwhile
        return;
    if (outcome.kind() == Outcome::Kind::Done)
        place->second = {place->second.reading, 0, m_clock.now()};
    else
        m_seen.erase(place);
}

void Unchanged::forget(const ObjectId &id)
{
    MutexLock lock(m_mutex);
    m_seen.erase(id);
}

std::shared_ptr<Reconciler> Unchanged::guard(std::shared_ptr<Unchanged> unchanged,
                                             std::shared_ptr<Reconciler> reconciler)
{
    return std::make_shared<GuardedReconciler>(std::move(unchanged), std::move(reconciler));
}

} // namespace qontroller
