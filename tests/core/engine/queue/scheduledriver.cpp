// SPDX-License-Identifier: LGPL-3.0-or-later
#include "scheduledriver.h"

#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace qontroller::test {

using namespace std::chrono_literals;

using At = Beginning::At;

namespace {

constexpr ReaderId Front = 1;

constexpr std::string_view Others[] = {"other", "another"};

constexpr std::uint32_t Parts = 64;

constexpr std::uint64_t Counters::*Counted[] = {&Counters::added,        &Counters::removed,
                                                &Counters::ignored,      &Counters::withheld,
                                                &Counters::errors,       &Counters::parkings,
                                                &Counters::retries,      &Counters::requeues,
                                                &Counters::waits,        &Counters::disowned,
                                                &Counters::locksGranted, &Counters::locksRefused,
                                                &Counters::locksLost,    &Counters::locksAway};
static_assert(std::size(Counted) == CountCount);

/// A back-off without its jitter; any other wait to the next 10 ms, for time goes on in ticks.
std::chrono::milliseconds about(Duration wait, NextRun next)
{
    const double doublings = std::log2(wait / std::chrono::duration<double>(BackOffBase));
    if (next == NextRun::BackOff)
        return BackOffBase * (1 << std::lround(doublings));
    return std::chrono::round<std::chrono::milliseconds>(wait) / 10 * 10;
}

/// All parts are this host's in the beginning.
void cutIds(Handover &handover)
{
    std::vector<std::uint32_t> all(Parts);
    std::iota(all.begin(), all.end(), 0);
    handover.cut(Parts);
    handover.setOwned(all, true);
}

ControllerOptions optionsOf(const Beginning &beginning)
{
    ControllerOptions options;
    options.maxRetries = beginning.maxRetries;
    options.backoffBase = BackOffBase;
    options.retryBurst = 1000; // the limit of retries has tests of its own
    return options;
}

} // namespace

ScheduleDriver::ScheduleDriver(const Beginning &beginning)
    : m_beginning(beginning)
    , m_now(1h)
    , m_options(optionsOf(beginning))
    , m_life(std::in_place, m_options, m_now)
{
    cutIds(m_life->handover);
    m_life->intake.openGate();
    pull();
    m_listsOthers = beginning.at == At::InCompany || beginning.at == At::Denied;
    if (beginning.at != At::Unknown)
        list({Others[0], Others[1], Id}, false);
    runAll();
    if (beginning.at == At::InCompany) {
        for (const std::string_view other : Others)
            m_life->orders.pauseItem(other, TimePoint::max(), {}, m_now);
    }
    if (beginning.at == At::Denied) {
        beginList();
        for (const std::string_view id : {Others[0], Others[1], Id})
            show(id, false);
        for (int i = 0; i < 2; ++i) {
            take();
            gone(Outcome::done());
        }
    }
    m_listsOthers = beginning.at == At::InCompany;
    m_before = m_life->view.counters();
}

namespace {

/// It looks at single items, as they are found: what else is in a hand stays there.
bool looksAtSingleItems(Operation operation)
{
    using enum Operation;
    return operation < Pause || operation == LookAgain;
}

} // namespace

