// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/ownershipfollower.h"

#include "core/base/faults/callforeign.h"

#include <utility>

namespace qontroller {

OwnershipFollower::OwnershipFollower(Ownership &ownership, WorkQueue &queue, WorkerPool &pool,
                                     Calls &calls, Clock &clock)
    : m_ownership(ownership)
    , m_queue(queue)
    , m_pool(pool)
    , m_calls(calls)
    , m_clock(clock)
    , m_inbox(std::make_shared<OwnershipInbox>())
{
    m_queue.update<Handover>([](Handover &handover, TimePoint) { handover.cut(0); });
}

void OwnershipFollower::start(const Owner &owner)
{
    m_thread = OwnedThread(owner(), [this] { work(); });
}

void OwnershipFollower::begin()
{
    {
        MutexLock lock(m_mutex);
        m_begun = true;
    }
    m_changed.notifyAll();
}

void OwnershipFollower::stop()
{
    {
        MutexLock lock(m_mutex);
        m_stopped = true;
    }
    m_changed.notifyAll();
    m_inbox->close();
}

void OwnershipFollower::join(TimePoint deadline)
{
    static_cast<void>(m_thread.join(m_clock, deadline));
}

bool OwnershipFollower::awaitBegin()
{
    MutexLock lock(m_mutex);
    while (!m_begun && !m_stopped)
        m_changed.wait(lock);
    return !m_stopped;
}

void OwnershipFollower::work()
{
    if (!awaitBegin())
        return;
    if (auto why = follow()) {
        m_queue.update<Orders>([&why](Orders &orders, TimePoint now) {
            orders.log(EventRecord::Kind::Ownership, *std::move(why), now);
        });
    }
    while (const auto changes = m_inbox->take())
        apply(*changes);
}

std::optional<std::string> OwnershipFollower::follow()
{
    const Calls::Scope call(m_calls, ForeignCall::Follow);
    const auto parts = callForeign([this] { return m_ownership.parts(); });
    if (!parts)
        return parts.error().text;
    if (*parts < 1 || *parts > Ownership::MostParts)
        return "ids cannot be cut into " + std::to_string(*parts) + " parts";
    m_queue.update<Handover>([&parts](Handover &handover, TimePoint) { handover.cut(*parts); });
    const auto followed = callForeign([this] { return m_ownership.follow(m_inbox), true; });
    return followed ? std::nullopt : std::optional(followed.error().text);
}

void OwnershipFollower::apply(const OwnershipInbox::Changes &changes)
{
    const auto setOwned = [this](const std::vector<std::uint32_t> &parts, bool owned) {
        m_queue.update<Handover>(
            [&](Handover &handover, TimePoint) { handover.setOwned(parts, owned); });
    };
    if (!changes.lost.empty()) {
        setOwned(changes.lost, false);
        m_pool.stopDisowned();
        sweep();
    }
    if (!changes.gained.empty()) {
        setOwned(changes.gained, true);
        sweep();
    }
    const auto owned = m_queue.update<Handover>(
        [](const Handover &handover, TimePoint) { return handover.owned(); });
    m_queue.update<Orders>([owned](Orders &orders, TimePoint now) {
        orders.log(EventRecord::Kind::Ownership, Said::partsOwned(owned), now);
    });
}

void OwnershipFollower::sweep()
{
    m_queue.walk<Handover>([](Handover &handover, ItemTable::Walk &walk, TimePoint now) {
        handover.sweep(walk, now);
    });
}

} // namespace qontroller
