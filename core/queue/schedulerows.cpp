// SPDX-License-Identifier: LGPL-3.0-or-later
// What a front end sees, and what is kept for people to look back at.
#include "core/queue/schedule.h"

#include "core/base/duration.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Rows for one call of collect(): some 30 µs.
constexpr std::size_t Portion = 256;

std::string withText(std::string word, const std::string &text)
{
    return text.empty() ? word : std::move(word) + ": " + text;
}

std::string describe(const RunResult &result)
{
    const std::string &text = result.outcome.text();
    if (result.ran == Ran::LockRefused)
        return withText("lock refused, held by", text.empty() ? "somebody else" : text);
    if (result.ran == Ran::LockLost)
        return "lock lost while running";
    switch (result.outcome.kind()) {
    case Outcome::Kind::Done:
        return result.ran == Ran::Nothing ? "ignored" : result.ran == Ran::Remove ? "removed" : "done";
    case Outcome::Kind::RequeueAfter:
        return "done, looked at again in " + formatDuration(result.outcome.delay());
    case Outcome::Kind::Wait: return withText("waits for", text);
    case Outcome::Kind::Retry: return withText("failed", text);
    case Outcome::Kind::Park: return withText("parked", text);
    }
    return {};
}

bool isUnfinished(const Item &item)
{
    if (item.place != Place::Delayed)
        return !item.isIdle();
    const bool looksAgain = item.delayKind == DelayKind::Requeue && !item.absent;
    return item.dirty || item.processing
        || !(looksAgain || item.delayKind == DelayKind::PauseExpiry);
}

} // namespace

void Schedule::record(Item &item, const RunResult &result, const Decision &decision, TimePoint now)
{
    const bool lockTrouble = result.ran == Ran::LockRefused || result.ran == Ran::LockLost;
    const bool success = !result.outcome.isError() && !lockTrouble;
    const bool trouble = !success || result.outcome.kind() == Outcome::Kind::Wait;
    if (!trouble && !item.extra)
        return;

    ItemExtra &extra = item.needExtra();
    extra.text = trouble ? result.outcome.text() : std::string();
    extra.attempts.push_back({item.readyAt, now - item.readyAt, item.runCauses,
                              result.ran == Ran::Remove, success, describe(result)});
    if (extra.attempts.size() > AttemptsKept)
        extra.attempts.pop_front();

    if (result.ran == Ran::LockRefused)
        log(EventRecord::Kind::LockRefused, item.id(), result.outcome.text(), now);
    else if (result.ran == Ran::LockLost)
        log(EventRecord::Kind::LockLost, item.id(), {}, now);
    else if (decision.next == Decision::Next::Fail)
        log(EventRecord::Kind::Failed, item.id(), result.outcome.text(), now);
    else if (decision.next == Decision::Next::Park)
        log(EventRecord::Kind::Parked, item.id(), result.outcome.text(), now);
    else if (!success)
        log(EventRecord::Kind::Error, item.id(), result.outcome.text(), now);
    else if (item.errors > 0 && decision.errors == 0)
        log(EventRecord::Kind::Recovered, item.id(), {}, now);
}

void Schedule::finishTickets(Item &item, const RunResult &result, TimePoint now)
{
    if (item.extra && !item.extra->running.empty())
        endTickets(item, item.extra->running, describe(result), now);
}

void Schedule::endTickets(const Item &item, std::vector<Ticket> &tickets,
                          const std::string &outcome, TimePoint now)
{
    for (const Ticket ticket : tickets)
        log(EventRecord::Kind::TicketDone, item.id(), outcome, now, ticket);
    tickets.clear();
}

void Schedule::log(EventRecord::Kind kind, std::string_view id, std::string text, TimePoint now,
                   Ticket ticket)
{
    m_events.add({0, now, kind, ObjectId(id), std::move(text), ticket});
}

void Schedule::markStuck(Item &item, TimePoint now)
{
    item.stuck = true;
    log(EventRecord::Kind::Stuck, item.id(),
        "runs for " + formatDuration(now - item.readyAt) + "; it was asked to stop", now);
    settle(item, now);
}

