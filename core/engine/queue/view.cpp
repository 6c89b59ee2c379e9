// SPDX-License-Identifier: LGPL-3.0-or-later
// What a front end sees, and what is kept for people to look back at.
#include "core/engine/queue/view.h"

#include "core/base/text/text.h"
#include "core/engine/observe/events/withtext.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemmark.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller {

namespace {

/// Rows or events for one call of collect(): some 30 µs.
constexpr std::size_t Portion = 256;
/// Rows that are added without a look at the room that is left.
constexpr std::size_t FewRows = 16;

/// As rows say it: no time for what ends only when an operator ends it.
TimePoint orNever(TimePoint time)
{
    return time == TimePoint::max() ? TimePoint() : time;
}

bool isUnfinished(const Item &item)
{
    const bool looksAgain = item.place == Place::Requeue && !item.isAbsent();
    const bool isPlanned = item.place != Place::Nowhere && item.place != Place::PauseEnd;
    return item.dirty || item.isRunning() || (isPlanned && !looksAgain);
}

/// Its state, with what was said last of why: an error, what it waits for, or why it was paused.
std::string whyUnfinished(const Item &item)
{
    constexpr std::size_t LongestReason = 200;
    std::string why = keyOf(name(item.state));
    if (item.errors > 0)
        why += " after " + std::to_string(item.errors)
               + (item.errors == 1 ? " failed attempt" : " failed attempts");
    std::string text = item.lastErrorText().text();
    if (item.state == ItemState::Paused)
        text = item.extra ? item.extra->pauseReason.text() : std::string();
    else if (text.empty() && item.extra && item.state != ItemState::InSync)
        text = item.extra->text.text();
    return withText(std::move(why), cutText(text, LongestReason));
}

} // namespace

bool View::collect(ReaderId id, Reads reads, ControllerDelta &delta, std::size_t &room)
{
    ChangeLog::Reader &reader = m_schedule.changes().reader(id);
    bool isMore = false;
    if (reads != Reads::Events) {
        if (m_schedule.changes().restartIfBehind(reader)) {
            delta.resetRows = true;
            delta.changed.clear();
            delta.removed.clear();
        }
        const bool changed = collectChanges(reader, delta, room);
        isMore = collectItems(reader, delta, room) || changed;
        delta.wave = wave();
    }
    if (reads == Reads::Rows)
        reader.events.next = reader.ticketEnds.next = UINT64_MAX;
    else
        isMore = isMore || collectTicketEnds(reader, delta, room)
                 || collectEvents(reader, delta, room);
    delta.rowsPending = pending(reader, reads, room);
    m_schedule.logbook().setRead(m_schedule.changes().read());
    return trimLogbook() || isMore;
}

/// What comes with the next pulls: rows, and what has had no room beside them.
std::size_t View::pending(const ChangeLog::Reader &reader, Reads reads, std::size_t room) const
{
    std::size_t lines = 0;
    if (reads != Reads::Events)
        lines = m_schedule.changes().unread(reader) + m_schedule.left(reader.items);
    if (room > 0 || reads == Reads::Rows)
        return lines;
    return lines + m_schedule.logbook().events().unread(reader.events)
           + m_schedule.logbook().ticketEnds().unread(reader.ticketEnds);
}

void View::attach(ReaderId reader)
{
    static_cast<void>(m_schedule.changes().reader(reader));
    m_schedule.logbook().setRead(m_schedule.changes().read());
}

ChangeLog::Lines View::detach(ReaderId reader)
{
    ChangeLog::Lines lines = m_schedule.changes().forget(reader, m_schedule.size());
    m_schedule.logbook().setRead(m_schedule.changes().read());
    return lines;
}

ChangeLog::Read View::release(ReaderId reader)
{
    ChangeLog::Reader &at = m_schedule.changes().reader(reader);
    Logbook &logbook = m_schedule.logbook();
    return {std::exchange(at.events.next, logbook.events().nextNumber()),
            std::exchange(at.ticketEnds.next, logbook.ticketEnds().nextNumber())};
}

bool View::collectChanges(ChangeLog::Reader &reader, ControllerDelta &delta, std::size_t &room)
{
    const std::size_t lines = delta.changed.size() + delta.removed.size();
    const std::size_t most = std::min(DeltaRowLimit - std::min(DeltaRowLimit, lines), Portion);
    const std::size_t unread = m_schedule.changes().unread(reader);
    for (std::size_t i = 0; i < most && room > 0; i += FewRows) {
        m_schedule.changes().read(reader, std::min(FewRows, most - i),
                                  [&](const ChangeLog::Line &line) {
                                      if (line.item)
                                          addRow(*line.item, delta, room);
                                      else
                                          delta.removed.push_back(line.gone);
                                  });
    }
    m_schedule.changes().trim(m_schedule.size());
    return m_schedule.changes().unread(reader) != unread;
}

