// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/deltamessages.h"

#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/feed/delta.h"
#include "core/remote/wire/itemmessages.h"
#include "core/remote/wire/optionmessages.h"

#include <algorithm>
#include <array>

namespace qontroller::remote {

namespace {

/// Of the ids of all workers of a controller, in bytes: an id may have 64 KiB.
constexpr std::size_t LongestWorkers = 256 << 10;

/// A number of a value, and of its message.
template<class Value, class Message>
struct Number
{
    std::uint64_t Value::*number;
    void (Message::*set)(std::uint64_t);
    std::uint64_t (Message::*get)() const;
};

using CounterNumber = Number<Counters, v1::Counters>;
constexpr std::array CounterNumbers{
    CounterNumber{&Counters::triggers, &v1::Counters::set_triggers, &v1::Counters::triggers},
    CounterNumber{&Counters::queued, &v1::Counters::set_queued, &v1::Counters::queued},
    CounterNumber{&Counters::dequeued, &v1::Counters::set_dequeued, &v1::Counters::dequeued},
    CounterNumber{&Counters::handled, &v1::Counters::set_handled, &v1::Counters::handled},
    CounterNumber{&Counters::added, &v1::Counters::set_added, &v1::Counters::added},
    CounterNumber{&Counters::removed, &v1::Counters::set_removed, &v1::Counters::removed},
    CounterNumber{&Counters::ignored, &v1::Counters::set_ignored, &v1::Counters::ignored},
    CounterNumber{&Counters::withheld, &v1::Counters::set_withheld, &v1::Counters::withheld},
    CounterNumber{&Counters::errors, &v1::Counters::set_errors, &v1::Counters::errors},
    CounterNumber{&Counters::panics, &v1::Counters::set_panics, &v1::Counters::panics},
    CounterNumber{&Counters::parkings, &v1::Counters::set_parkings, &v1::Counters::parkings},
    CounterNumber{&Counters::retries, &v1::Counters::set_retries, &v1::Counters::retries},
    CounterNumber{&Counters::requeues, &v1::Counters::set_requeues, &v1::Counters::requeues},
    CounterNumber{&Counters::loops, &v1::Counters::set_loops, &v1::Counters::loops},
    CounterNumber{&Counters::waits, &v1::Counters::set_waits, &v1::Counters::waits},
    CounterNumber{&Counters::disowned, &v1::Counters::set_disowned, &v1::Counters::disowned},
    CounterNumber{&Counters::shortages, &v1::Counters::set_shortages, &v1::Counters::shortages},
    CounterNumber{&Counters::locksGranted, &v1::Counters::set_locks_granted,
                  &v1::Counters::locks_granted},
    CounterNumber{&Counters::locksRefused, &v1::Counters::set_locks_refused,
                  &v1::Counters::locks_refused},
    CounterNumber{&Counters::locksLost, &v1::Counters::set_locks_lost, &v1::Counters::locks_lost},
    CounterNumber{&Counters::locksAway, &v1::Counters::set_locks_away, &v1::Counters::locks_away},
    CounterNumber{&Counters::locksNotReleased, &v1::Counters::set_locks_not_released,
                  &v1::Counters::locks_not_released},
    CounterNumber{&Counters::lists, &v1::Counters::set_lists, &v1::Counters::lists},
    CounterNumber{&Counters::listsPartial, &v1::Counters::set_lists_partial,
                  &v1::Counters::lists_partial},
    CounterNumber{&Counters::listFailures, &v1::Counters::set_list_failures,
                  &v1::Counters::list_failures},
    CounterNumber{&Counters::watchEvents, &v1::Counters::set_watch_events,
                  &v1::Counters::watch_events},
    CounterNumber{&Counters::watchErrors, &v1::Counters::set_watch_errors,
                  &v1::Counters::watch_errors},
    CounterNumber{&Counters::watchRestarts, &v1::Counters::set_watch_restarts,
                  &v1::Counters::watch_restarts},
    CounterNumber{&Counters::idsRefused, &v1::Counters::set_ids_refused,
                  &v1::Counters::ids_refused},
    CounterNumber{&Counters::eventsDropped, &v1::Counters::set_events_dropped,
                  &v1::Counters::events_dropped},
    CounterNumber{&Counters::noticesDropped, &v1::Counters::set_notices_dropped,
                  &v1::Counters::notices_dropped},
    CounterNumber{&Counters::metricsRefused, &v1::Counters::set_metrics_refused,
                  &v1::Counters::metrics_refused},
    CounterNumber{&Counters::requeuesUnknown, &v1::Counters::set_requeues_unknown,
                  &v1::Counters::requeues_unknown},
};

using GaugeNumber = Number<Gauges, v1::Gauges>;
constexpr std::array GaugeNumbers{
    GaugeNumber{&Gauges::known, &v1::Gauges::set_known, &v1::Gauges::known},
    GaugeNumber{&Gauges::depth, &v1::Gauges::set_depth, &v1::Gauges::depth},
    GaugeNumber{&Gauges::running, &v1::Gauges::set_running, &v1::Gauges::running},
    GaugeNumber{&Gauges::locksHeld, &v1::Gauges::set_locks_held, &v1::Gauges::locks_held},
    GaugeNumber{&Gauges::parts, &v1::Gauges::set_parts, &v1::Gauges::parts},
    GaugeNumber{&Gauges::partsOwned, &v1::Gauges::set_parts_owned, &v1::Gauges::parts_owned},
    GaugeNumber{&Gauges::givenUp, &v1::Gauges::set_given_up, &v1::Gauges::given_up},
    GaugeNumber{&Gauges::looping, &v1::Gauges::set_looping, &v1::Gauges::looping},
    GaugeNumber{&Gauges::retriesLimited, &v1::Gauges::set_retries_limited,
                &v1::Gauges::retries_limited},
    GaugeNumber{&Gauges::stuckInPlace, &v1::Gauges::set_stuck_in_place,
                &v1::Gauges::stuck_in_place},
};

static_assert(CounterNumbers.size() * sizeof(std::uint64_t) == sizeof(Counters),
              "each counter has its message field");

template<class Numbers, class Value, class Message>
void writeNumbers(const Numbers &numbers, const Value &value, Message &message)
{
    for (const auto &each : numbers)
        (message.*each.set)(value.*each.number);
}

template<class Numbers, class Value, class Message>
void readNumbers(const Numbers &numbers, Value &value, const Message &message)
{
    for (const auto &each : numbers)
        value.*each.number = (message.*each.get)();
}

void write(const Counters &counters, v1::Counters &message)
{
    writeNumbers(CounterNumbers, counters, message);
}

Counters read(const v1::Counters &message)
{
    Counters counters;
    readNumbers(CounterNumbers, counters, message);
    return counters;
}

void write(const Gauges &gauges, v1::Gauges &message)
{
    writeNumbers(GaugeNumbers, gauges, message);
    *message.mutable_states() = {gauges.states.begin(), gauges.states.end()};
    message.set_workers(gauges.workers);
    message.set_oldest_waiting(nanoseconds(gauges.oldestWaiting));
    message.set_oldest_running(nanoseconds(gauges.oldestRunning));
    message.set_running_sum(nanoseconds(gauges.runningSum));
    message.set_list_age(nanoseconds(gauges.listAge));
}

Gauges read(const v1::Gauges &message)
{
    Gauges gauges;
    readNumbers(GaugeNumbers, gauges, message);
    const auto states = std::min<std::size_t>(gauges.states.size(), message.states().size());
    std::copy_n(message.states().begin(), states, gauges.states.begin());
    gauges.workers = message.workers();
    gauges.oldestWaiting = toDuration(message.oldest_waiting());
    gauges.oldestRunning = toDuration(message.oldest_running());
    gauges.runningSum = toDuration(message.running_sum());
    gauges.listAge = toDuration(message.list_age());
    return gauges;
}

void write(const Histogram &histogram, v1::Histogram &message)
{
    const auto buckets = histogram.buckets();
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        if (buckets[i] == 0)
            continue;
        message.add_buckets(static_cast<std::uint32_t>(i));
        message.add_counts(buckets[i]);
    }
    message.set_sum(nanoseconds(histogram.sum()));
}

Histogram read(const v1::Histogram &message)
{
    std::vector<std::uint64_t> buckets;
    const int size = std::min(message.buckets_size(), message.counts_size());
    if (size > 0)
        buckets.resize(HistogramLayout::Buckets);
    for (int i = 0; i < size; ++i) {
        if (message.buckets(i) < buckets.size())
            buckets[message.buckets(i)] = message.counts(i);
    }
    return Histogram::of(std::move(buckets), toDuration(message.sum()));
}

void write(const Latencies &latencies, v1::Latencies &message)
{
    write(latencies.queue, *message.mutable_queue());
    write(latencies.work, *message.mutable_work());
    write(latencies.handler, *message.mutable_handler());
}

Latencies read(const v1::Latencies &message)
{
    return {read(message.queue()), read(message.work()), read(message.handler())};
}

void write(const ListStatus &lists, v1::ListStatus &message)
{
    message.set_last(static_cast<v1::ListEnd>(lists.last));
    message.set_why(lists.why);
    message.set_failures(lists.failures);
    message.set_was_complete(lists.wasComplete);
    message.set_complete_at(nanoseconds(lists.completeAt));
    message.set_began_at(nanoseconds(lists.beganAt));
    message.set_last_took(nanoseconds(lists.lastTook));
    message.set_is_foreign(lists.isForeign);
    message.set_ended_at(nanoseconds(lists.endedAt));
    message.set_objects(lists.objects);
}

ListStatus read(const v1::ListStatus &message, HostClock clock)
{
    ListStatus lists;
    lists.last = toEnum(message.last(), ListEndCount, ListEnd::Failed);
    lists.why = message.why();
    lists.failures = message.failures();
    lists.wasComplete = message.was_complete();
    lists.completeAt = clock.time(message.complete_at());
    lists.beganAt = clock.time(message.began_at());
    lists.lastTook = toDuration(message.last_took());
    lists.isForeign = message.is_foreign();
    lists.endedAt = clock.time(message.ended_at());
    lists.objects = message.objects();
    return lists;
}

void write(const HeldList &held, v1::HeldList &message)
{
    message.set_kind(static_cast<v1::HeldKind>(held.kind));
    message.set_at(nanoseconds(held.at));
    message.set_present(held.present);
    message.set_missing(held.missing);
    message.set_before(held.before);
    message.set_why(held.why);
}

HeldList read(const v1::HeldList &message, HostClock clock)
{
    HeldList held;
    held.kind = toEnum(message.kind(), HeldList::KindCount, HeldList::Kind::List);
    held.at = clock.time(message.at());
    held.present = message.present();
    held.missing = message.missing();
    held.before = message.before();
    held.why = message.why();
    if (held.kind == HeldList::Kind::None && held.at != TimePoint{}) // the host is older
        held.kind = held.present == 0 ? HeldList::Kind::Restored : HeldList::Kind::List;
    return held;
}

void write(const FailureCause &cause, v1::FailureCause &message)
{
    message.set_signature(cause.signature);
    message.set_count(cause.count);
    message.set_parked(cause.parked);
    message.set_since(nanoseconds(cause.since));
    message.set_newest(nanoseconds(cause.newest));
    message.set_text(shortForm(cause.text));
}

void readFailures(const v1::ControllerDelta &message, ControllerDelta &controller, HostClock clock)
{
    for (const v1::FailureCause &each : message.failures())
        controller.failures.push_back({each.signature(), each.count(), each.parked(),
                                       clock.time(each.since()), clock.time(each.newest()),
                                       each.text()});
    if (controller.failures.empty() && controller.gauges.givenUp > 0) // the host is older
        controller.failures.push_back(
            {.count = controller.gauges.givenUp,
             .parked = controller.gauges.states[std::size_t(ItemState::Parked)]});
}

/// What a controller is, without what happened in it.
void writeState(const ControllerDelta &controller, v1::ControllerDelta &message)
{
    message.set_id(controller.id.number);
    message.set_name(controller.name);
    message.set_plugin(controller.plugin);
    message.set_state(static_cast<v1::ControllerState>(controller.state));
    message.set_watch(static_cast<v1::WatchState>(controller.watch));
    remote::write(controller.options, *message.mutable_options());
    message.set_host_stops(controller.hostStops);
    message.set_paused(controller.paused);
    message.set_pause_reason(controller.pauseReason);
    message.set_paused_until(nanoseconds(controller.pausedUntil));
    message.set_paused_since(nanoseconds(controller.pausedSince));
    write(controller.held, *message.mutable_held());
    write(controller.lists, *message.mutable_lists());
    message.set_list_error(controller.listError);
    message.set_watch_error(controller.watchError);
    message.set_source_error_at(nanoseconds(controller.sourceErrorAt));
    message.set_shortage(controller.shortage.text);
    message.set_shortage_at(nanoseconds(controller.shortage.at));
    message.set_lock_outage(controller.lockOutage.text);
    message.set_lock_outage_since(nanoseconds(controller.lockOutage.since));
    message.set_started_at(nanoseconds(controller.startedAt));
    if (controller.process.isIsolated) {
        message.mutable_process()->set_pid(controller.process.pid);
        message.mutable_process()->set_restarts(controller.process.restarts);
    }
    write(controller.counters, *message.mutable_counters());
    write(controller.gauges, *message.mutable_gauges());
    write(controller.latencies, *message.mutable_latencies());
    for (const FailureCause &each : controller.failures)
        write(each, *message.add_failures());
}

void readState(const v1::ControllerDelta &message, ControllerDelta &controller, HostClock clock)
{
    controller.id = message.id();
    controller.name = message.name();
    controller.plugin = message.plugin();
    controller.state = toEnum(message.state(), v1::ControllerState_ARRAYSIZE,
                              ControllerState::Running);
    controller.watch = toEnum(message.watch(), v1::WatchState_ARRAYSIZE, WatchState::None);
    controller.options = remote::read(message.options());
    controller.hostStops = message.host_stops();
    controller.paused = message.paused();
    controller.pauseReason = message.pause_reason();
    controller.pausedUntil = clock.time(message.paused_until());
    controller.pausedSince = clock.time(message.paused_since());
    controller.held = read(message.held(), clock);
    controller.lists = read(message.lists(), clock);
    controller.listError = message.list_error();
    controller.watchError = message.watch_error();
    controller.sourceErrorAt = clock.time(message.source_error_at());
    controller.shortage = {message.shortage(), clock.time(message.shortage_at())};
    controller.lockOutage = {message.lock_outage(), clock.time(message.lock_outage_since())};
    controller.startedAt = clock.time(message.started_at());
    controller.process = {message.has_process(), message.process().pid(),
                          message.process().restarts()};
    controller.counters = read(message.counters());
    controller.gauges = read(message.gauges());
    controller.latencies = read(message.latencies());
    readFailures(message, controller, clock);
}

ControllerDelta read(const v1::ControllerDelta &message, HostClock clock)
{
    ControllerDelta controller;
    readState(message, controller, clock);
    controller.changed.reserve(static_cast<std::size_t>(message.changed_size()));
    for (const v1::Item &item : message.changed())
        controller.changed.push_back(remote::read(item, clock));
    controller.removed = {message.removed().begin(), message.removed().end()};
    controller.resetRows = message.reset_rows();
    controller.rowsPending = message.rows_pending();
    for (const v1::Event &event : message.events())
        controller.events.push_back(remote::read(event, clock));
    for (const v1::Event &event : message.ticket_ends())
        controller.ticketEnds.push_back(remote::read(event, clock));
    controller.missedTicketEnds = message.missed_ticket_ends();
    for (const v1::Worker &worker : message.workers())
        controller.workers.push_back(remote::read(worker, clock));
    return controller;
}

} // namespace