void Schedule::setProgress(Item &item, std::uint64_t done, std::uint64_t total)
{
    item.needExtra().progressDone = done;
    item.extra->progressTotal = total;
    m_changes.mark(item);
}

bool Schedule::collect(ControllerDelta &delta)
{
    if (!m_changes.isAttached()) {
        m_changes.attach();
        m_events.rewind();
        m_partsShown = 0;
        delta.resetRows = true;
    }
    if (delta.changed.size() < DeltaRowLimit && m_changes.pending() < Portion
        && m_partsShown < ItemTable::Parts) {
        m_table.forEachInPart(m_partsShown++, [this](Item &item) {
            if (!item.tombstone && !item.shown)
                m_changes.mark(item);
        });
    }
    for (std::size_t i = 0; i < Portion && delta.changed.size() < DeltaRowLimit; ++i) {
        Item *item = m_changes.take();
        if (!item)
            break;
        delta.changed.push_back(rowOf(*item));
    }
    const bool allShown = m_changes.pending() == 0 && m_partsShown == ItemTable::Parts;
    if (!allShown && delta.changed.size() < DeltaRowLimit)
        return true;

    delta.rowsPending = m_changes.pending();
    if (const std::size_t parts = ItemTable::Parts - m_partsShown; parts > 0) // about so many more
        delta.rowsPending += std::max<std::size_t>(m_table.size() * parts / ItemTable::Parts, 1);
    delta.removed = m_changes.takeRemoved();
    delta.events = m_events.read(DeltaEventLimit);
    return false;
}

void Schedule::detach()
{
    m_changes.detach();
    for (std::size_t part = 0; part < ItemTable::Parts; ++part)
        m_table.forEachInPart(part, [](Item &item) { item.shown = false; });
}

Counters Schedule::counters() const
{
    Counters counters = m_counters;
    counters.eventsDropped = m_events.dropped();
    return counters;
}

void Schedule::fill(Gauges &gauges, TimePoint now) const
{
    gauges.known = m_table.size() - m_tombstones;
    gauges.depth = m_ready.size();
    gauges.running = m_running;
    gauges.states = m_states;
    gauges.oldestWaiting = m_ready.isEmpty() ? Duration::zero() : now - m_ready.oldest();
    gauges.listAge = m_lastList == TimePoint{} ? Duration(-1) : now - m_lastList;
}

std::vector<ObjectId> Schedule::unfinished(std::size_t limit, std::uint64_t &count)
{
    std::vector<ObjectId> ids;
    count = 0;
    for (std::size_t part = 0; part < ItemTable::Parts; ++part) {
        m_table.forEachInPart(part, [&](const Item &item) {
            if (item.tombstone || !isUnfinished(item))
                return;
            ++count;
            if (ids.size() < limit)
                ids.emplace_back(item.id());
        });
    }
    return ids;
}

ItemRow Schedule::rowOf(const Item &item) const
{
    ItemRow row;
    row.key = item.key;
    row.id = ObjectId(item.id());
    row.state = item.state;
    row.band = item.band;
    row.absent = item.absent;
    row.causes = item.processing && !item.dirty ? item.runCauses : item.causes();
    row.coalesced = item.triggers();
    row.errors = item.errors;
    row.worker = item.worker;
    row.again = item.dirty;
    row.since = item.since;
    if (item.place == Place::Delayed && item.delayKind != DelayKind::PauseExpiry)
        row.nextRun = item.due;
    row.firstSeen = m_start + std::chrono::seconds(item.firstSeen);
    row.lastRun = item.lastRun;
    row.lastSuccess = item.lastSuccess;
    if (item.extra) {
        row.text = item.paused ? item.extra->pauseReason : item.extra->text;
        if (item.paused && item.extra->pausedUntil != TimePoint::max())
            row.pausedUntil = item.extra->pausedUntil;
        row.progressDone = item.extra->progressDone;
        row.progressTotal = item.extra->progressTotal;
    }
    return row;
}