/// Beside the changes, however many there are: so who has just come gets to the end of all
/// items.
bool View::collectItems(ChangeLog::Reader &reader, ControllerDelta &delta, std::size_t &room)
{
    const std::size_t most = DeltaRowLimit - std::min(DeltaRowLimit, ItemTable::Portion);
    if (reader.items.hasEnded() || delta.changed.size() > most || room == 0)
        return false;
    m_schedule.walk(reader.items, [&](const Item &item) { addRow(item, delta, room); });
    return true;
}

void View::addRow(const Item &item, ControllerDelta &delta, std::size_t &room) const
{
    delta.changed.push_back(rowOf(item));
    room -= std::min(room, bytesOf(delta.changed.back()));
}

bool View::collectTicketEnds(ChangeLog::Reader &reader, ControllerDelta &delta, std::size_t &room)
{
    const std::size_t most = std::min(DeltaTicketEndLimit - delta.ticketEnds.size(), Portion);
    TicketEnds::Read read = m_schedule.logbook().ticketEnds().read(reader.ticketEnds, most, room);
    delta.missedTicketEnds |= read.hasMissed;
    std::ranges::move(read.ends, std::back_inserter(delta.ticketEnds));
    return read.ends.size() == most && most > 0;
}

bool View::collectEvents(ChangeLog::Reader &reader, ControllerDelta &delta, std::size_t &room)
{
    const std::size_t most = std::min(DeltaEventLimit - delta.events.size(), Portion);
    auto events = m_schedule.logbook().events().read(reader.events, most, room);
    std::ranges::move(events, std::back_inserter(delta.events));
    return events.size() == most && most > 0;
}

Counters View::counters() const
{
    Counters counters = m_schedule.counters();
    counters.eventsDropped = m_schedule.logbook().events().dropped()
                             + m_schedule.logbook().ticketEnds().dropped();
    return counters;
}

void View::fill(Gauges &gauges, TimePoint now) const
{
    gauges.known = m_schedule.size();
    gauges.depth = depth();
    gauges.running = m_schedule.places().running();
    gauges.states = m_schedule.states();
    gauges.parts = m_schedule.ownedParts().parts();
    gauges.partsOwned = m_schedule.ownedParts().owned();
    gauges.oldestWaiting = m_schedule.places().longestWait(now);
    gauges.givenUp = m_schedule.givenUp();
    gauges.retriesLimited = m_schedule.places().limited();
    m_schedule.lookAtLoops(now);
    gauges.looping = m_schedule.loops().size();
}

TimePoint View::pauseEnd() const
{
    return orNever(m_schedule.places().pause().until());
}

void View::rows(ItemTable::Walk &walk, unsigned states, std::vector<ItemRow> &rows) const
{
    m_schedule.walk(walk, [&](const Item &item) {
        if ((1U << static_cast<unsigned>(item.state) & states) != 0)
            rows.push_back(rowOf(item));
    });
}

void View::rows(std::span<const ObjectId> ids, std::vector<ItemRow> &rows) const
{
    for (const ObjectId &id : ids) {
        if (const Item *item = m_schedule.find(id))
            rows.push_back(rowOf(*item));
    }
}

void View::held(ItemTable::Walk &walk, std::vector<ObjectId> &ids) const
{
    m_schedule.walk(walk, [&ids](const Item &item) {
        if (isHeldHere(item))
            ids.emplace_back(item.id());
    });
}

void View::countUnfinished(ItemTable::Walk &walk, std::size_t mostNamed,
                           Unfinished &unfinished) const
{
    m_schedule.walk(walk, [&](const Item &item) {
        if (!isUnfinished(item))
            return;
        ++unfinished.count;
        if (unfinished.ids.size() >= mostNamed)
            return;
        unfinished.ids.emplace_back(item.id());
        unfinished.whys.push_back(whyUnfinished(item));
    });
}

ItemRow View::rowOf(const Item &item) const
{
    ItemRow row;
    row.key = item.key;
    row.id = ObjectId(item.id());
    row.state = item.state;
    row.band = item.band;
    row.absent = item.isAbsent();
    row.kept = item.existence == Existence::Kept;
    row.existence = item.existence;
    row.standing = item.standing;
    row.next = nextRunOf(item);
    row.denied = item.denied;
    row.givenUp = item.warnedOf;
    row.paused = item.paused;
    if (item.existence == Existence::Held)
        row.hold = m_schedule.beliefs().holds().spellOf(item.hold);
    row.version = item.version;
    const bool isRun = (item.isRunning() && !item.dirty) || item.reason.count == 0;
    row.causes = isRun ? item.runCauses : item.causes();
    row.coalesced = item.triggers();
    row.errors = item.errors;
    row.worker = item.worker;
    row.again = item.dirty;
    row.looping = item.looping;
    row.since = item.since;
    if (item.place == Place::ReadyRetry || (isDelayed(item.place) && item.place != Place::PauseEnd))
        row.nextRun = item.due;
    else if (item.state == ItemState::Parked)
        row.nextRun = orNever(m_schedule.parkedUntil(item));
    row.firstSeen = m_schedule.start() + std::chrono::seconds(item.firstSeen);
    row.lastRun = item.lastRun;
    row.lastSuccess = item.lastSuccess;
    const Generation generation = m_schedule.logbook().generationOf(item);
    row.generation = generation.asked;
    row.observedGeneration = generation.observed;
    row.keptText = m_schedule.keptTexts().of(item);
    if (item.extra) {
        row.text = item.extra->text.text();
        row.error = item.extra->error.text();
        row.lastError = item.extra->lastError;
        if (item.paused) {
            row.pauseReason = item.extra->pauseReason.text();
            row.pause = item.extra->pause;
        }
        if (item.paused && item.extra->pausedUntil != TimePoint::max())
            row.pausedUntil = item.extra->pausedUntil;
        row.progressDone = item.extra->progressDone;
        row.progressTotal = item.extra->progressTotal;
    }
    return row;
}

