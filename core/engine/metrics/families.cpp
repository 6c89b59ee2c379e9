// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/families.h"

#include "core/engine/metrics/familywriter.h"

#include <algorithm>
#include <cctype>

namespace qontroller {

namespace {

/// What the Go client uses where nothing else is said.
const Bounds &defaultBounds()
{
    static const Bounds bounds{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};
    return bounds;
}

/// 10 ns to 1000 s, each ten times the last, multiplied up one by one: the rounding
/// that this brings is in the labels that existing dashboards know.
const Bounds &queueBounds()
{
    static const Bounds bounds = [] {
        Bounds result{10e-9};
        while (result.size() < 12)
            result.push_back(result.back() * 10);
        return result;
    }();
    return bounds;
}

const Bounds &reconcileBounds()
{
    static const Bounds bounds{0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3,  0.35,
                               0.4,   0.45, 0.5,   0.6,  0.7, 0.8,  0.9, 1,    1.25, 1.5,
                               1.75,  2,    2.5,   3,    3.5, 4,    4.5, 5,    6,    7,
                               8,     9,    10,    15,   20,  25,   30,  40,   50,   60};
    return bounds;
}

/// Makes a reader of Counters or Gauges from a pointer to a member.
auto counted(std::uint64_t Counters::*member)
{
    return [member](const ControllerSample &sample) { return sample.status.counters.*member; };
}

auto gauged(std::uint64_t Gauges::*member)
{
    return [member](const ControllerSample &sample) { return sample.status.gauges.*member; };
}

auto aged(Duration Gauges::*member)
{
    return
        [member](const ControllerSample &sample) { return seconds(sample.status.gauges.*member); };
}

auto distributed(Histogram LatencyBreakdown::*member)
{
    return [member](const ControllerSample &sample) {
        return std::vector<SeriesHistogram>{{{}, sample.latencies.*member}};
    };
}

auto bySuccess(Histogram LatencyBreakdown::*ok, Histogram LatencyBreakdown::*failed)
{
    return [ok, failed](const ControllerSample &sample) {
        return std::vector<SeriesHistogram>{{{{"success", "true"}}, sample.latencies.*ok},
                                            {{{"success", "false"}}, sample.latencies.*failed}};
    };
}

std::vector<SeriesHistogram> handlerTimes(const ControllerSample &sample)
{
    const LatencyBreakdown &times = sample.latencies;
    return {{{{"kind", "add"}, {"success", "true"}}, times.addOk},
            {{{"kind", "add"}, {"success", "false"}}, times.addFailed},
            {{{"kind", "remove"}, {"success", "true"}}, times.removeOk},
            {{{"kind", "remove"}, {"success", "false"}}, times.removeFailed}};
}

/// The counters are read one by one while workers go on, so a part may be ahead of the whole.
std::uint64_t successes(const Counters &counters)
{
    const std::uint64_t others = counters.errors + counters.requeues + counters.waits
                                 + counters.locksRefused + counters.locksAway + counters.locksLost
                                 + counters.withheld + counters.disowned;
    return counters.handled - std::min(counters.handled, others);
}

/// `requeue` is for handlers that ask for another look without saying when: ours cannot.
/// The last four are ours alone: no handler was called, or what it did no longer counts.
std::vector<SeriesValue> results(const ControllerSample &sample)
{
    const Counters &counters = sample.status.counters;
    const auto value = [](const char *result, std::uint64_t count) {
        return SeriesValue{{{"result", result}}, static_cast<double>(count)};
    };
    return {value("error", counters.errors),
            value("requeue", 0),
            value("requeue_after", counters.requeues + counters.waits),
            value("success", successes(counters)),
            value("lock_refused", counters.locksRefused),
            value("lock_service_away", counters.locksAway),
            value("lock_lost", counters.locksLost),
            value("held", counters.withheld),
            value("elsewhere", counters.disowned)};
}

/// `Waiting for lock` as a label value: `waiting_for_lock`.
std::string labelValue(std::string_view words)
{
    std::string result;
    for (const char c : words) {
        if (c == ' ')
            result += '_';
        else if (c != '-')
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

std::vector<SeriesValue> itemsByState(const ControllerSample &sample)
{
    std::vector<SeriesValue> result;
    for (int i = 0; i < ItemStateCount; ++i) {
        result.push_back({{{"state", labelValue(name(static_cast<ItemState>(i)))}},
                          static_cast<double>(sample.status.gauges.states[i])});
    }
    return result;
}

std::vector<SeriesValue> listsByResult(const ControllerSample &sample)
{
    const Counters &counters = sample.status.counters;
    const auto value = [](ListEnd end, std::uint64_t count) {
        return SeriesValue{{{"result", std::string(name(end))}}, static_cast<double>(count)};
    };
    return {value(ListEnd::Complete, counters.lists - counters.listsPartial),
            value(ListEnd::Partial, counters.listsPartial),
            value(ListEnd::Failed, counters.listFailures)};
}

std::vector<SeriesValue> droppedReports(const ControllerSample &sample)
{
    const Counters &counters = sample.status.counters;
    const auto value = [](const char *kind, std::uint64_t count) {
        return SeriesValue{{{"kind", kind}}, static_cast<double>(count)};
    };
    return {value("event", counters.noticesDropped), value("metric", counters.metricsRefused),
            value("requeue", counters.requeuesUnknown)};
}

void addWorkqueue(FamilyWriter &writer)
{
    writer.setNameLabels(NameLabels::QueueAndController);
    writer.gauge("workqueue_depth", "Current depth of workqueue", gauged(&Gauges::depth));
    writer.counter("workqueue_adds_total", "Total number of adds handled by workqueue",
                   counted(&Counters::queued));
    writer.histogram("workqueue_queue_duration_seconds",
                     "How long in seconds an item stays in workqueue before being requested",
                     queueBounds(), distributed(&LatencyBreakdown::queue));
    writer.histogram("workqueue_work_duration_seconds",
                     "How long in seconds processing an item from workqueue takes.", queueBounds(),
                     distributed(&LatencyBreakdown::work));
    writer.gauge("workqueue_unfinished_work_seconds",
                 "How many seconds of work has been done that is in progress and hasn't been "
                 "observed by work_duration. Large values indicate stuck threads. One can deduce "
                 "the number of stuck threads by observing the rate at which this increases.",
                 aged(&Gauges::runningSum));
    writer.gauge("workqueue_longest_running_processor_seconds",
                 "How many seconds has the longest running processor for workqueue been running.",
                 aged(&Gauges::oldestRunning));
    writer.counter("workqueue_retries_total", "Total number of retries handled by workqueue",
                   counted(&Counters::retries));
    writer.setNameLabels(NameLabels::Controller);
}

void addControllerRuntime(FamilyWriter &writer)
{
    writer.counter("controller_runtime_reconcile_total",
                   "Total number of reconciliations per controller", results);
    writer.counter("controller_runtime_reconcile_errors_total",
                   "Total number of reconciliation errors per controller",
                   counted(&Counters::errors));
    writer.counter("controller_runtime_terminal_reconcile_errors_total",
                   "Total number of terminal reconciliation errors per controller",
                   counted(&Counters::parkings));
    writer.counter("controller_runtime_reconcile_panics_total",
                   "Total number of reconciliation panics per controller",
                   counted(&Counters::panics));
    writer.histogram("controller_runtime_reconcile_time_seconds",
                     "Length of time per reconciliation per controller", reconcileBounds(),
                     distributed(&LatencyBreakdown::work));
    writer.gauge("controller_runtime_max_concurrent_reconciles",
                 "Maximum number of concurrent reconciles per controller",
                 [](const ControllerSample &sample) { return sample.status.options.workers; });
    writer.gauge("controller_runtime_active_workers",
                 "Number of currently used workers per controller", gauged(&Gauges::running));
}

/// The six metrics that spotahome/gontroller has under its own name.
void addController(FamilyWriter &writer)
{
    const Bounds &bounds = defaultBounds();
    writer.counter("qontroller_controller_queue_queued_total",
                   "How often an object was put into the queue.", counted(&Counters::queued));
    writer.counter("qontroller_controller_queue_dequeued_total",
                   "How often an object was taken from the queue.", counted(&Counters::dequeued));
    writer.histogram("qontroller_controller_queued_duration_seconds",
                     "How long an object was in the queue before it was taken.", bounds,
                     distributed(&LatencyBreakdown::queue));
    writer.histogram("qontroller_controller_storage_get_duration_seconds",
                     "How long the storage took to give an object.", bounds,
                     bySuccess(&LatencyBreakdown::storageOk, &LatencyBreakdown::storageFailed));
    writer.histogram("qontroller_controller_listerwatcher_list_duration_seconds",
                     "How long a list of all object ids took.", bounds,
                     bySuccess(&LatencyBreakdown::listOk, &LatencyBreakdown::listFailed));
    writer.histogram("qontroller_controller_handle_duration_seconds",
                     "How long the handler took for an object.", bounds, handlerTimes);
}

void addLocks(FamilyWriter &writer)
{
    writer.gauge("qontroller_locks_held", "Object locks held now.", gauged(&Gauges::locksHeld));
    writer.counter("qontroller_locks_granted_total", "Object locks that were granted.",
                   counted(&Counters::locksGranted));
    writer.counter("qontroller_locks_refused_total",
                   "Object locks that were refused because another holder had them.",
                   counted(&Counters::locksRefused));
    writer.counter("qontroller_locks_lost_total", "Object locks that were lost during an attempt.",
                   counted(&Counters::locksLost));
    writer.counter("qontroller_locks_not_released_total",
                   "Object locks that could not be given back after an attempt.",
                   counted(&Counters::locksNotReleased));
    writer.gauge("qontroller_lock_service_away",
                 "1 while the lock service is away and nothing runs for want of it, otherwise 0.",
                 [](const ControllerSample &sample) {
                     return sample.status.lockOutage.isAway() ? 1 : 0;
                 });
    writer.counter("qontroller_lock_service_away_attempts_total",
                   "Attempts that found the lock service away.", counted(&Counters::locksAway));
}

void addItems(FamilyWriter &writer)
{
    writer.gauge("qontroller_items", "Objects by what is being done about them.", itemsByState);
    writer.gauge("qontroller_held_removals",
                 "Removals that the mass-deletion guard holds back until an operator decides.",
                 [](const ControllerSample &sample) {
                     return sample.status.gauges.states[static_cast<int>(ItemState::Held)];
                 });
    writer.gauge("qontroller_given_up_items",
                 "Objects that failed with no retry left or were parked, and have not succeeded "
                 "since: also while a resync tries them once more.",
                 gauged(&Gauges::givenUp));
    writer.gauge("qontroller_looping_items",
                 "Objects that run again and again although nothing says that they have changed: "
                 "they run once a second.",
                 gauged(&Gauges::looping));
    writer.counter("qontroller_loops_total", "How often an object began to run so.",
                   counted(&Counters::loops));
    writer.gauge("qontroller_retries_limited",
                 "Objects whose back-off is over and that wait for the retry rate.",
                 gauged(&Gauges::retriesLimited));
    writer.gauge("qontroller_parts",
                 "Parts that the ids are cut into, each owned by one host; 0 if this host owns "
                 "all ids.",
                 gauged(&Gauges::parts));
    writer.gauge("qontroller_parts_owned", "Parts of the ids that this host owns.",
                 gauged(&Gauges::partsOwned));
    writer.gauge("qontroller_oldest_unhandled_item_seconds",
                 "How long the object that waits longest for a worker has waited.",
                 aged(&Gauges::oldestWaiting));
    writer.counter("qontroller_ignored_total",
                   "Attempts that ended because the storage said the object is not for the "
                   "controller.",
                   counted(&Counters::ignored));
    writer.gauge("qontroller_workers_stuck_in_place",
                 "Workers whose attempt is stuck and that are not replaced any more because too "
                 "many are.",
                 gauged(&Gauges::stuckInPlace));
    writer.counter("qontroller_shortages_total",
                   "How often an attempt, a lock, a list, a watch or the start of a worker found "
                   "that the host has no more descriptors, memory, processes or threads.",
                   counted(&Counters::shortages));
    writer.gauge("qontroller_paused", "1 while the whole controller is paused, otherwise 0.",
                 [](const ControllerSample &sample) {
                     return sample.status.state == ControllerState::Paused ? 1 : 0;
                 });
}

void addSource(FamilyWriter &writer)
{
    writer.gauge("qontroller_owned_by_another_host",
                 "1 while another host, or another controller of this one, has marked what the "
                 "controller works on as its own, and so it does nothing, otherwise 0.",
                 [](const ControllerSample &sample) {
                     return sample.status.lists.isForeign ? 1 : 0;
                 });
    writer.gauge("qontroller_synced", "1 once a first complete list is in, otherwise 0.",
                 [](const ControllerSample &sample) {
                     return sample.status.lists.wasComplete ? 1 : 0;
                 });
    writer.gauge("qontroller_list_age_seconds",
                 "Time since the last complete list ended; before the first since the controller "
                 "started, see qontroller_synced.",
                 aged(&Gauges::listAge));
    writer.counter("qontroller_lists_total",
                   "Lists that have ended, by result: partial ones delete nothing.", listsByResult);
    writer.gauge("qontroller_lists_failed_in_a_row",
                 "Lists that have failed since the last that did not.",
                 [](const ControllerSample &sample) {
                     return static_cast<double>(sample.status.lists.failures);
                 });
    writer.gauge("qontroller_resync_interval_seconds", "How long after a list the next one begins.",
                 [](const ControllerSample &sample) {
                     return seconds(sample.status.options.resyncInterval);
                 });
    writer.counter("qontroller_watch_events_total", "Changes that the watch reported.",
                   counted(&Counters::watchEvents));
    writer.counter("qontroller_watch_errors_total",
                   "Events of the watch that could not be understood.",
                   counted(&Counters::watchErrors));
    writer.counter("qontroller_watch_restarts_total",
                   "How often a watch that ended was taken up again.",
                   counted(&Counters::watchRestarts));
    writer.counter("qontroller_ids_refused_total",
                   "Ids that were empty or longer than 64 KiB and were not taken.",
                   counted(&Counters::idsRefused));
    writer.counter("qontroller_dropped_events_total",
                   "Events that left the event ring before they were read.",
                   counted(&Counters::eventsDropped));
}

void addProcess(FamilyWriter &writer)
{
    writer.gauge("qontroller_process_down",
                 "1 while an isolated controller has no process, otherwise 0.",
                 [](const ControllerSample &sample) {
                     const ProcessStatus &process = sample.status.process;
                     return process.isIsolated && process.pid == 0 ? 1 : 0;
                 });
    writer.counter("qontroller_process_restarts_total",
                   "How often the process of an isolated controller was started again.",
                   [](const ControllerSample &sample) {
                       return static_cast<double>(sample.status.process.restarts);
                   });
}

void addReports(FamilyWriter &writer)
{
    writer.counter("qontroller_handler_reports_dropped_total",
                   "What handlers said of their attempts and was not taken: events beyond 100 a "
                   "second, values of metrics that are refused, and objects to be looked at that "
                   "are not known.",
                   droppedReports);
}

} // namespace

std::vector<prometheus::MetricFamily> metricFamilies(const std::vector<ControllerSample> &samples)
{
    FamilyWriter writer(samples);
    addWorkqueue(writer);
    addControllerRuntime(writer);
    addController(writer);
    addLocks(writer);
    addItems(writer);
    addSource(writer);
    addProcess(writer);
    addReports(writer);
    writer.custom();
    return writer.take();
}

} // namespace qontroller