void ScheduleDriver::apply(Operation operation)
{
    using enum Operation;
    if (!looksAtSingleItems(operation))
        m_life->hands.closeAll();
    const Ran ran = m_removes ? Ran::Remove : Ran::Add;
    switch (operation) {
    case Changed: return event(m_item || row() ? EventType::Modified : EventType::Added);
    case Deleted: return event(EventType::Deleted);
    case ListSame:
    case ListOther: return list({Others[0], Others[1], Id}, operation == ListOther);
    case ListWithout: return list({Others[0], Others[1]}, false);
    case ListWithoutAny: return list({}, false);
    case BeginList:
        beginList();
        for (const std::string_view other : Others)
            show(other, false);
        return;
    case Show:
    case ShowOther: return show(Id, operation == ShowOther);
    case Leftover: return list({Id, 0, 0, true});
    case EndComplete: return endList(ListResult::Kind::Complete);
    case EndPartial: return endList(ListResult::Kind::Partial);
    case EndFailed: return endList(ListResult::Kind::Failed);
    case Owner: m_life->intake.lookAt(Id, Cause::Owner, m_now); return;
    case Take:
        take();
        require(m_item && m_item->id() == Id, "it is given out");
        m_removes = m_item->isAbsent();
        return;
    case LookAgain: m_removes = m_item->isAbsent(); return;
    case Done: return finish(Outcome::done(), ran);
    case Retry: return finish(Outcome::retry("it broke"), ran);
    case RequeueAfter: return finish(Outcome::requeueAfter(1s), ran);
    case Wait: return finish(Outcome::wait("something", 1s), ran);
    case Park: return finish(Outcome::park("no use"), ran);
    case LockRefused: return finish(Outcome::wait("other host", {}), Ran::LockRefused);
    case LockLost: return finish(Outcome::done(), Ran::LockLost);
    case LockAway: return finish(Outcome::wait("no route", 100ms), Ran::LockAway);
    case Ignored: return finish(Outcome::done(), Ran::Get);
    case StorageFailed: return finish(Outcome::retry("no storage"), Ran::Get);
    case Found: return finish(Outcome::done(), Ran::Add);
    case GoneRemoved: return gone(Outcome::done());
    case GoneRetry: return gone(Outcome::retry("it broke"));
    case Disowned: return finish(Outcome::done(), Ran::Disowned);
    case Disown: return own(false);
    case Own: return own(true);
    case Pause: return pause(TimePoint::max());
    case PauseForAWhile: return pause(m_now + 1s);
    case Resume: return m_life->orders.resumeItem(Id, m_now);
    case PauseAll: return m_life->orders.pause(TimePoint::max(), {});
    case ResumeAll: return m_life->orders.resume();
    case Requeue: return m_life->orders.requeueItem(Id, m_nextTicket++, m_now);
    case Discard: return discard();
    case RemoveHeld: return m_life->orders.removeHeld(Id, m_nextTicket++, m_now);
    case KeepHeld: return m_life->orders.keepHeld(Id, m_now);
    case LockFreed: return m_life->runs.lockFreed(Id, m_now);
    case Due: return goOn();
    case LongTime: m_now += 301s; return expire();
    case Pull: return checkMirror();
    case Detach:
        m_endedBefore |= std::exchange(m_ended, 0); // the next is told of all once more
        m_mirror = {};
        return static_cast<void>(m_life->view.detach(Front));
    case Close: return m_life->orders.close();
    case Restart: return restart();
    }
}

/// What a journal knows is all that is left.
void ScheduleDriver::restart()
{
    pull();
    m_endedBefore |= std::exchange(m_ended, 0);
    const Moment at{m_now, WallTime(m_now.time_since_epoch())};
    const Counters counters = m_life->view.counters();
    m_before.queued -= counters.queued;
    m_before.dequeued -= counters.dequeued;
    m_before.handled -= counters.handled;
    for (const auto counted : Counted)
        m_before.*counted -= counters.*counted;
    std::vector<KnownItem> known;
    for (const auto &[key, row] : m_mirror.rows())
        known.push_back(knownItem(row, at));
    m_item = nullptr;
    m_removes = false;
    m_mirror = {};
    m_life.emplace(m_options, m_now);
    cutIds(m_life->handover);
    own(m_isOwned);
    for (const KnownItem &item : known)
        m_life->restore.add(item, at);
    m_life->restore.end(m_now);
    m_life->intake.openGate();
    pull();
}

void ScheduleDriver::event(EventType type)
{
    const bool told = m_beginning.versions && type != EventType::Deleted
                      && !m_life->schedule.isClosed();
    if (told)
        m_version = ++m_lastVersion;
    m_life->intake.event(type, Id, told ? m_version : 0, m_now);
}

void ScheduleDriver::list(std::initializer_list<std::string_view> ids, bool otherVersion)
{
    beginList();
    for (const std::string_view id : ids)
        show(id, otherVersion);
    endList(ListResult::Kind::Complete);
}

void ScheduleDriver::beginList()
{
    m_life->intake.beginList();
}

void ScheduleDriver::show(std::string_view id, bool otherVersion)
{
    if (id != Id && !m_listsOthers)
        return;
    m_lastVersion += id == Id && otherVersion;
    const Version version = id == Id ? m_lastVersion : 1;
    list({id, 0, m_beginning.versions ? version : 0});
}

void ScheduleDriver::list(Intake::Listed entry)
{
    entry.hash = m_life->schedule.table().hash()(entry.id);
    m_life->intake.listed({&entry, 1}, m_now);
}