void writeHead(const ControllerDelta &controller, v1::ControllerDelta &message)
{
    writeState(controller, message);
    message.set_reset_rows(controller.resetRows);
    message.set_rows_pending(controller.rowsPending);
    std::size_t bytes = 0;
    for (const WorkerRow &worker : controller.workers) {
        bytes += worker.id.size();
        if (bytes > LongestWorkers)
            break;
        remote::write(worker, *message.add_workers());
    }
}

Delta read(const v1::Delta &message, HostClock clock)
{
    Delta delta{clock.time(message.now()), WallTime(WallTime::duration(message.wall())), {}, {}};
    for (const v1::ControllerDelta &controller : message.controllers())
        delta.controllers.push_back(read(controller, clock));
    delta.removed = {message.removed().begin(), message.removed().end()};
    return delta;
}

void write(const Sample &sample, v1::Sample &message)
{
    message.set_now(nanoseconds(sample.now));
    for (const Sample::Controller &each : sample.controllers) {
        v1::Sample::Controller &controller = *message.add_controllers();
        controller.set_id(each.id.number);
        write(each.counters, *controller.mutable_counters());
        write(each.gauges, *controller.mutable_gauges());
    }
}

Sample read(const v1::Sample &message, HostClock clock)
{
    Sample sample{clock.time(message.now()), {}};
    for (const v1::Sample::Controller &each : message.controllers())
        sample.controllers.push_back({each.id(), read(each.counters()), read(each.gauges())});
    return sample;
}

} // namespace qontroller::remote