std::optional<ItemDetail> View::detail(std::string_view id)
{
    Item *item = m_schedule.find(id);
    if (!item)
        return std::nullopt;
    m_schedule.logbook().watch(*item);
    ItemDetail detail{rowOf(*item), {}, m_schedule.logbook().attemptsOf(*item), explain(*item)};
    if (item->reason.count > 0)
        detail.reasons.push_back(item->reason);
    if (item->extra) {
        const std::vector<Reason> &more = item->extra->moreReasons;
        detail.reasons.insert(detail.reasons.end(), more.begin(), more.end());
    }
    return detail;
}

std::vector<Explanation> View::explain(const Item &item) const
{
    using Kind = Explanation::Kind;
    std::vector<Explanation> facts;
    if (!isGateOpen())
        facts.push_back({.kind = Kind::NoListYet});
    if (pause().isOn())
        facts.push_back(
            {.kind = Kind::ControllerPaused, .until = pauseEnd(), .text = pause().reason()});
    const HoldBack &held = m_schedule.places().holdBack();
    if (held.isOn())
        facts.push_back({.kind = Kind::LockServiceAway,
                         .until = orNever(held.nextStart()),
                         .text = held.why()});
    if (item.looping || item.place == Place::Slowed)
        facts.push_back({.kind = Kind::Looping,
                         .until = item.place == Place::Slowed ? item.due : TimePoint(),
                         .number = item.runCauses});
    if (item.place != Place::Slowed)
        facts.push_back(explainState(item));
    if (item.state == ItemState::Paused && item.dirty)
        facts.push_back({.kind = Kind::RunsOnResume});
    return facts;
}

Explanation View::explainState(const Item &item) const
{
    using Kind = Explanation::Kind;
    if (item.existence == Existence::Kept && item.isIdle() && !item.paused && !item.elsewhere)
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
    case ItemState::BackOff: return explainBackOff(item);
    case ItemState::WaitingForLock: return {.kind = Kind::LockHeld, .until = item.due};
    case ItemState::Failed: return {.kind = Kind::Failed};
    case ItemState::Parked:
        return {.kind = Kind::Parked, .until = orNever(m_schedule.parkedUntil(item))};
    case ItemState::Held: return explainHeld(item);
    case ItemState::Paused:
        if (!item.extra)
            return {.kind = Kind::Paused};
        return {.kind = Kind::Paused,
                .until = orNever(item.extra->pausedUntil),
                .text = item.extra->pauseReason.text()};
    case ItemState::Ignored: return {.kind = Kind::Ignored};
    case ItemState::Elsewhere: return {.kind = Kind::OwnedElsewhere};
    }
    return {};
}

Explanation View::explainHeld(const Item &item) const
{
    using Kind = Explanation::Kind;
    const HeldList &held = m_schedule.beliefs().holds().of(item.hold);
    return {.kind = held.isRestored() ? Kind::HeldFromBefore
                    : item.denied     ? Kind::DeniedByStorage
                                      : Kind::Held,
            .since = held.at,
            .text = held.why,
            .number = held.present,
            .missing = held.missing,
            .before = held.before};
}

Explanation View::explainBackOff(const Item &item) const
{
    using Kind = Explanation::Kind;
    if (item.place != Place::ReadyRetry)
        return {.kind = Kind::BackOff, .until = item.due, .number = item.errors};
    const std::size_t limited = m_schedule.places().limited();
    if (limited == 0)
        return explainWaiting(item);
    return {.kind = Kind::RetryLimit, .until = item.due, .number = item.errors, .missing = limited};
}

Explanation View::explainWaiting(const Item &item) const
{
    using Kind = Explanation::Kind;
    if (item.place == Place::Requeue)
        return {.kind = Kind::RemovalGoesOn, .until = item.due};
    if (item.place == Place::Wait)
        return {.kind = Kind::WaitsFor,
                .until = item.due,
                .text = item.extra ? item.extra->text.text() : std::string()};
    const Places &places = m_schedule.places();
    return {.kind = item.afterBurst ? Kind::AfterBurst : Kind::WaitsForWorker,
            .since = item.queueSince,
            .until = item.afterBurst ? later(item.queueSince, Places::LongestBurst) : TimePoint{},
            .band = item.band,
            .number = places.ready(),
            .running = places.running(),
            .stuck = m_schedule.states()[static_cast<std::size_t>(ItemState::Stuck)]};
}

} // namespace qontroller
