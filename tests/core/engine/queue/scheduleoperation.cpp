// SPDX-License-Identifier: LGPL-3.0-or-later
#include "scheduleoperation.h"

namespace qontroller::test {

std::string_view name(Operation operation)
{
    using enum Operation;
    switch (operation) {
    case Changed: return "event: added or modified";
    case Deleted: return "event: deleted";
    case ListSame: return "a complete list shows it";
    case ListOther: return "a complete list shows it with another version";
    case ListWithout: return "a complete list does not show it";
    case ListWithoutAny: return "a complete list shows nothing";
    case BeginList: return "a list begins";
    case Show: return "the list shows it";
    case ShowOther: return "the list shows it with another version";
    case Leftover: return "the list says that something is left of it";
    case EndComplete: return "the list is complete";
    case EndPartial: return "the list is partial";
    case EndFailed: return "the list fails";
    case Owner: return "something that belongs to it changed";
    case Take: return "a worker takes it";
    case LookAgain: return "the worker looks again";
    case Done: return "done";
    case Retry: return "it fails";
    case RequeueAfter: return "done, and again later";
    case Wait: return "it waits for something";
    case Park: return "it is parked";
    case LockRefused: return "its lock is refused";
    case LockLost: return "its lock is lost";
    case LockAway: return "its lock service is away";
    case Ignored: return "the storage says: ignore";
    case StorageFailed: return "the storage fails";
    case Found: return "the storage has it after all; done";
    case GoneRemoved: return "the storage says: gone; removed";
    case GoneRetry: return "the storage says: gone; the removal fails";
    case Disowned: return "it ends before it has begun, for another host owns it";
    case Pause: return "it is paused";
    case PauseForAWhile: return "it is paused for a while";
    case Resume: return "it is resumed";
    case PauseAll: return "all is paused";
    case ResumeAll: return "all is resumed";
    case Requeue: return "it is requeued by hand";
    case Discard: return "it is discarded";
    case RemoveHeld: return "its held removal is let go";
    case KeepHeld: return "it is kept";
    case LockFreed: return "its lock gets free";
    case Disown: return "another host owns it from now on";
    case Own: return "this host owns it again";
    case Due: return "its time comes";
    case LongTime: return "a long time passes";
    case Pull: return "a front end pulls";
    case Detach: return "the front end goes";
    case Close: return "the queue is closed";
    case Restart: return "the program starts again";
    }
    return {};
}

std::string_view name(Beginning::At at)
{
    switch (at) {
    case Beginning::At::Unknown: return "it is not known";
    case Beginning::At::InSync: return "it is in sync";
    case Beginning::At::InCompany: return "it is in sync, beside two others that are paused";
    case Beginning::At::Denied:
        return "a list under way showed it and two others, which the storage denied";
    }
    return {};
}

} // namespace qontroller::test
