// SPDX-License-Identifier: LGPL-3.0-or-later
// What a front end sees, and what is kept for people to look back at.
#include "core/queue/schedule.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Rows for one call of collect(): some 30 µs.
constexpr std::size_t Portion = 256;

Said outcomeOf(const RunResult &result)
{
    Said said(verdict(result), result.outcome.text());
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
    const bool looksAgain = item.place == Place::Requeue && !item.isAbsent();
    const bool isPlanned = item.place != Place::Nowhere && item.place != Place::PauseEnd;
    return item.dirty || item.isRunning() || (isPlanned && !looksAgain);
}

} // namespace

void Schedule::record(Item &item, const RunResult &result, const Decision &decision, TimePoint now)
{
    const Said said = outcomeOf(result);
    const bool success = isHandled(result.ran) && !result.outcome.isError();
    const bool waits = isPutOff(said.kind);
    const bool trouble = !success || waits;
    if (trouble)
        remember(item.needExtra(), result, m_texts.share(result.outcome.text()), now);
    else if (item.extra)
        forgetTrouble(*item.extra);
    item.hasHistory = trouble || (item.hasHistory && m_histories.contains(item.key));
    if (item.hasHistory) {
        m_histories.add(item.key, {item.queueSince, now - item.queueSince, item.runCauses,
                                   result.ran == Ran::Remove, success, said});
    }
    if (item.extra)
        endTickets(item, item.extra->running, said, now);
    item.lastRun = now;
    if (success && !waits)
        item.lastSuccess = now;
    if (result.ran == Ran::LockRefused)
        item.lockRefusals = static_cast<std::uint8_t>(std::min(item.lockRefusals + 1, 100));
    else if (result.ran != Ran::LockAway)
        item.lockRefusals = 0;
    logEnd(item, said, decision, now);
}

/// Says what an operator should know of the end of a run.
void Schedule::logEnd(const Item &item, const Said &said, const Decision &decision, TimePoint now)
{
    switch (said.kind) {
    case Said::Kind::LockRefused:
        return log(EventRecord::Kind::LockRefused, item.id(), said.text, now);
    case Said::Kind::LockLost: return log(EventRecord::Kind::LockLost, item.id(), {}, now);
    case Said::Kind::Parked: return log(EventRecord::Kind::Parked, item.id(), said.text, now);
    case Said::Kind::Failed:
        return log(decision.standing == Standing::Failed ? EventRecord::Kind::Failed
                                                         : EventRecord::Kind::Error,
                   item.id(), said.text, now);
    case Said::Kind::Withheld:                // one event for all of them: see mayRemove()
    case Said::Kind::LockServiceAway: return; // likewise: see LockOutage
    default:
        if (item.errors > 0 && decision.errors == 0)
            log(EventRecord::Kind::Recovered, item.id(), {}, now);
    }
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
    item.run = RunState::Stuck;
    log(EventRecord::Kind::Stuck, item.id(), {Said::Kind::AskedToStop, now - item.queueSince}, now);
    settle(item, now);
}

void Schedule::setProgress(Item &item, std::uint64_t done, std::uint64_t total)
{
    item.needExtra().progressDone = done;
    item.extra->progressTotal = total;
    m_changes.mark(item);
}

bool Schedule::collect(ReaderId id, Reads reads, ControllerDelta &delta)
{
    ChangeLog::Reader &reader = m_changes.reader(id);
    if (reads == Reads::Everything) {
        if (m_changes.restartIfBehind(reader)) {
            delta.resetRows = true;
            delta.changed.clear();
            delta.removed.clear();
        }
        const bool changed = collectChanges(reader, delta);
        if (collectItems(reader, delta) || changed)
            return true;
        delta.rowsPending = m_changes.unread(reader) + m_table.left(reader.items);
    }
    delta.events = m_events.read(reader.events, DeltaEventLimit);
    delta.ticketEnds = m_ticketEnds.read(reader.ticketEnds, EventRing::DefaultCapacity);
    return false;
}

/// Whether it made some way.
bool Schedule::collectChanges(ChangeLog::Reader &reader, ControllerDelta &delta)
{
    const std::size_t lines = delta.changed.size() + delta.removed.size();
    const std::size_t room = DeltaRowLimit - std::min(DeltaRowLimit, lines);
    const std::size_t unread = m_changes.unread(reader);
    m_changes.read(reader, std::min(room, Portion), [&](const ChangeLog::Line &line) {
        if (line.item)
            delta.changed.push_back(rowOf(*line.item));
        else
            delta.removed.push_back(line.gone);
    });
    m_changes.trim(m_table.size());
    return m_changes.unread(reader) != unread;
}

/// Beside the changes, however many there are: so who has just come gets to the end of all
/// items. Whether it made some way.
bool Schedule::collectItems(ChangeLog::Reader &reader, ControllerDelta &delta)
{
    const std::size_t most = DeltaRowLimit - std::min(DeltaRowLimit, ItemTable::Portion);
    if (reader.items.hasEnded() || delta.changed.size() > most)
        return false;
    m_table.walk(reader.items, [&](const Item &item) {
        if (!item.isTombstone())
            delta.changed.push_back(rowOf(item));
    });
    return true;
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
    const bool isRun = (item.isRunning() && !item.dirty) || item.reason.count == 0;
    row.causes = isRun ? item.runCauses : item.causes();
    row.coalesced = item.triggers();
    row.errors = item.errors;
    row.worker = item.worker;
    row.again = item.dirty;
    row.since = item.since;
    if (item.place == Place::ReadyRetry || (isDelayed(item.place) && item.place != Place::PauseEnd))
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

std::shared_ptr<const void> Schedule::lastObject(std::string_view id) const
{
    const Item *item = m_table.find(id);
    return item && item->extra ? item->extra->object : nullptr;
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
    if (m_holdBack.isOn())
        facts.push_back({.kind = Kind::LockServiceAway,
                         .until = orNever(m_holdBack.nextStart()),
                         .text = m_holdBack.why()});
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
        return item.place == Place::Requeue
                   ? Explanation{.kind = Kind::AnotherLook, .until = item.due}
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
    if (item.place == Place::Requeue)
        return {.kind = Kind::RemovalGoesOn, .until = item.due};
    if (item.place == Place::Wait)
        return {.kind = Kind::WaitsFor,
                .until = item.due,
                .text = item.extra ? item.extra->text.text() : std::string()};
    return {.kind = Kind::WaitsForWorker,
            .since = item.queueSince,
            .band = item.band,
            .number = m_ready.size(),
            .running = m_running,
            .stuck = m_states[static_cast<std::size_t>(ItemState::Stuck)]};
}

} // namespace qontroller
