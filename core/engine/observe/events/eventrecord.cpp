// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/eventrecord.h"

namespace qontroller {

std::string_view name(EventRecord::Kind kind)
{
    switch (kind) {
    case EventRecord::Kind::Error: return "error";
    case EventRecord::Kind::Failed: return "failed";
    case EventRecord::Kind::Parked: return "parked";
    case EventRecord::Kind::Recovered: return "recovered";
    case EventRecord::Kind::LockRefused: return "lock refused";
    case EventRecord::Kind::LockLost: return "lock lost";
    case EventRecord::Kind::LockNotReleased: return "lock not released";
    case EventRecord::Kind::LockService: return "lock service";
    case EventRecord::Kind::Stuck: return "stuck";
    case EventRecord::Kind::ListPartial: return "list not complete";
    case EventRecord::Kind::ListFailed: return "list failed";
    case EventRecord::Kind::ListComplete: return "list complete again";
    case EventRecord::Kind::WatchEnded: return "watch ended";
    case EventRecord::Kind::WatchError: return "watch error";
    case EventRecord::Kind::Held: return "held";
    case EventRecord::Kind::Command: return "command";
    case EventRecord::Kind::PauseEnded: return "pause ended";
    case EventRecord::Kind::TicketDone: return "ticket done";
    case EventRecord::Kind::Stopped: return "stopped";
    case EventRecord::Kind::RetryWorked: return "retry worked";
    case EventRecord::Kind::Process: return "process";
    case EventRecord::Kind::Shortage: return "shortage";
    case EventRecord::Kind::IdsRefused: return "ids refused";
    case EventRecord::Kind::Ownership: return "ownership";
    case EventRecord::Kind::Notice: return "notice";
    case EventRecord::Kind::Looping: return "looping";
    case EventRecord::Kind::Vanished: return "vanished";
    case EventRecord::Kind::LetGo: return "let go";
    }
    return {};
}

EventWeight weightOf(EventRecord::Kind kind)
{
    switch (kind) {
    case EventRecord::Kind::Failed:
    case EventRecord::Kind::Stuck:
    case EventRecord::Kind::LockLost: return EventWeight::Harm;
    case EventRecord::Kind::Error:
    case EventRecord::Kind::Parked:
    case EventRecord::Kind::ListPartial:
    case EventRecord::Kind::ListFailed:
    case EventRecord::Kind::WatchEnded:
    case EventRecord::Kind::WatchError:
    case EventRecord::Kind::Shortage:
    case EventRecord::Kind::LockNotReleased:
    case EventRecord::Kind::LockService:
    case EventRecord::Kind::IdsRefused:
    case EventRecord::Kind::Looping:
    case EventRecord::Kind::Held: return EventWeight::Trouble;
    case EventRecord::Kind::Vanished:
    case EventRecord::Kind::LetGo:
    case EventRecord::Kind::ListComplete:
    case EventRecord::Kind::PauseEnded:
    case EventRecord::Kind::Recovered:
    case EventRecord::Kind::Process:
    case EventRecord::Kind::Notice:
    case EventRecord::Kind::Ownership: return EventWeight::News;
    case EventRecord::Kind::RetryWorked:
    case EventRecord::Kind::LockRefused:
    case EventRecord::Kind::Command:
    case EventRecord::Kind::TicketDone:
    case EventRecord::Kind::Stopped: break;
    }
    return EventWeight::Detail;
}

} // namespace qontroller
