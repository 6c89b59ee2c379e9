// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/controllerview.h"
#include "core/observe/eventrecord.h"
#include "core/observe/foreigncall.h"

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

std::string_view name(ForeignCall call)
{
    switch (call) {
    case ForeignCall::None: return "no call";
    case ForeignCall::Acquire: return "acquire";
    case ForeignCall::Release: return "release of the lock";
    case ForeignCall::Get: return "get";
    case ForeignCall::Add: return "add";
    case ForeignCall::Remove: return "remove";
    case ForeignCall::StopCallback: return "stop callback";
    case ForeignCall::WatchMode: return "watchMode";
    case ForeignCall::List: return "list";
    case ForeignCall::Watch: return "watch";
    case ForeignCall::OwnersOf: return "ownersOf";
    case ForeignCall::Describe: return "describe";
    case ForeignCall::Follow: return "follow";
    }
    return {};
}

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

std::string_view name(ControllerState state)
{
    switch (state) {
    case ControllerState::Starting: return "Starting";
    case ControllerState::Running: return "Running";
    case ControllerState::Paused: return "Paused";
    case ControllerState::Draining: return "Draining";
    case ControllerState::Stopped: return "Stopped";
    }
    return {};
}

std::string_view name(ListEnd end)
{
    switch (end) {
    case ListEnd::Complete: return "complete";
    case ListEnd::Partial: return "partial";
    case ListEnd::None: return "none";
    case ListEnd::Failed: return "failed";
    }
    return {};
}

std::string_view name(WatchState state)
{
    switch (state) {
    case WatchState::None: return "none";
    case WatchState::Starting: return "starting";
    case WatchState::Live: return "live";
    case WatchState::Retrying: return "retrying";
    }
    return {};
}

} // namespace qontroller
