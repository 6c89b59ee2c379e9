// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/control/command.h"
#include "core/controller/controllerspec.h"
#include "core/controller/controllerstatus.h"
#include "core/controller/deadlinewatch.h"
#include "core/controller/incidents.h"
#include "core/controller/recorder.h"
#include "core/controller/sourceloop.h"
#include "core/controller/sourcetargets.h"
#include "core/controller/workerpool.h"
#include "core/observe/feed.h"
#include "core/queue/workqueue.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// One running controller: its sources, its queue, its workers.
///
/// Thread-safe. Runs from construction until stop(); the destructor stops it with
/// a deadline of 0.
class Controller
{
public:
    /// \a spec is complete and its options are valid. \a clock outlives the controller.
    Controller(ControllerId id, ControllerSpec spec, Clock &clock);
    ~Controller();

    [[nodiscard]] ControllerId id() const { return m_id; }
    [[nodiscard]] const std::string &name() const { return m_spec.name; }

    /// Lets \a action take effect; all but RemoveController and EndDrain, which are the host's.
    void apply(const Action &action, Ticket ticket);
    /// Says in the event log what an operator should know of the effect of \a ticket.
    void say(Ticket ticket, const std::string &text);

    /// Sources stop; what is queued or running goes on until \a deadline; then
    /// attempts are asked to stop, and every thread is joined. Once.
    StopReport stop(TimePoint deadline);
    /// Ends a stop() under way as if its deadline had come.
    void stopNow();

    [[nodiscard]] ControllerStatus status();
    [[nodiscard]] LatencyBreakdown latencies() const { return m_recorder.breakdown(); }
    [[nodiscard]] ControllerDelta pull();
    void detach();
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id);
    /// As Feed::describe(); also ends early when the controller is stopped.
    [[nodiscard]] Description describe(const ObjectId &id, const std::stop_token &stop) const;
    [[nodiscard]] std::vector<ObjectId> held();

private:
    struct Apply;

    void addSource(ListerWatcher &source, std::unique_ptr<SourceTarget> target);
    void work(Seat &seat);
    /// What is true at one moment: one hold of the queue's lock.
    struct Snapshot
    {
        Gauges gauges;
        Counters counters;
        std::string pauseReason;
        TimePoint pauseEnd;
        HeldList held;
        HostShortageStatus shortage;
        bool paused = false;
        bool gateOpen = false;
    };
    [[nodiscard]] Snapshot look();
    [[nodiscard]] ControllerState stateOf(const Snapshot &snapshot) const;
    void fillSources(ControllerDelta &delta) const;
    [[nodiscard]] ProcessStatus processStatus() const;
    void takeProcessNotes();
    [[nodiscard]] ControllerOptions options() const;
    /// Calls \a function for each id, a portion for each hold of the queue's lock.
    template<class Function>
    void forEach(const Ids &ids, Function function);

    const ControllerId m_id;
    const ControllerSpec m_spec;
    Clock &m_clock;
    const TimePoint m_startedAt;
    std::stop_source m_stopSources;

    mutable Mutex m_optionsMutex;
    ControllerOptions m_options QONTROLLER_GUARDED_BY(m_optionsMutex); // as changed since the start
    std::atomic<ControllerState> m_ending{ControllerState::Running};   // Draining, Stopped

    // In the order in which they must outlive each other; threads last.
    Recorder m_recorder;
    WorkQueue m_queue;
    Incidents m_incidents;
    StartGate m_gate;
    WorkerPool m_pool;
    std::optional<DeadlineWatch> m_deadlineWatch;
    std::vector<std::unique_ptr<SourceTarget>> m_targets;
    std::vector<std::unique_ptr<SourceLoop>> m_sources;
};

} // namespace qontroller
