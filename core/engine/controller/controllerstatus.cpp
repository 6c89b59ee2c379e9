// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/controllerstatus.h"

#include <algorithm>

namespace qontroller {

namespace {

std::uint64_t in(const Gauges &gauges, ItemState state)
{
    return gauges.states[static_cast<std::size_t>(state)];
}

} // namespace

bool ControllerStatus::isIdle() const
{
    return isHandled() && in(gauges, ItemState::Waiting) == 0;
}

bool ControllerStatus::isHandled() const
{
    return hasListed && lists.last != ListEnd::None && gauges.running == 0 && gauges.depth == 0
           && in(gauges, ItemState::BackOff) == 0 && in(gauges, ItemState::WaitingForLock) == 0;
}

std::uint64_t ControllerStatus::waiting() const
{
    const std::uint64_t all = in(gauges, ItemState::Waiting);
    return all - std::min(all, gauges.depth) + in(gauges, ItemState::WaitingForLock);
}

std::uint64_t ControllerStatus::troubled() const
{
    return in(gauges, ItemState::Failed) + in(gauges, ItemState::Parked)
           + in(gauges, ItemState::Held) + in(gauges, ItemState::BackOff);
}

} // namespace qontroller