void ScheduleDriver::endList(ListResult::Kind kind)
{
    const ListResult result = kind == ListResult::Kind::Complete  ? ListResult::complete()
                              : kind == ListResult::Kind::Partial ? ListResult::partial("cut")
                                                                  : ListResult::failed("broken");
    require(m_life->intake.hasToSweep() == isOneUnseenOrOwed(),
            "it is known whether a walk over all would find something");
    if (kind != ListResult::Kind::Failed) {
        const bool complete = kind == ListResult::Kind::Complete;
        const auto what = complete ? judgeMissing() : Missing::Keep;
        for (ItemTable::Walk walk; !walk.hasEnded();)
            m_life->intake.sweep(walk, what, Unseen({}), m_now);
    }
    static_cast<void>(m_life->intake.endList());
}

bool ScheduleDriver::isOneUnseenOrOwed()
{
    bool is = false;
    for (ItemTable::Walk walk; !walk.hasEnded();) {
        m_life->schedule.walk(walk, [&](const Item &item) {
            is = is || m_life->schedule.beliefs().sight().isMissing(item) || item.isAbsent();
        });
    }
    return is;
}

Missing ScheduleDriver::judgeMissing()
{
    std::uint64_t missing = 0;
    for (ItemTable::Walk walk; !walk.hasEnded();)
        missing += m_life->intake.countMissing(walk, Unseen({}));
    return m_life->intake.judge(missing, {}, m_now);
}

void ScheduleDriver::runAll()
{
    for (take(); m_item; take())
        finish(Outcome::done(), m_item->isAbsent() ? Ran::Remove : Ran::Add);
}

/// An item that runs is in a hand until somebody looks at it.
void ScheduleDriver::take()
{
    const Hands::Taken taken = m_life->hands.take(m_life->seat, false, m_now);
    m_item = taken.entry ? taken.entry->item : taken.alone.item;
}

void ScheduleDriver::finish(Outcome outcome, Ran ran)
{
    m_life->hands.finish(m_life->seat, *m_item, {std::move(outcome), ran}, m_now);
    m_item = nullptr;
    m_removes = false;
}

void ScheduleDriver::gone(Outcome outcome)
{
    m_life->hands.closeAll();
    if (m_life->runs.mayRemove(*m_item, m_now))
        finish(std::move(outcome), Ran::Remove);
    else
        finish(Outcome::done(), Ran::Held);
}

void ScheduleDriver::pause(TimePoint until)
{
    m_life->orders.pauseItem(Id, until, "to have a look", m_now);
}

void ScheduleDriver::discard()
{
    const auto result = m_life->orders.discardItem(Id, m_now);
    require((result == Orders::Discard::Done) == !row(), "it is known whether it was forgotten");
}

void ScheduleDriver::goOn()
{
    const auto shown = row();
    const TimePoint due = std::max(shown->pausedUntil, shown->nextRun);
    require(m_life->view.nextDue() <= due + 1ms, "it is known when something is due");
    m_now = std::max(m_now, due) + 1ms;
    expire();
}

void ScheduleDriver::expire()
{
    while (m_life->view.expire(m_now)) {
    }
}

/// The others are in other parts.
void ScheduleDriver::own(bool isOwned)
{
    const std::uint32_t part = partOf(Id, Parts);
    require(part != partOf(Others[0], Parts) && part != partOf(Others[1], Parts), "it is alone");
    m_isOwned = isOwned;
    m_life->handover.setOwned({&part, 1}, isOwned);
    for (int sweeps = 0; sweeps < 2; ++sweeps) { // the second finds nothing to do
        for (ItemTable::Walk walk; !walk.hasEnded();)
            m_life->handover.sweep(walk, m_now);
    }
}

std::optional<ItemRow> ScheduleDriver::row()
{
    auto detail = m_life->view.detail(Id);
    return detail ? std::optional(std::move(detail->row)) : std::nullopt;
}

bool ScheduleDriver::isHeld()
{
    std::vector<ObjectId> held;
    for (ItemTable::Walk walk; !walk.hasEnded();)
        m_life->view.held(walk, held);
    return std::find(held.begin(), held.end(), Id) != held.end();
}

