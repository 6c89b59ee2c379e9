// SPDX-License-Identifier: LGPL-3.0-or-later
// What a front end sees, and what is kept for people to look back at.
#include "core/queue/schedule.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Rows for one call of collect(): some 30 µs.
constexpr std::size_t Portion = 256;

Said::Kind kindOf(const RunResult &result)
{
    if (result.ran == Ran::LockRefused)
        return Said::Kind::LockRefused;
    if (result.ran == Ran::LockLost)
        return Said::Kind::LockLost;
    if (result.ran == Ran::Held)
        return Said::Kind::Withheld;
    switch (result.outcome.kind()) {
    case Outcome::Kind::Done:
        return result.ran == Ran::Nothing  ? Said::Kind::Ignored
               : result.ran == Ran::Remove ? Said::Kind::Removed
                                           : Said::Kind::Done;
    case Outcome::Kind::RequeueAfter: return Said::Kind::DoneForNow;
    case Outcome::Kind::Wait: return Said::Kind::WaitsFor;
    case Outcome::Kind::Shortage: return Said::Kind::HostIsShort;
    case Outcome::Kind::Retry: return Said::Kind::Failed;
    case Outcome::Kind::Park: return Said::Kind::Parked;
    }
    return Said::Kind::Done;
}

Said outcomeOf(const RunResult &result)
{
    Said said(kindOf(result), result.outcome.text());
    if (said.kind == Said::Kind::DoneForNow)
        said.span = result.outcome.delay();
    return said;
}

/// As rows say it: no time for what ends only when somebody ends it.
TimePoint orNever(TimePoint time)
{
    return time == TimePoint::max() ? TimePoint() : time;
}

// An error stays known while later attempts wait or find the lock held.
void remember(ItemExtra &extra, const RunResult &result, SharedText text, TimePoint now)
{
    if (isHandled(result.ran) && result.outcome.isError()) {
        extra.error = {};
        extra.lastError = now;
    } else if (extra.lastError != TimePoint{} && extra.error.isEmpty()) {
        extra.error = std::move(extra.text);
    }
    extra.text = std::move(text);
}

void forgetTrouble(ItemExtra &extra)
{
    extra.text = {};
    extra.error = {};
    extra.lastError = {};
}

bool isUnfinished(const Item &item)
{
    if (item.place != Place::Delayed)
        return !item.isIdle();
    const bool looksAgain = item.delayKind == DelayKind::Requeue && !item.isAbsent();
    return item.dirty || item.processing
        || !(looksAgain || item.delayKind == DelayKind::PauseExpiry);
}

} // namespace

void Schedule::record(Item &item, const RunResult &result, const Decision &decision, TimePoint now)
{
    const bool success = isHandled(result.ran) && !result.outcome.isError();
    const bool trouble = !success || result.outcome.kind() == Outcome::Kind::Wait
        || result.outcome.kind() == Outcome::Kind::Shortage;
    if (trouble)
        remember(item.needExtra(), result, m_texts.share(result.outcome.text()), now);
    else if (item.extra)
        forgetTrouble(*item.extra);
    item.hasHistory = trouble || (item.hasHistory && m_histories.contains(item.key));
    if (item.hasHistory) {
        m_histories.add(item.key, {item.readyAt, now - item.readyAt, item.runCauses,
                                   result.ran == Ran::Remove, success, outcomeOf(result)});
    }

    if (result.ran == Ran::LockRefused)
        log(EventRecord::Kind::LockRefused, item.id(), result.outcome.text(), now);
    else if (result.ran == Ran::LockLost)
        log(EventRecord::Kind::LockLost, item.id(), {}, now);
    else if (decision.next == Decision::Next::Fail)
        log(EventRecord::Kind::Failed, item.id(), result.outcome.text(), now);
    else if (decision.next == Decision::Next::Park)
        log(EventRecord::Kind::Parked, item.id(), result.outcome.text(), now);
    else if (result.ran == Ran::Held)
        return; // one event for all of them: see mayRemove()
    else if (!success)
        log(EventRecord::Kind::Error, item.id(), result.outcome.text(), now);
    else if (item.errors > 0 && decision.errors == 0)
        log(EventRecord::Kind::Recovered, item.id(), {}, now);
}

void Schedule::finishTickets(Item &item, const RunResult &result, TimePoint now)
{
    if (item.extra && !item.extra->running.empty())
        endTickets(item, item.extra->running, outcomeOf(result), now);
}

void Schedule::endTickets(const Item &item, std::vector<Ticket> &tickets,
                          const Said &outcome, TimePoint now)
{
    for (const Ticket ticket : tickets)
        endTicket(item.id(), ticket, outcome, now);
    tickets.clear();
}

void Schedule::endTicket(std::string_view id, Ticket ticket, const Said &outcome, TimePoint now)
{
    m_ticketEnds.add({0, now, EventRecord::Kind::TicketDone, ObjectId(id), outcome, ticket});
}

void Schedule::log(EventRecord::Kind kind, std::string_view id, Said said, TimePoint now,
                   Ticket ticket)
{
    m_events.add({0, now, kind, ObjectId(id), std::move(said), ticket});
}

void Schedule::markStuck(Item &item, TimePoint now)
{
    item.stuck = true;
    log(EventRecord::Kind::Stuck, item.id(), {Said::Kind::AskedToStop, now - item.readyAt}, now);
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
            if (!item.isTombstone() && !item.shown)
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
    delta.ticketEnds = m_ticketEnds.read(EventRing::DefaultCapacity);
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
    gauges.known = m_table.size() - m_tombstoneCount;
    gauges.depth = depth();
    gauges.running = m_running;
    gauges.states = m_states;
    gauges.oldestWaiting = m_ready.isEmpty() ? Duration::zero() : now - m_ready.oldest();
    gauges.listAge = m_lastList == TimePoint{} ? Duration(-1) : now - m_lastList;
}

