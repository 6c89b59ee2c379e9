// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/itemstate.h"

namespace qontroller {

std::string_view name(ItemState state)
{
    switch (state) {
    case ItemState::InSync: return "In sync";
    case ItemState::Waiting: return "Waiting";
    case ItemState::Running: return "Running";
    case ItemState::BackOff: return "Back-off";
    case ItemState::WaitingForLock: return "Waiting for lock";
    case ItemState::Failed: return "Failed";
    case ItemState::Parked: return "Parked";
    case ItemState::Held: return "Held";
    case ItemState::Paused: return "Paused";
    case ItemState::Stuck: return "Stuck";
    case ItemState::Ignored: return "Ignored";
    case ItemState::Elsewhere: return "Elsewhere";
    }
    return {};
}

std::string_view name(Cause cause)
{
    switch (cause) {
    case Cause::Listed: return "listed";
    case Cause::Added: return "added";
    case Cause::Modified: return "modified";
    case Cause::Deleted: return "deleted";
    case Cause::Missing: return "missing from list";
    case Cause::Resync: return "resync";
    case Cause::Retry: return "retry";
    case Cause::Requeue: return "requeue after";
    case Cause::Lock: return "lock";
    case Cause::Owner: return "owned object changed";
    case Cause::Operator: return "operator";
    case Cause::TakenOver: return "taken over";
    case Cause::Handler: return "asked for by a handler";
    }
    return {};
}

std::string_view name(Band band)
{
    switch (band) {
    case Band::Operator: return "operator";
    case Band::Event: return "event";
    case Band::Retry: return "retry";
    case Band::Resync: return "resync";
    }
    return {};
}

} // namespace qontroller
