// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatedlocker.h"

#include "app/plugins/simulator/fate.h"

namespace qontroller::simulator {

namespace {

constexpr std::uint64_t AsksForAGrant = 6; // of as many one is granted

} // namespace

LockResult SimulatedLocker::acquire(const ObjectId &id, std::shared_ptr<LockSink>, std::stop_token)
{
    const auto object = m_simulation->find(id);
    const bool isContested = object
                             && temperOf(m_simulation->options(), *object) == Temper::Contested;
    if (isContested && m_simulation->countLock(*object) % AsksForAGrant != 0
        && !m_simulation->ended().stop_requested())
        return LockResult::refused("rack-2.example");
    return LockResult::granted(std::make_unique<ObjectLock>());
}

} // namespace qontroller::simulator