std::optional<ItemDetail> Schedule::detail(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->tombstone)
        return std::nullopt;
    const ItemExtra &extra = item->needExtra(); // from now on its attempts are kept: it is watched
    ItemDetail detail{rowOf(*item), {}, {extra.attempts.begin(), extra.attempts.end()},
                      explain(*item, now)};
    if (item->reason.count > 0)
        detail.reasons.push_back(item->reason);
    detail.reasons.insert(detail.reasons.end(), extra.moreReasons.begin(), extra.moreReasons.end());
    return detail;
}

std::string Schedule::explain(const Item &item, TimePoint now) const
{
    const auto in = [now](TimePoint time) { return formatDuration(time - now); };
    const auto for_ = [now](TimePoint time) { return formatDuration(now - time); };
    std::string text;
    if (!m_gateOpen)
        text += "Nothing runs before the first list of the source.\n";
    if (isPaused())
        text += withText("The controller is paused", m_pauseReason)
            + (m_pausedUntil == TimePoint::max() ? "; somebody has to resume it.\n"
                                                 : "; it resumes in " + in(m_pausedUntil) + ".\n");
    switch (item.state) {
    case ItemState::InSync:
        if (item.refused) {
            text += "An operator keeps it although lists do not show it. "
                    "It runs when its source speaks of it, or requeue it";
            break;
        }
        text += item.place == Place::Delayed ? "In sync. Its handler wants another look in " + in(item.due)
                                             : "In sync. Nothing asks for a run: the next event or resync will";
        break;
    case ItemState::Waiting:
        text += explainWaiting(item, now);
        break;
    case ItemState::Running:
        text += "Runs on worker " + std::to_string(item.worker) + " since " + for_(item.since);
        break;
    case ItemState::Stuck:
        text += "Runs past the handler timeout since " + for_(item.since)
            + ". It was asked to stop; until it returns no second run can start";
        break;
    case ItemState::BackOff:
        text += "Failed " + std::to_string(item.errors) + " times; tried again in " + in(item.due);
        break;
    case ItemState::WaitingForLock:
        text += "Its lock is held elsewhere; asked again in " + in(item.due);
        break;
    case ItemState::Failed:
        text += "All retries failed. The next resync or event tries once more, or requeue it";
        break;
    case ItemState::Parked:
        text += "Its handler said that trying again is of no use. It runs when the object changes, or requeue it";
        break;
    case ItemState::Held:
        text += "The list " + for_(m_held.at) + " ago lacked " + std::to_string(m_held.missing) + " of "
            + std::to_string(m_held.present)
            + " objects: too many at once to be believed.\nConfirm or refuse the removal";
        break;
    case ItemState::Paused:
        text += withText("Paused", item.extra ? item.extra->pauseReason : std::string());
        if (item.extra && item.extra->pausedUntil != TimePoint::max())
            text += ". It resumes in " + in(item.extra->pausedUntil);
        if (item.dirty)
            text += ". One run follows on resume";
        break;
    case ItemState::Ignored:
        text += "The storage says that it is not for this controller";
        break;
    }
    return text + ".";
}

std::string Schedule::explainWaiting(const Item &item, TimePoint now) const
{
    if (item.place == Place::Delayed && item.delayKind == DelayKind::Requeue)
        return "Its removal is not done yet; its handler goes on in " + formatDuration(item.due - now);
    if (item.place == Place::Delayed) {
        return withText("Waits for something else", item.extra ? item.extra->text : std::string())
            + "; looked at again in " + formatDuration(item.due - now);
    }
    const std::uint64_t stuck = m_states[static_cast<std::size_t>(ItemState::Stuck)];
    return "Ready since " + formatDuration(now - item.readyAt) + " in band "
        + std::string(name(item.band)) + "; " + std::to_string(m_ready.size())
        + " are ready and all " + std::to_string(m_running) + " running workers are busy"
        + (stuck == 0 ? "" : ", " + std::to_string(stuck) + " of them past the handler timeout");
}

} // namespace qontroller