void Schedule::countUnfinished(ItemTable::Walk &walk, std::size_t mostNamed, Unfinished &unfinished)
{
    m_table.walk(walk, [&](const Item &item) {
        if (item.isTombstone() || !isUnfinished(item))
            return;
        ++unfinished.count;
        if (unfinished.ids.size() < mostNamed)
            unfinished.ids.emplace_back(item.id());
    });
}

ItemRow Schedule::rowOf(const Item &item) const
{
    ItemRow row;
    row.key = item.key;
    row.id = ObjectId(item.id());
    row.state = item.state;
    row.band = item.band;
    row.absent = item.isAbsent();
    row.kept = item.existence == Existence::Kept;
    const bool isRun = (item.processing && !item.dirty) || item.reason.count == 0;
    row.causes = isRun ? item.runCauses : item.causes();
    row.coalesced = item.triggers();
    row.errors = item.errors;
    row.worker = item.worker;
    row.again = item.dirty;
    row.since = item.since;
    if (item.isRetry || (item.place == Place::Delayed && item.delayKind != DelayKind::PauseExpiry))
        row.nextRun = item.due;
    else if (item.state == ItemState::Parked)
        row.nextRun = orNever(parkedUntil(item));
    row.firstSeen = m_start + std::chrono::seconds(item.firstSeen);
    row.lastRun = item.lastRun;
    row.lastSuccess = item.lastSuccess;
    if (item.extra) {
        row.text = item.extra->text.text();
        row.error = item.extra->error.text();
        row.lastError = item.extra->lastError;
        if (item.paused)
            row.pauseReason = item.extra->pauseReason.text();
        if (item.paused && item.extra->pausedUntil != TimePoint::max())
            row.pausedUntil = item.extra->pausedUntil;
        row.progressDone = item.extra->progressDone;
        row.progressTotal = item.extra->progressTotal;
    }
    return row;
}

void Schedule::watch(std::string_view id)
{
    Item *item = m_table.find(id);
    if (!item || item->isTombstone())
        return;
    m_histories.watch(item->key);
    item->hasHistory = true;
}

std::optional<ItemDetail> Schedule::detail(std::string_view id) const
{
    const Item *item = m_table.find(id);
    if (!item || item->isTombstone())
        return std::nullopt;
    ItemDetail detail{rowOf(*item), {}, m_histories.of(item->key), explain(*item)};
    if (item->reason.count > 0)
        detail.reasons.push_back(item->reason);
    if (item->extra) {
        const std::vector<Reason> &more = item->extra->moreReasons;
        detail.reasons.insert(detail.reasons.end(), more.begin(), more.end());
    }
    return detail;
}

std::vector<Explanation> Schedule::explain(const Item &item) const
{
    using Kind = Explanation::Kind;
    std::vector<Explanation> facts;
    if (!m_gateOpen)
        facts.push_back({.kind = Kind::NoListYet});
    if (isPaused())
        facts.push_back({.kind = Kind::ControllerPaused,
                         .until = orNever(m_pausedUntil),
                         .text = m_pauseReason});
    facts.push_back(explainState(item));
    if (item.state == ItemState::Paused && item.dirty)
        facts.push_back({.kind = Kind::RunsOnResume});
    return facts;
}

Explanation Schedule::explainState(const Item &item) const
{
    using Kind = Explanation::Kind;
    if (item.existence == Existence::Kept && item.isIdle() && !item.paused)
        return {.kind = Kind::KeptByOperator};
    switch (item.state) {
    case ItemState::InSync:
        return item.place == Place::Delayed ? Explanation{.kind = Kind::AnotherLook, .until = item.due}
                                            : Explanation{.kind = Kind::InSync};
    case ItemState::Waiting: return explainWaiting(item);
    case ItemState::Running:
        return {.kind = Kind::Running,
                .since = item.since,
                .number = static_cast<std::uint64_t>(item.worker)};
    case ItemState::Stuck: return {.kind = Kind::Stuck, .since = item.since};
    case ItemState::BackOff:
        return {.kind = Kind::BackOff, .until = item.due, .number = item.errors};
    case ItemState::WaitingForLock: return {.kind = Kind::LockHeld, .until = item.due};
    case ItemState::Failed: return {.kind = Kind::Failed};
    case ItemState::Parked: return {.kind = Kind::Parked, .until = orNever(parkedUntil(item))};
    case ItemState::Held:
        return {.kind = item.denied ? Kind::DeniedByStorage : Kind::Held,
                .since = m_held.at,
                .number = m_held.present,
                .missing = m_held.missing};
    case ItemState::Paused:
        if (!item.extra)
            return {.kind = Kind::Paused};
        return {.kind = Kind::Paused,
                .until = orNever(item.extra->pausedUntil),
                .text = item.extra->pauseReason.text()};
    case ItemState::Ignored: return {.kind = Kind::Ignored};
    }
    return {};
}

Explanation Schedule::explainWaiting(const Item &item) const
{
    using Kind = Explanation::Kind;
    if (item.place == Place::Delayed && item.delayKind == DelayKind::Requeue)
        return {.kind = Kind::RemovalGoesOn, .until = item.due};
    if (item.place == Place::Delayed)
        return {.kind = Kind::WaitsFor,
                .until = item.due,
                .text = item.extra ? item.extra->text.text() : std::string()};
    return {.kind = Kind::WaitsForWorker,
            .since = item.readyAt,
            .band = item.band,
            .number = m_ready.size(),
            .running = m_running,
            .stuck = m_states[static_cast<std::size_t>(ItemState::Stuck)]};
}

} // namespace qontroller
