// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/faults/faultyreconciler.h"

#include "app/conformance/harness/cutshort.h"

namespace qontroller::conformance {

namespace {

constexpr Duration NotAtAll{-1};

} // namespace

Fetched<void> FaultyReconciler::get(const Attempt &attempt)
{
    bool fails = false;
    {
        MutexLock lock(m_mutex);
        fails = m_dice.happens(m_faults.failedGets);
    }
    if (fails)
        return Fetched<void>::failed("made to fail by the conformance kit");
    return m_instance.get(attempt);
}

Outcome FaultyReconciler::add(const std::shared_ptr<const void> &object, const Attempt &attempt)
{
    return finish(attempt, [&](const Attempt &own) { return m_instance.add(object, own); });
}

Outcome FaultyReconciler::remove(const Attempt &attempt)
{
    return finish(attempt, [&](const Attempt &own) { return m_instance.remove(own); });
}

Duration FaultyReconciler::cutAfter()
{
    MutexLock lock(m_mutex);
    return m_dice.happens(m_faults.cutCalls) ? someTimeIn(m_dice) : NotAtAll;
}

// What was asked to stop may say anything, so it counts as failed.
Outcome FaultyReconciler::finish(const Attempt &attempt,
                                 const std::function<Outcome(const Attempt &)> &call)
{
    const Duration after = cutAfter();
    if (after >= Duration::zero()) {
        static_cast<void>(cutShort(after, attempt.stop, [&](const std::stop_token &stop) {
            Attempt cut = attempt;
            cut.stop = stop;
            return call(cut);
        }));
        return Outcome::retry("cut short by the conformance kit");
    }
    Outcome outcome = call(attempt);
    const bool isWell = outcome.kind() == Outcome::Kind::Done
                        || outcome.kind() == Outcome::Kind::RequeueAfter;
    MutexLock lock(m_mutex);
    m_troubles[attempt.id] = isWell ? std::string() : outcome.text();
    return outcome;
}

std::string FaultyReconciler::lastTrouble(const ObjectId &id) const
{
    MutexLock lock(m_mutex);
    const auto it = m_troubles.find(id);
    return it == m_troubles.end() ? std::string() : it->second;
}

} // namespace qontroller::conformance
