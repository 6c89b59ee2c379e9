// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/ownwrites.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

/// If no change of the cache leads to the id, it is looked at again after this.
constexpr Duration LongestLook = std::chrono::seconds(1);

class GuardedReconciler final : public Reconciler
{
public:
    GuardedReconciler(std::shared_ptr<OwnWrites> writes, std::shared_ptr<Reconciler> reconciler)
        : m_writes(std::move(writes))
        , m_reconciler(std::move(reconciler))
    {}

    Fetched<void> get(const Attempt &attempt) override { return m_reconciler->get(attempt); }

    Outcome add(const std::shared_ptr<const void> &object, const Attempt &attempt) override
    {
        if (!m_writes->isPending(attempt.id))
            return m_reconciler->add(object, attempt);
        if (auto held = m_writes->hold(attempt))
            return *std::move(held);
        return addAnew(attempt);
    }

    Outcome remove(const Attempt &attempt) override
    {
        if (auto held = m_writes->hold(attempt))
            return *std::move(held);
        Outcome outcome = m_reconciler->remove(attempt);
        if (outcome.kind() == Outcome::Kind::Done)
            m_writes->forget(attempt.id);
        return outcome;
    }

private:
    // What get() gave may be older than what was waited for.
    Outcome addAnew(const Attempt &attempt)
    {
        const auto fetched = m_reconciler->get(attempt);
        switch (fetched.kind()) {
        case Fetched<void>::Kind::Found:
        case Fetched<void>::Kind::Assumed: return m_reconciler->add(fetched.object(), attempt);
        case Fetched<void>::Kind::Gone: return Outcome::requeueAfter({}); // then it is removed
        case Fetched<void>::Kind::Ignored: return Outcome::done();
        case Fetched<void>::Kind::Failed: break;
        }
        return Outcome::retry(fetched.error());
    }

    const std::shared_ptr<OwnWrites> m_writes;
    const std::shared_ptr<Reconciler> m_reconciler;
};

} // namespace

OwnWrites::OwnWrites()
    : OwnWrites(Options())
{}

OwnWrites::OwnWrites(Options options)
    : m_options(options)
{}

void OwnWrites::wrote(const ObjectId &id, std::shared_ptr<const Subscriber> cache, ObjectId object,
                      Version version)
{
    const TimePoint deadline = later(cache->clock().now(), m_options.patience);
    note(id, {std::move(cache), std::move(object), version, deadline});
}

void OwnWrites::removed(const ObjectId &id, std::shared_ptr<const Subscriber> cache,
                        ObjectId object)
{
    wrote(id, std::move(cache), std::move(object), 0);
}

// With the last write of a cache the cache may go, and with it an author's source: never under the
// lock.
void OwnWrites::note(const ObjectId &id, Write write)
{
    MutexLock lock(m_mutex);
    Writes &writes = m_writes[id];
    const auto earlier = std::ranges::find_if(writes, [&](const Write &each) {
        return each.cache->name() == write.cache->name() && each.object == write.object;
    });
    if (earlier == writes.end())
        writes.push_back(std::move(write));
    else
        std::swap(*earlier, write); // only the last counts
}

std::optional<Outcome> OwnWrites::hold(const Attempt &attempt)
{
    const Writes writes = unseen(attempt.id);
    for (const Write &write : writes) {
        const TimePoint now = write.cache->clock().now();
        if (now < write.deadline)
            return Outcome::wait("the cache '" + write.cache->name()
                                     + "' to show what was written to '" + write.object + "'",
                                 std::min(write.deadline - now, LongestLook));
        std::string error = write.cache->load(write.object, attempt.stop);
        if (!error.empty())
            return Outcome::retry(std::move(error));
    }
    forget(attempt.id);
    return std::nullopt;
}

bool OwnWrites::isPending(const ObjectId &id) const
{
    MutexLock lock(m_mutex);
    return m_writes.contains(id);
}

void OwnWrites::forget(const ObjectId &id)
{
    decltype(m_writes)::node_type gone; // after the lock
    MutexLock lock(m_mutex);
    gone = m_writes.extract(id);
}

bool OwnWrites::isSeen(const Write &write) const
{
    if (write.version == 0)
        return !write.cache->has(write.object);
    const Version seen = write.cache->versionOf(write.object);
    return m_options.order == VersionOrder::Growing ? seen >= write.version : seen == write.version;
}

OwnWrites::Writes OwnWrites::unseen(const ObjectId &id)
{
    Writes writes;
    {
        MutexLock lock(m_mutex);
        const auto place = m_writes.find(id);
        if (place != m_writes.end())
            writes = place->second; // one id runs once at a time: nothing is added meanwhile
    }
    std::erase_if(writes, [this](const Write &write) { return isSeen(write); });
    return writes;
}

std::shared_ptr<Reconciler> OwnWrites::guard(std::shared_ptr<OwnWrites> writes,
                                             std::shared_ptr<Reconciler> reconciler)
{
    return std::make_shared<GuardedReconciler>(std::move(writes), std::move(reconciler));
}

} // namespace qontroller
