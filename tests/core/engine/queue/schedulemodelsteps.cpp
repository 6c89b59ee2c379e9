// SPDX-License-Identifier: LGPL-3.0-or-later
// What each operation is to a ScheduleModel, and when it means anything.
#include "schedulemodel.h"

#include <algorithm>

namespace qontroller::test {

bool ScheduleModel::applies(Operation operation) const
{
    using enum Operation;
    const bool source = !m_closed;
    switch (operation) {
    case Changed: return true;
    case Deleted: return source;
    case ListSame:
    case ListWithout: return source && !m_listing;
    case ListOther: return source && !m_listing && m_beginning.versions && m_known;
    case ListWithoutAny: return source && !m_listing && m_beginning.at == Beginning::At::InCompany;
    case BeginList: return source && !m_listing;
    case Show: return source && m_listing && !m_shown;
    case ShowOther: return source && m_listing && !m_shown && m_beginning.versions && m_known;
    case Leftover: return source && m_listing && (m_known || !m_removedInList);
    case EndComplete:
    case EndPartial:
    case EndFailed: return source && m_listing;
    case Take: return canRun();
    case LookAgain: return m_running && !m_removes && isAbsent();
    case Done:
    case Retry:
    case RequeueAfter:
    case Wait:
    case Park:
    case LockRefused:
    case LockLost:
    case LockAway: return m_running;
    case Ignored:
    case StorageFailed:
    case Found: return m_running && m_asks && (m_removes || operation != Found);
    case GoneRemoved:
    case GoneRetry: return m_running && !m_removes;
    case Disowned: return m_running && m_wasElsewhere;
    case Disown: return !m_elsewhere;
    case Own: return m_elsewhere;
    case Pause: return m_known && !m_paused;
    case PauseForAWhile: return !m_paused;
    case Resume: return m_paused;
    case PauseAll: return !m_allPaused;
    case ResumeAll: return m_allPaused;
    case Requeue: return m_nextTicket < 31;
    case Discard: return m_known;
    case RemoveHeld: return m_belief == Belief::Held && m_nextTicket < 31;
    case KeepHeld: return m_belief == Belief::Held;
    case Due:
    case LongTime: return !m_closed && (operation == LongTime || m_plan != Plan::None);
    case Owner:
    case LockFreed:
    case Pull:
    case Detach: return true;
    case Close:
    case Restart: return !m_closed;
    }
    return false;
}

void ScheduleModel::apply(Operation operation)
{
    using enum Operation;
    switch (operation) {
    case Changed: return event(Belief::Present);
    case Deleted: return event(Belief::Deleted);
    case ListSame:
    case ListOther:
        beginList();
        show(operation == ListOther);
        return endList(true, true);
    case ListWithout:
    case ListWithoutAny: beginList(); return endList(true, operation == ListWithout);
    case BeginList: m_others = Belief::Present; return beginList();
    case Show:
    case ShowOther: return show(operation == ShowOther);
    case Leftover: return mention();
    case EndComplete: return endList(true, true);
    case EndPartial: return endList(false, true);
    case EndFailed: return closeList();
    case Owner:
        if (m_known)
            ask(ByOwner);
        return;
    case Take: return take();
    case LookAgain:
        m_removes = true;
        m_asks = false;
        return;
    case Done:
    case Retry:
    case RequeueAfter:
    case Wait:
    case Park:
    case LockRefused:
    case LockLost:
    case LockAway:
    case Disowned: return finish(operation, m_removes);
    case Ignored:
    case StorageFailed: return finish(operation, false);
    case Found: return finish(Done, false);
    case GoneRemoved:
    case GoneRetry: return gone(operation);
    case Pause: return pause(Plan::None);
    case PauseForAWhile:
        if (m_known)
            pause(Plan::PauseEnd);
        return;
    case Resume: return resume();
    case PauseAll: m_allPaused = true; return;
    case ResumeAll: m_allPaused = false; return;
    case Requeue: return requeue();
    case Discard: return discard();
    case Disown: return disown();
    case Own: return own();
    case RemoveHeld: return removeHeld();
    case KeepHeld:
        if (m_elsewhere)
            return;
        m_belief = Belief::Kept;
        if (held() == 0)
            settle();
        m_failed = m_errors > 0 && !m_parked;
        return;
    case LockFreed: // E15: at once after the first refusal, then after a while
        m_lockFreed = m_running;
        if (m_running || m_plan != Plan::Lock)
            return;
        if (m_refusals >= 2)
            m_wait = std::min(m_wait, lockRest());
        else if (!m_closed)
            due();
        return;
    case Due: return due();
    case LongTime:
        if (m_plan != Plan::None)
            due();
        m_longSinceRun = m_longSinceRemoval = true;
        return;
    case Pull:
    case Detach: return;
    case Close: m_closed = true; return;
    case Restart: return restart();
    }
}

/// A list says that it is gone, and that something is left of it.
void ScheduleModel::mention()
{
    const bool isNew = !m_known;
    getKnown();
    m_leftovers += isNew;
    if (isNew)
        m_newerThanList = m_shown = false;
    else if (m_elsewhere && isAbsent())
        m_newerThanList = true; // decision 56
}

/// What another host owns is known, and nothing is done about it here.
void ScheduleModel::disown()
{
    m_elsewhere = true;
    m_wasElsewhere = m_running;
    if (m_known)
        letGo();
}

void ScheduleModel::letGo()
{
    m_endedTickets |= m_waitingTickets;
    m_waitingTickets = 0;
    m_dropped += m_wanted && !m_running;
    m_wanted = false;
    m_why = 0;
    if (!m_paused)
        m_plan = Plan::None;
    if (m_running)
        return;
    m_errors = m_refusals = 0;
    m_parked = m_failed = m_ignored = m_denied = false;
}

/// It is due, whatever another host has done about it.
void ScheduleModel::own()
{
    m_elsewhere = false;
    if (m_known && m_belief == Belief::Deleted)
        m_belief = Belief::Missing;
    if (m_known)
        ask(Listed);
}

std::optional<Operation> ScheduleModel::towardsRest() const
{
    using enum Operation;
    if (m_listing && !m_closed)
        return EndPartial;
    for (const Operation operation : {ResumeAll, Resume, Own, Done, Take, Due}) {
        if (applies(operation))
            return operation;
    }
    return std::nullopt;
}

} // namespace qontroller::test
