// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/eventgroup.h"

namespace qontroller::ui {

EventGroup groupOf(EventRecord::Kind kind)
{
    using Kind = EventRecord::Kind;
    switch (kind) {
    case Kind::Error:
    case Kind::Failed:
    case Kind::Parked:
    case Kind::Recovered:
    case Kind::RetryWorked:
    case Kind::Stuck:
    case Kind::Looping: return EventGroup::Failures;
    case Kind::ListPartial:
    case Kind::ListFailed:
    case Kind::ListComplete:
    case Kind::WatchEnded:
    case Kind::WatchError:
    case Kind::Held:
    case Kind::Vanished:
    case Kind::LetGo: return EventGroup::Lists;
    case Kind::Command:
    case Kind::PauseEnded:
    case Kind::TicketDone: return EventGroup::Commands;
    case Kind::LockRefused:
    case Kind::LockLost:
    case Kind::LockNotReleased:
    case Kind::LockService: return EventGroup::Locks;
    case Kind::Stopped:
    case Kind::Process:
    case Kind::Shortage:
    case Kind::IdsRefused:
    case Kind::Ownership:
    case Kind::Notice: break;
    }
    return EventGroup::Others;
}

} // namespace qontroller::ui
