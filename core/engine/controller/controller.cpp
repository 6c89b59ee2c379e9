// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/controller.h"

#include "core/base/faults/callforeign.h"
#include "core/base/text/text.h"
#include "core/engine/controller/attemptrunner.h"
#include "core/engine/controller/knownbatch.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"

#include <algorithm>
#include <iterator>
#include <random>

namespace qontroller {

namespace {

std::uint64_t unguessable()
{
    std::random_device random;
    return std::uint64_t(random()) << 32 | random();
}

void join(std::string &texts, const std::string &text)
{
    texts += (texts.empty() || text.empty() ? "" : "; ") + text;
}

} // namespace

Controller::Controller(ControllerId id, ControllerSpec spec, Clock &clock)
    : m_id(id)
    , m_endingParts(spec.name)
    , m_spec(std::move(spec))
    , m_clock(clock)
    , m_startedAt(clock.now())
    , m_stops(std::make_shared<StopRequests>(clock))
    , m_calls(m_stops, clock)
    , m_queue(clock, m_spec.options, unguessable())
    , m_incidents(m_queue)
    , m_reports(m_spec.log, clock)
    , m_pool(
          m_queue, m_incidents, *m_stops, [this] { return shared_from_this(); },
          [this](Seat &seat) { work(seat); })
    , m_deadlineWatch(m_pool, clock, m_spec.options.handlerTimeout)
    , m_commands(m_spec.options, m_queue, m_pool, m_sources, m_incidents)
{
    const ControllerParts &parts = m_spec.parts;
    m_queue.setAfterBurst(parts.afterBurst);
    if (parts.locker) {
        m_locks.emplace(*parts.locker, m_queue, m_stops, m_deadlineWatch, clock,
                        m_spec.options.handlerTimeout);
    }
    if (m_spec.ownership)
        m_ownership.emplace(*m_spec.ownership, m_queue, m_pool, m_calls, clock);
    addSource(*parts.listerWatcher,
              std::make_unique<PrimaryTarget>(m_queue, [this] { return m_commands.options(); }));
    for (const RelatedSource &related : parts.related) {
        addSource(*related.listerWatcher,
                  std::make_unique<RelatedTarget>(m_queue, *related.owners, m_incidents, m_calls));
    }
}

Controller::~Controller()
{
    m_endingParts.begin();
}

void Controller::addSource(ListerWatcher &source, std::unique_ptr<SourceTarget> target)
{
    std::function<bool()> isBusy;
    if (m_spec.listsWhenIdle)
        isBusy = [this] {
            return m_queue.update<View>([](const View &view, TimePoint) { return view.isBusy(); });
        };
    m_sources.push_back(std::make_unique<SourceLoop>(
        m_spec.name, source, *target, m_calls, m_recorder, m_incidents, m_clock,
        m_spec.options.resyncInterval, [this] { return shared_from_this(); }, isBusy));
    m_targets.push_back(std::move(target));
}

std::optional<std::string> Controller::restore()
{
    if (!m_spec.known)
        return std::nullopt;
    KnownBatch batch(m_queue, m_clock);
    const auto read = callForeign([&] { m_spec.known->read(batch); });
    if (!read)
        return "what is known of its objects cannot be read: " + read.error().text;
    batch.end(m_incidents);
    return std::nullopt;
}

void Controller::endKnown()
{
    if (m_spec.known)
        m_spec.known->end(m_commands.options(), [this](KnownSink &sink) { tell(sink); });
}

void Controller::tell(KnownSink &sink)
{
    const Moment moment = m_clock.moment();
    if (const Snapshot snapshot = look(); snapshot.paused)
        sink.pause({true, moment.wallOf(snapshot.pauseEnd), snapshot.pauseReason,
                    moment.wallOf(snapshot.pauseSince)});
    const DeletionWave wave = m_queue.update<View>(
        [](const View &view, TimePoint) { return view.wave(); });
    sink.goOn(knownWave(wave, moment));
    forEachRow(AllStates, [&](const ItemRow &row) {
        sink.add(knownItem(row, moment));
        return true;
    });
}

void Controller::start()
{
    m_stops->start(weak_from_this());
    m_commands.apply(setWorkers(m_spec.options.workers), 0);
    if (m_locks || m_spec.options.handlerTimeout > Duration::zero())
        m_deadlineWatch.start();
    if (m_ownership)
        m_ownership->start([this] { return shared_from_this(); });
    for (const auto &source : m_sources)
        source->start();
    if (m_ownership)
        m_ownership->begin();
    for (const auto &source : m_sources)
        source->begin();
}

void Controller::work(Seat &seat)
{
    OwnedThread::setCurrentWork(m_spec.name.c_str());
    AttemptRunner runner(m_queue, m_spec, m_recorder, m_incidents, m_reports,
                         m_locks ? &*m_locks : nullptr, m_clock, seat.number);
    for (auto lease = m_queue.take(seat); lease;) {
        const auto ended = runner.run(*lease);
        if (!m_spec.options.keepLastObject) {
            m_queue.exchange(lease, ended.result, ended.at);
            continue;
        }
        lease->finish(ended.result);
        lease.reset(); // an object may end with it, and not first when there is more to do
        lease = m_queue.take(seat);
    }
}

StopReport Controller::stop(TimePoint deadline)
{
    beginStop();
    drain(deadline);
    const TimePoint last = later(m_clock.now(), StopGrace);
    endProcess(last - ProcessGrace);
    return end(last);
}

void Controller::beginStop()
{
    m_queue.shutDown(); // who sees that it drains knows that nothing new is taken
    m_ending = ControllerState::Draining;
    for (const auto &source : m_sources)
        source->stop();
    m_calls.stop();
    if (m_pool.workers() == 0)
        m_queue.abandon(); // as in a pause, no worker takes what is ready
}

void Controller::drain(TimePoint deadline)
{
    m_queue.drain(deadline);
    m_queue.abandon();
    m_pool.stopAttempts();
    if (m_ownership)
        m_ownership->stop();
}

void Controller::endProcess(TimePoint deadline)
{
    if (!m_spec.process)
        return;
    m_spec.process->end();
    joinCalls(deadline);
    m_report.calls = runningCalls();
    if (!m_report.calls.empty())
        m_spec.process->endNow();
}

StopReport Controller::end(TimePoint deadline)
{
    m_deadlineWatch.stop();
    if (m_locks) {
        joinCalls(deadline - ReleaseGrace);
        m_pool.stopAttempts(); // some have returned since, and give their locks back
    }
    joinCalls(deadline);
    m_stops->end(deadline);
    m_report.name = m_spec.name;
    if (m_report.calls.empty())
        m_report.calls = runningCalls();
    if (m_spec.process)
        m_spec.process->awaitEnd(deadline);
    takeProcessNotes();
    countLeft();
    m_queue.walk<Orders>(
        [](Orders &orders, ItemTable::Walk &walk, TimePoint now) { orders.endTickets(walk, now); });
    sayWhatWasDropped(TimePoint::max());
    m_queue.update<Orders>([this](Orders &orders, TimePoint now) {
        orders.log(EventRecord::Kind::Stopped, Said::itemsLeft(m_report.leftCount), now);
    });
    m_ending = ControllerState::Stopped;
    return std::move(m_report);
}

/// After the attempts: some have done their work although they were asked to stop.
void Controller::countLeft()
{
    Unfinished left;
    m_queue.walk<View>([&left](const View &view, ItemTable::Walk &walk, TimePoint) {
        constexpr std::size_t MostNamed = 1000;
        view.countUnfinished(walk, MostNamed, left);
    });
    m_report.left = std::move(left.ids);
    m_report.leftWhy = std::move(left.whys);
    m_report.leftCount = left.count;
}

void Controller::joinCalls(TimePoint deadline)
{
    m_pool.join(m_clock, deadline);
    for (const auto &source : m_sources)
        source->join(deadline);
    if (m_ownership)
        m_ownership->join(deadline);
}

std::vector<RunningCall> Controller::runningCalls()
{
    std::vector<RunningCall> calls = m_pool.running();
    for (const auto &more : {m_calls.running(), m_stops->running()})
        calls.insert(calls.end(), more.begin(), more.end());
    std::erase_if(calls, [](const RunningCall &each) { return each.call == ForeignCall::None; });
    return calls;
}

void Controller::stopNow()
{
    m_queue.stopWaiting();
}

ControllerState Controller::stateOf(const Snapshot &snapshot) const
{
    if (m_ending != ControllerState::Running)
        return m_ending;
    if (snapshot.paused || snapshot.gauges.workers == 0)
        return ControllerState::Paused;
    return snapshot.gateOpen ? ControllerState::Running : ControllerState::Starting;
}

Controller::Snapshot Controller::look(std::size_t mostWorkers)
{
    Snapshot snapshot;
    TimePoint looked;
    for (bool isMoreDue = true; isMoreDue;) {
        snapshot = {};
        m_pool.fill(snapshot.gauges, snapshot.workers, mostWorkers, [&](View &view, TimePoint now) {
            looked = now;
            isMoreDue = view.expire(now); // with no workers nothing else looks at the time
            view.fill(snapshot.gauges, now);
            snapshot.counters = view.counters();
            snapshot.pauseReason = view.pause().reason();
            snapshot.pauseEnd = view.pauseEnd();
            snapshot.pauseSince = view.pause().since();
            snapshot.held = view.heldList();
            snapshot.failures = view.failures();
            snapshot.shortage = m_incidents.shortage(now);
            snapshot.paused = view.pause().isOn();
            snapshot.gateOpen = view.isGateOpen();
        });
    }
    lookAtLists(snapshot, looked);
    snapshot.counters.idsRefused = m_incidents.idsRefused();
    snapshot.counters.shortages = m_incidents.shortages();
    m_reports.addTo(snapshot.counters);
    snapshot.counters.locksNotReleased = m_locks ? m_locks->notReleased() : 0;
    snapshot.lockOutage = m_locks ? m_locks->outage() : LockOutageStatus();
    return snapshot;
}

void Controller::lookAtLists(Snapshot &snapshot, TimePoint now) const
{
    for (const auto &source : m_sources) {
        const ListStatus lists = source->status().lists;
        if (&source == &m_sources.front())
            snapshot.lists = lists;
        else
            mergeInto(snapshot.lists, lists);
        source->addTo(snapshot.counters);
    }
    snapshot.gauges.listAge = ageOf(snapshot.lists.completeAt, now);
}

NamedController Controller::named()
{
    NamedController named{.id = m_id, .name = m_spec.name};
    m_queue.update<View>([&named](const View &view, TimePoint) {
        named.isPaused = view.pause().isOn();
        named.hasListed = view.isGateOpen();
    });
    named.workers = m_commands.options().workers;
    named.plugin = m_spec.plugin;
    named.objects = m_spec.objects;
    return named;
}

ControllerStatus Controller::status()
{
    ControllerStatus status;
    status.id = m_id;
    status.name = m_spec.name;
    status.options = m_commands.options();
    Snapshot snapshot = look();
    status.gauges = snapshot.gauges;
    status.counters = snapshot.counters;
    status.hasListed = snapshot.gateOpen;
    status.lists = std::move(snapshot.lists);
    status.state = stateOf(snapshot);
    status.process = processStatus();
    status.shortage = snapshot.shortage;
    status.lockOutage = snapshot.lockOutage;
    status.customMetrics = m_reports.metrics();
    return status;
}

ControllerDelta Controller::pull(ReaderId reader, Reads reads, std::size_t &room)
{
    ControllerDelta delta;
    delta.id = m_id;
    delta.name = m_spec.name;
    delta.plugin = m_spec.plugin;
    delta.options = m_commands.options();
    delta.startedAt = m_startedAt;
    Snapshot snapshot = look(DeltaWorkerLimit);
    delta.gauges = snapshot.gauges;
    delta.workers = std::move(snapshot.workers);
    delta.counters = snapshot.counters;
    delta.state = stateOf(snapshot);
    delta.paused = snapshot.paused;
    delta.pauseReason = std::move(snapshot.pauseReason);
    delta.pausedUntil = snapshot.pauseEnd;
    delta.pausedSince = snapshot.pauseSince;
    delta.held = snapshot.held;
    delta.failures = std::move(snapshot.failures);
    delta.lists = std::move(snapshot.lists);
    delta.process = processStatus();
    delta.shortage = std::move(snapshot.shortage);
    delta.lockOutage = std::move(snapshot.lockOutage);
    takeProcessNotes();
    sayWhatWasDropped(m_clock.now());
    while (m_queue.update<View>(
        [&](View &view, TimePoint) { return view.collect(reader, reads, delta, room); })) {
    }
    delta.latencies = m_recorder.latencies();
    fillSources(delta);
    return delta;
}

void Controller::attach(ReaderId reader)
{
    m_queue.update<View>([reader](View &view, TimePoint) { view.attach(reader); });
}

ChangeLog::Read Controller::release(ReaderId reader)
{
    return m_queue.update<View>([reader](View &view, TimePoint) { return view.release(reader); });
}

ControllerDelta Controller::lastWords()
{
    constexpr ReaderId Nobody = 0; // who attaches has another
    std::size_t room = DeltaBytes;
    ControllerDelta words = pull(Nobody, Reads::Events, room);
    for (ControllerDelta more = pull(Nobody, Reads::Events, room = DeltaBytes);
         !more.events.empty() || !more.ticketEnds.empty();
         more = pull(Nobody, Reads::Events, room = DeltaBytes)) {
        std::ranges::move(more.events, std::back_inserter(words.events));
        std::ranges::move(more.ticketEnds, std::back_inserter(words.ticketEnds));
    }
    words.latencies = {};
    words.workers.clear();
    return words;
}

void Controller::fillSources(ControllerDelta &delta) const
{
    for (const auto &source : m_sources) {
        const SourceLoop::Status status = source->status();
        if (&source == &m_sources.front())
            delta.watch = status.watch;
        const bool failed = status.lists.last == ListEnd::Failed;
        if (!failed && status.watchError.empty())
            continue;
        if (failed)
            join(delta.listError, status.lists.why);
        join(delta.watchError, status.watchError);
        delta.sourceErrorAt = std::max(delta.sourceErrorAt, status.errorAt);
    }
}

ProcessStatus Controller::processStatus() const
{
    return m_spec.process ? m_spec.process->status() : ProcessStatus();
}

void Controller::takeProcessNotes()
{
    if (!m_spec.process)
        return;
    for (ProcessNote &note : m_spec.process->takeNotes()) {
        m_queue.update<Orders>([&note](Orders &orders, TimePoint) {
            const auto kind = note.isTrouble ? Said::Kind::ProcessLost : Said::Kind::Text;
            orders.log(EventRecord::Kind::Process, Said(kind, std::move(note.text)), note.time);
        });
    }
}

void Controller::sayWhatWasDropped(TimePoint now)
{
    const std::uint64_t number = m_reports.takeDroppedNotices(now);
    if (number == 0)
        return;
    m_queue.update<Orders>([number](Orders &orders, TimePoint at) {
        orders.log(EventRecord::Kind::Notice, Said::noticesDropped(number), at);
    });
}

void Controller::detach(ReaderId reader)
{
    m_queue.update<View>([reader](View &view, TimePoint) { return view.detach(reader); });
}

std::optional<ItemDetail> Controller::detail(std::string_view id)
{
    auto detail = m_queue.update<View>([id](View &view, TimePoint) { return view.detail(id); });
    if (detail && m_commands.options().workers == 0) // the queue knows of no workers
        detail->explanation.insert(detail->explanation.begin(),
                                   {.kind = Explanation::Kind::NoWorkers});
    return detail;
}

void Controller::forEachRow(unsigned states, const std::function<bool(const ItemRow &)> &look)
{
    std::vector<ItemRow> portion;
    for (ItemTable::Walk walk; !walk.hasEnded();) {
        portion.clear();
        m_queue.update<View>([&](View &view, TimePoint) { view.rows(walk, states, portion); });
        for (const ItemRow &row : portion) {
            if (!look(row))
                return;
        }
    }
}

std::vector<ItemRow> Controller::rows(std::span<const ObjectId> ids)
{
    constexpr std::size_t Portion = 256;
    std::vector<ItemRow> rows;
    for (; !ids.empty(); ids = ids.subspan(std::min(Portion, ids.size()))) {
        const auto portion = ids.first(std::min(Portion, ids.size()));
        m_queue.update<View>([&](View &view, TimePoint) { view.rows(portion, rows); });
    }
    return rows;
}

Description Controller::describe(const ObjectId &id, const std::stop_token &stop)
{
    Describer *describer = m_spec.parts.describer.get();
    if (!describer)
        return {{}, {}, "the plugin does not describe its objects"};
    Calls::Scope call(m_calls, ForeignCall::Describe, id);
    const std::stop_callback onStop(stop, [&call] { call.requestStop(); });
    auto described = callForeign([&] {
        return Description{cutText(describer->desired(id, call.stop()), LongestDescription),
                           cutText(describer->actual(id, call.stop()), LongestDescription),
                           {}};
    });
    return described ? *std::move(described)
                     : Description{{},
                                   {},
                                   orUnsaid(described.error().text,
                                            "desired() or actual() of Describer")};
}

} // namespace qontroller