View ScheduleDriver::view()
{
    m_life->hands.closeAll();
    const Counters counters = m_life->view.counters();
    View view;
    view.runs = counters.dequeued - m_before.dequeued;
    view.runsEnded = counters.handled - m_before.handled;
    for (std::size_t i = 0; i < view.counts.size(); ++i)
        view.counts[i] = counters.*Counted[i] - m_before.*Counted[i];
    if (m_beginning.at != At::InCompany)
        view.queued = counters.queued - m_before.queued + (m_beginning.at == At::Denied);
    view.ended = m_endedBefore | m_ended;
    view.canRun = m_life->schedule.places().takeable() > 0;
    require(m_life->schedule.places().running() == (m_item != nullptr),
            "as many run as were given out");
    require(view.canRun || !m_life->runs.take(1, m_now).item, "what may not run is not given out");
    const auto shown = row();
    if (!shown)
        return view;
    // A retry whose time has come is shown as back-off until it starts: decision 25.
    const bool retryIsDue = shown->state == ItemState::BackOff && shown->nextRun <= m_now;
    view.known = true;
    view.state = retryIsDue ? ItemState::Waiting : shown->state;
    view.absent = shown->absent;
    view.kept = shown->kept;
    view.again = shown->again;
    view.planned = !retryIsDue && shown->nextRun != TimePoint{};
    view.errors = shown->errors;
    if (view.planned && shown->state != ItemState::Parked)
        view.wait = about(shown->nextRun - shown->lastRun, shown->next);
    return view;
}

void ScheduleDriver::pull()
{
    m_life->hands.closeAll();
    ControllerDelta delta;
    std::size_t room = DeltaBytes;
    while (m_life->view.collect(Front, Reads::Everything, delta, room)) {
    }
    m_mirror.apply(delta);
    for (const EventRecord &end : delta.ticketEnds) {
        require(!(m_ended & (1U << end.ticket)), "a front end is told once that a ticket ended");
        m_ended |= 1U << end.ticket;
    }
}

void ScheduleDriver::checkMirror()
{
    pull();
    Gauges gauges;
    m_life->view.fill(gauges, m_now);
    require(m_mirror.countStates() == gauges.states,
            "the rows agree with the gauges on the states");
    require(m_mirror.rows().size() == gauges.known, "there is a row for each known item");
    require(countEachOnce(m_life->view.failures(), gauges), "the causes count what is given up");
    const auto shown = row();
    const ItemRow *mirrored = m_mirror.find(ObjectId(Id));
    require(bool(shown) == bool(mirrored), "there is a row for what is known");
    std::size_t waiting = 0;
    for (const auto &[key, row] : m_mirror.rows())
        waiting += row.state == ItemState::Waiting && row.nextRun == TimePoint{};
    require(waiting == gauges.depth, "the depth is what waits for a worker");
    if (!shown)
        return;
    require(mirrored->state == shown->state && mirrored->errors == shown->errors
                && mirrored->absent == shown->absent && mirrored->kept == shown->kept
                && mirrored->again == shown->again && mirrored->nextRun == shown->nextRun
                && mirrored->causes == shown->causes && mirrored->text == shown->text
                && mirrored->pausedUntil == shown->pausedUntil && mirrored->key == shown->key,
            "the row that was pulled is the newest");
}

void ScheduleDriver::checkRest()
{
    Unfinished left;
    for (ItemTable::Walk walk; !walk.hasEnded();)
        m_life->view.countUnfinished(walk, 3, left);
    require(m_life->schedule.places().running() == 0 && m_life->view.depth() == 0,
            "nothing runs or waits");
    require(m_life->schedule.isClosed()
                || std::find(left.ids.begin(), left.ids.end(), Id) == left.ids.end(),
            "nothing is left to do");
    require(m_life->schedule.isClosed() || m_life->view.nextDue() == TimePoint::max(),
            "nothing is due");
}

void ScheduleDriver::endTickets()
{
    for (ItemTable::Walk walk; !walk.hasEnded();)
        m_life->orders.endTickets(walk, m_now);
    pull();
}

void ScheduleDriver::checkNothingIsLeft()
{
    for (const std::string_view other : Others) {
        m_life->intake.event(EventType::Deleted, other, 0, m_now);
        m_life->orders.resumeItem(other, m_now);
    }
    runAll();
    checkMirror();
    require(m_life->view.known() == 0, "nothing is left in memory");
    require(m_mirror.rows().empty(), "no row is left");
    const Counters counters = m_life->view.counters();
    require(counters.handled == counters.dequeued, "each run that began has ended");
}

void ScheduleDriver::require(bool condition, const char *what)
{
    if (!condition)
        throw std::runtime_error(std::string("not true: ") + what);
}

} // namespace qontroller::test
