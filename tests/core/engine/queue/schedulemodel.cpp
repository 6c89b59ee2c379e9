// SPDX-License-Identifier: LGPL-3.0-or-later
#include "schedulemodel.h"

#include <algorithm>

namespace qontroller::test {

using namespace std::chrono_literals;

using At = Beginning::At;

ScheduleModel::ScheduleModel(const Beginning &beginning)
    : m_beginning(beginning)
{
    if (beginning.at == At::Unknown)
        return;
    m_known = m_everListed = m_made = true;
    m_version = beginning.versions ? 1 : 0;
    if (beginning.at != At::Denied)
        return;
    m_listing = m_shown = m_wanted = true;
    m_why = Resync;
    m_waveKnown = m_knownBeforeList = 3;
    m_waveGone = 2;
    m_longSinceRemoval = false;
}

bool ScheduleModel::isAbsent() const
{
    return m_known && (m_belief == Belief::Deleted || m_belief == Belief::Missing);
}

bool ScheduleModel::isWithheld() const
{
    return m_belief == Belief::Held || m_belief == Belief::Kept;
}

/// E8: only what the list itself could have shown is missing.
bool ScheduleModel::isMissing() const
{
    return m_known && !m_shown && !m_newerThanList && !isAbsent() && !isWithheld();
}

/// E1, E21
bool ScheduleModel::canRun() const
{
    return m_wanted && !m_running && !m_paused && !m_allPaused;
}

/// A run is asked for: it will begin (E2), unless a rule says otherwise.
void ScheduleModel::ask(Why why)
{
    const bool change = why == Change || why == ByOwner || why == ByOperator;
    const bool wakes = change || (why == Resync && !tellsOfChanges() && m_longSinceRun); // E14
    const bool waits = m_plan == Plan::BackOff || m_plan == Plan::Lock;
    if (m_closed || m_elsewhere || (m_parked && !wakes))
        return;
    if (isWithheld() && why != ByOperator && !m_denied) // decision 22
        return;
    if (why == Resync && waits) // decision 7
        return;
    if (m_plan != Plan::PauseEnd)
        m_plan = Plan::None; // E4
    m_why = m_wanted ? m_why | why : static_cast<unsigned>(why);
    m_wanted = true;
    wake();
}

/// E14: a park ends the count of errors, which is shown until then.
void ScheduleModel::wake()
{
    if (m_parked)
        m_errors = 0;
    m_parked = m_failed = false;
}

void ScheduleModel::getKnown()
{
    if (!m_known) {
        m_newerThanList = true;
        m_waveGone -= m_counts && m_waveGone > 0;
        m_counts = false;
    }
    m_known = true;
}

void ScheduleModel::forget()
{
    m_counts |= m_admitted && !m_denied;
    m_wentDenied |= m_admitted && m_denied;
    m_known = m_wanted = m_paused = m_parked = m_failed = m_ignored = m_denied = false;
    m_everListed = m_made = m_admitted = m_lastDeleted = false;
    m_belief = Belief::Present;
    m_plan = Plan::None;
    m_errors = 0;
    m_refusals = 0;
    m_version = 0;
}

void ScheduleModel::event(Belief belief)
{
    if (m_closed)
        return;
    getKnown();
    m_hasEvents = m_newerThanList = m_told = true;
    m_lastDeleted = belief == Belief::Deleted;
    believe(belief);
    if (m_beginning.versions && belief == Belief::Present)
        m_version = ++m_lastVersion;
    ask(Change);
}

void ScheduleModel::beginList()
{
    m_listing = true;
    m_shown = m_newerThanList = m_removedInList = false;
    m_turn = m_probed ? m_turn + 1 : 0;
    m_passed = 0;
    m_probed = false;
    m_knownBeforeList = countedObjects();
    m_leftovers = 0;
}

void ScheduleModel::show(bool otherVersion)
{
    m_shown = true;
    const bool older = m_newerThanList && m_known;
    if ((!m_known && m_removedInList) || (older && isAbsent() && m_lastDeleted)) // E8
        return;
    const bool appears = !m_known || isAbsent();
    getKnown();
    m_lastVersion += otherVersion;
    const bool differs = !older && m_version != 0 && m_version != m_lastVersion;
    if (m_beginning.versions && !older)
        m_version = m_lastVersion;
    m_told = m_everListed = true;
    if (appears)
        wake();
    if (!isWithheld() || !m_denied) // what its storage denies waits for its storage: 48
        believe(Belief::Present);
    if (isWithheld() && m_denied && (m_probed || m_paused || m_passed++ < m_turn)) // 48, 234
        return;
    m_probed = m_probed || (isWithheld() && m_denied);
    ask(appears ? Listed : differs ? Change : Resync);
}

void ScheduleModel::endList(bool complete, bool showsOthers)
{
    if (showsOthers)
        m_others = Belief::Present;
    const bool inCompany = m_beginning.at == At::InCompany && m_others == Belief::Present;
    const unsigned missing = (showsOthers || !inCompany ? 0U : 2U) + isMissing();
    unsigned all = countedObjects();
    if (m_knownBeforeList > 0)
        all = std::min(all, m_knownBeforeList + m_leftovers);
    const bool holds = complete && missing > 0 && !admits(missing, all);
    if (complete && missing == 0 && held() == 0 && m_longSinceRemoval)
        settle();
    const bool isGone = m_known && (isAbsent() || isWithheld());
    if (m_elsewhere && isGone && !m_running && !m_shown && !m_newerThanList)
        forget(); // decision 56
    else if (isAbsent()) {
        m_denied = m_denied && (!complete || m_shown || m_newerThanList); // decision 234
        remind();                                                         // E8: also a partial list
    } else if (complete && isMissing())
        m_admitted = !holds, holds ? hold() : miss();
    if (complete && inCompany && !showsOthers)
        m_others = holds ? Belief::Held : Belief::Missing;
    closeList();
}

void ScheduleModel::closeList()
{
    m_listing = m_removedInList = false;
}

/// E9
unsigned ScheduleModel::held() const
{
    const bool inCompany = m_beginning.at == At::InCompany;
    return (m_known && m_belief == Belief::Held) + (inCompany && m_others == Belief::Held ? 2 : 0);
}

unsigned ScheduleModel::countedObjects() const
{
    const bool inCompany = m_beginning.at == At::InCompany;
    return held() + (m_known && m_belief == Belief::Present)
           + (inCompany && m_others == Belief::Present ? 2 : 0);
}

/// With so few it is all that counts: all of those when the wave began, or of those that are left.
bool ScheduleModel::admits(unsigned count, unsigned all)
{
    if (m_waveKnown == 0)
        m_waveKnown = all;
    if (m_waveGone + held() + count >= m_waveKnown || held() + count >= all)
        return false;
    m_waveGone += count;
    m_longSinceRemoval = false;
    return true;
}

/// E9: what was to go is here after all, or held, or an event has asked for it.
void ScheduleModel::believe(Belief belief)
{
    if (m_admitted && belief != Belief::Missing) {
        m_admitted = false;
        m_waveGone -= m_waveGone > 0;
    }
    m_belief = belief;
}

void ScheduleModel::settle()
{
    m_waveKnown = m_waveGone = 0;
    m_counts = m_wentDenied = false;
}

void ScheduleModel::remind()
{
    if (!m_wanted && !m_running && (m_plan == Plan::None || m_plan == Plan::PauseEnd))
        ask(Resync);
}

void ScheduleModel::miss()
{
    if (m_closed)
        return;
    m_belief = Belief::Missing;
    m_told = true;
    ask(Change);
}

void ScheduleModel::hold()
{
    believe(Belief::Held);
    if (m_denied || (m_why & ByOperator)) // decisions 22, 48
        return;
    m_dropped += m_wanted && !m_running;
    m_wanted = false;
    m_endedTickets |= m_waitingTickets; // decision 215
    m_waitingTickets = 0;
    if (!m_paused)
        m_plan = Plan::None;
}

void ScheduleModel::take()
{
    m_running = true;
    m_wanted = m_told = m_wasElsewhere = m_lockFreed = false;
    m_runWhy = m_why;
    m_removes = isAbsent();
    m_asks = m_belief != Belief::Deleted; // E7: its storage
    m_runningTickets = m_waitingTickets;
    m_waitingTickets = 0;
    ++m_runs;
}

/// E9: however the belief arose. Decision 48.
bool ScheduleModel::mayRemove()
{
    if (isAbsent() || (!m_everListed && !m_made))
        return true;
    m_denied = true;
    if (isWithheld())
        return false;
    if (m_wentDenied && held() == 0)
        return true;
    if (m_admitted || admits(1, countedObjects()))
        return m_admitted = true;
    hold();
    return false;
}

void ScheduleModel::gone(Operation outcome)
{
    if (mayRemove())
        return finish(outcome == Operation::GoneRemoved ? Operation::Done : Operation::Retry, true);
    finish(Operation::GoneRemoved, false);
}

/// What follows from an outcome: E12 to E15. GoneRemoved: its removal was held.
void ScheduleModel::finish(Operation outcome, bool removes)
{
    using enum Operation;
    const bool lock = outcome == LockRefused || outcome == LockLost || outcome == LockAway;
    const bool noWord = lock || outcome == GoneRemoved
                        || outcome == Disowned; // neither storage nor handler were heard
    const bool putOff = outcome == Wait;        // a process that is away says it, too
    const bool adds = !noWord && !removes && !putOff && outcome != Ignored
                      && outcome != StorageFailed;
    countEnd(outcome, removes);
    m_running = false;
    m_longSinceRun = false;
    m_endedTickets |= m_runningTickets;
    m_runningTickets = 0;
    ++m_runsEnded;
    m_ignored = outcome == Ignored;
    if (removes && !noWord && m_belief != Belief::Deleted && !m_wentDenied)
        m_longSinceRemoval = false;
    if (removes && !noWord && !m_told)
        m_belief = Belief::Missing; // until it has succeeded; E7: a retry asks
    m_made = (m_made && !(removes && outcome == Done)) || adds;
    if (adds) { // its storage has it
        if ((m_belief == Belief::Missing && !m_told) || (m_denied && isWithheld()))
            believe(Belief::Present);
        m_denied = false;
    }
    const bool error = outcome == Retry || outcome == StorageFailed;
    if (m_wanted && m_why == Resync && (error || lock || outcome == Park))
        m_wanted = false; // decision 7
    const bool over = (outcome == Done ? removes : outcome == Ignored) && isAbsent();
    if (over && !m_wanted) {
        m_removedInList = m_listing && m_newerThanList;
        return forget();
    }
    if (outcome != LockAway)
        m_refusals = outcome == LockRefused || outcome == LockLost ? m_refusals + 1 : 0;
    if (m_elsewhere)
        return letGo();
    if (outcome == Done || outcome == RequeueAfter || outcome == Ignored)
        m_errors = 0;
    if (error)
        countError();
    if (outcome == Park)
        m_errors += m_errors == 0 || !(m_runWhy & (Change | ByOwner | ByOperator));
    if (outcome == Park && m_wanted)
        m_errors = 0;
    m_parked = outcome == Park && !m_wanted;
    m_failed = error && !m_wanted && m_errors > static_cast<unsigned>(m_beginning.maxRetries);
    if (m_wanted) // E4
        return;
    if (error && !m_failed)
        plan(Plan::BackOff, BackOffBase * (1 << (m_errors - 1)));
    else if (lock)
        plan(Plan::Lock, lockWait(outcome));
    else if (outcome == RequeueAfter)
        plan(Plan::Requeue, 1s);
    else if (outcome == Wait)
        plan(Plan::Wait, 1s);
}

void ScheduleModel::countEnd(Operation outcome, bool removes)
{
    using enum Operation;
    if (outcome != LockRefused && outcome != LockAway)
        count(Count::LocksGranted);
    switch (outcome) {
    case RequeueAfter: count(Count::Requeues); [[fallthrough]];
    case Done: return count(removes ? Count::Removed : Count::Added);
    case Park: count(Count::Parkings); [[fallthrough]];
    case Retry:
    case StorageFailed: return count(Count::Errors);
    case Wait: return count(Count::Waits);
    case Ignored: return count(Count::Ignored);
    case Disowned: return count(Count::Disowned);
    case LockRefused: return count(Count::LocksRefused);
    case LockLost: return count(Count::LocksLost);
    case LockAway: return count(Count::LocksAway);
    default: return count(Count::Withheld);
    }
}

/// E13: an event costs no attempt. E14: one more try each time after they are used up.
void ScheduleModel::countError()
{
    const auto limit = static_cast<std::uint32_t>(m_beginning.maxRetries);
    if (m_errors == 0 || !(m_runWhy & (Change | ByOwner | ByOperator)))
        m_errors = std::min(m_errors, limit) + 1;
}

/// E15
std::chrono::milliseconds ScheduleModel::lockWait(Operation outcome) const
{
    const auto wait = outcome == Operation::LockAway ? 100ms : lockBackOff();
    return m_lockFreed ? std::min(wait, lockRest()) : wait;
}

std::chrono::milliseconds ScheduleModel::lockBackOff() const
{
    return std::min<std::chrono::milliseconds>(100ms * (1 << (m_refusals - 1)), 5s);
}

/// How long it is not asked for, although it is called free.
std::chrono::milliseconds ScheduleModel::lockRest() const
{
    return m_refusals < 2 ? 0ms : lockBackOff() / 10;
}

void ScheduleModel::plan(Plan plan, std::chrono::milliseconds wait)
{
    if (isWithheld() && !m_denied) { // decision 22
        m_failed = plan == Plan::BackOff;
        return;
    }
    m_why = Planned;
    if (m_paused) {
        m_wanted = true; // E21: one run follows on resume
        return;
    }
    m_plan = plan;
    m_wait = wait;
    if (plan == Plan::BackOff)
        count(Count::Retries);
}

void ScheduleModel::pause(Plan end)
{
    m_wanted = m_wanted || m_plan != Plan::None; // E21
    m_paused = true;
    m_plan = end;
}

void ScheduleModel::resume()
{
    m_paused = false;
    m_plan = Plan::None;
}

/// E22; decision 27: a ticket always ends.
void ScheduleModel::requeue()
{
    const std::uint32_t ticket = 1U << m_nextTicket++;
    if (m_closed || m_elsewhere) {
        m_endedTickets |= ticket;
        return;
    }
    getKnown();
    m_waitingTickets |= ticket;
    ask(ByOperator);
}

/// Decision 215
void ScheduleModel::removeHeld()
{
    const std::uint32_t ticket = 1U << m_nextTicket++;
    if (m_closed || m_elsewhere) {
        m_endedTickets |= ticket;
        return;
    }
    m_waitingTickets |= ticket;
    if (held() == 1)
        settle();
    miss();
}

/// Decision 23
void ScheduleModel::discard()
{
    const bool isOwed = m_belief == Belief::Held || (isAbsent() && !m_failed && !m_parked);
    if (m_running || (isOwed && !m_elsewhere))
        return;
    m_endedTickets |= m_waitingTickets;
    m_waitingTickets = 0;
    m_dropped += m_wanted;
    m_removedInList = false;
    forget();
}

void ScheduleModel::due()
{
    if (m_plan == Plan::PauseEnd)
        return resume();
    m_wanted = true;
    m_plan = Plan::None;
}

/// What a source, a list or a worker was about to say is not known any more; decision 57.
void ScheduleModel::restart()
{
    m_dropped += m_wanted && !m_running; // queued once more
    if (m_running && !m_wanted)
        m_why = m_runWhy;
    if (m_running)
        m_wanted = !m_elsewhere
                   && (!isWithheld() || m_denied || (m_why & ByOperator)); // decision 22
    if (m_wanted)
        wake();
    m_refusals = 0;
    m_running = m_removes = m_listing = m_shown = m_removedInList = false;
    m_lastDeleted = m_hasEvents = m_told = m_allPaused = false;
    m_everListed = m_known; // so the storage alone does not have it removed
    m_newerThanList = true;
    if (m_belief == Belief::Deleted)
        m_belief = Belief::Missing; // E7: it may have been made again
    settle();
    m_turn = m_passed = 0;
    m_admitted = m_probed = false;
    m_longSinceRemoval = true;
    m_runningTickets = m_waitingTickets = 0;
}

ItemState ScheduleModel::state() const
{
    if (m_running)
        return ItemState::Running;
    if (m_wanted && !m_paused)
        return ItemState::Waiting;
    if (m_elsewhere)
        return ItemState::Elsewhere;
    if (m_belief == Belief::Held)
        return ItemState::Held;
    if (m_paused)
        return ItemState::Paused;
    switch (m_plan) {
    case Plan::BackOff: return ItemState::BackOff;
    case Plan::Lock: return ItemState::WaitingForLock;
    case Plan::Wait: return ItemState::Waiting;
    case Plan::Requeue: return isAbsent() ? ItemState::Waiting : ItemState::InSync;
    case Plan::None:
    case Plan::PauseEnd: break;
    }
    return m_parked    ? ItemState::Parked
           : m_failed  ? ItemState::Failed
           : m_ignored ? ItemState::Ignored
                       : ItemState::InSync;
}

View ScheduleModel::view() const
{
    View view;
    view.ended = m_endedTickets;
    view.runs = m_runs;
    view.runsEnded = m_runsEnded;
    view.canRun = canRun();
    view.counts = m_ends;
    if (m_beginning.at != At::InCompany)
        view.queued = m_runs + m_dropped + (m_wanted && !m_running);
    if (!m_known)
        return view;
    view.known = true;
    view.state = state();
    view.absent = isAbsent();
    view.kept = m_belief == Belief::Kept;
    view.again = m_wanted && (m_running || m_paused);
    view.planned = m_plan != Plan::None && m_plan != Plan::PauseEnd;
    view.wait = view.planned ? m_wait : 0ms;
    view.planned |= view.state == ItemState::Parked && !tellsOfChanges();
    view.errors = m_errors;
    return view;
}

} // namespace qontroller::test
