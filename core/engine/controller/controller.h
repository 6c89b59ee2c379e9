// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/calls.h"
#include "core/engine/controller/controllercommands.h"
#include "core/engine/controller/controllerspec.h"
#include "core/engine/controller/controllerstatus.h"
#include "core/engine/controller/deadlinewatch.h"
#include "core/engine/controller/endingparts.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/lockkeeper.h"
#include "core/engine/controller/ownershipfollower.h"
#include "core/engine/controller/recorder.h"
#include "core/engine/controller/sourceloop.h"
#include "core/engine/controller/sourcetargets.h"
#include "core/engine/controller/workerpool.h"
#include "core/engine/observe/feed/feed.h"
#include "core/engine/observe/items/objectrows.h"
#include "core/engine/queue/workqueue.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qontroller {

/// One controller: its sources, its queue, its workers.
///
/// Owned by a shared_ptr, which its threads share until they return: a call that never
/// does keeps all that it touches. So the end is stop(), and not the destructor.
/// Thread-safe.
class Controller : public std::enable_shared_from_this<Controller>
{
public:
    /// How long a stop waits for calls that were asked to stop.
    static constexpr Duration StopGrace = std::chrono::seconds(2);
    /// The last part of it is for the end of a process whose calls have not returned.
    static constexpr Duration ProcessGrace = std::chrono::milliseconds(500);
    /// … and for locks whose release takes long: from then on it is asked to stop.
    static constexpr Duration ReleaseGrace = std::chrono::milliseconds(250);

    /// \a spec is complete and its options are valid. \a clock outlives the controller.
    Controller(ControllerId id, ControllerSpec spec, Clock &clock);
    ~Controller();

    /// Takes in what a journal knows of its ids. Call it before start(). Returns why the journal
    /// cannot be read: then the controller must not be started, only stopped.
    [[nodiscard]] std::optional<std::string> restore();
    /// The other way round: what restore() of one in its place is to take in. After end().
    void tell(KnownSink &sink);
    /// Makes its threads, then begins to list. Throws std::system_error when a thread cannot
    /// be had, before anything foreign was called; call stop() then, too.
    void start();

    [[nodiscard]] ControllerId id() const { return m_id; }
    [[nodiscard]] const std::string &name() const { return m_spec.name; }

    /// What an operator steers.
    [[nodiscard]] ControllerCommands &commands() { return m_commands; }

    // The end, in steps that each know when they are over, so that one thread can end many
    // controllers at once. Each once, in this order.

    /// Sources are asked to stop and nothing new is taken; what is queued or running goes
    /// on. Does not wait.
    void beginStop();
    /// Waits for what is queued or running, but not beyond \a deadline; then asks what
    /// still runs to stop.
    void drain(TimePoint deadline);
    /// The process of an isolated controller ends by itself, or, if calls have not returned
    /// by \a deadline, with them. Else does nothing.
    void endProcess(TimePoint deadline);
    /// Waits for every thread, but not beyond \a deadline.
    [[nodiscard]] StopReport end(TimePoint deadline);
    /// All of it: returns at \a deadline + StopGrace at the latest.
    StopReport stop(TimePoint deadline);
    /// Ends a drain() under way as if its deadline had come, or one to come.
    void stopNow();

    [[nodiscard]] ControllerStatus status();
    /// As far as it knows it itself.
    [[nodiscard]] NamedController named();
    [[nodiscard]] LatencyBreakdown latencies() const { return m_recorder.breakdown(); }
    /// See Feed::attach().
    void attach(ReaderId reader);
    /// See Feed::pull(). \a room: how many bytes of rows,
    /// events and ends there may be, about; counted down.
    [[nodiscard]] ControllerDelta pull(ReaderId reader, Reads reads, std::size_t &room);
    void detach(ReaderId reader);
    /// How far \a reader is with events and ends of tickets. It is told no more of those until now.
    [[nodiscard]] ChangeLog::Read release(ReaderId reader);
    /// Its state, and all events and ends of tickets that it keeps. After end().
    [[nodiscard]] ControllerDelta lastWords();
    [[nodiscard]] std::optional<ItemDetail> detail(std::string_view id);
    /// Tells who keeps what is known of its objects that nothing comes any more. After stop().
    void endKnown();
    /// See ObjectRows.
    void forEachRow(unsigned states, const std::function<bool(const ItemRow &)> &look);
    [[nodiscard]] std::vector<ItemRow> rows(std::span<const ObjectId> ids);
    /// As Feed::describe(); also ends early when the controller is stopped.
    [[nodiscard]] Description describe(const ObjectId &id, const std::stop_token &stop);

private:
    void joinCalls(TimePoint deadline);
    void countLeft();
    [[nodiscard]] std::vector<RunningCall> runningCalls();
    void addSource(ListerWatcher &source, std::unique_ptr<SourceTarget> target);
    void work(Seat &seat);
    /// What is true at one moment: one hold of the queue's lock.
    struct Snapshot
    {
        Gauges gauges;
        std::vector<WorkerRow> workers;
        Counters counters;
        std::string pauseReason;
        TimePoint pauseEnd;
        TimePoint pauseSince;
        HeldList held;
        std::vector<FailureCause> failures;
        ListStatus lists;
        HostShortageStatus shortage;
        LockOutageStatus lockOutage;
        bool paused = false;
        bool gateOpen = false;
    };
    [[nodiscard]] Snapshot look(std::size_t mostWorkers = 0);
    void lookAtLists(Snapshot &snapshot, TimePoint now) const;
    [[nodiscard]] ControllerState stateOf(const Snapshot &snapshot) const;
    void fillSources(ControllerDelta &delta) const;
    [[nodiscard]] ProcessStatus processStatus() const;
    void takeProcessNotes();
    /// … of what handlers said, as AttemptReports::takeDroppedNotices() knows it.
    void sayWhatWasDropped(TimePoint now);

    const ControllerId m_id;
    EndingParts m_endingParts; // ends after what it tells of, the spec's parts
    const ControllerSpec m_spec;
    Clock &m_clock;
    const TimePoint m_startedAt;

    std::atomic<ControllerState> m_ending{ControllerState::Running}; // Draining, Stopped

    StopReport m_report; // as far as it is known; of the thread that stops

    // In the order in which they must outlive each other; threads last.
    const std::shared_ptr<StopRequests> m_stops;
    Calls m_calls;
    Recorder m_recorder;
    WorkQueue m_queue;
    Incidents m_incidents;
    AttemptReports m_reports;
    WorkerPool m_pool;
    DeadlineWatch m_deadlineWatch;
    std::optional<LockKeeper> m_locks; // nothing: within this host only
    std::optional<OwnershipFollower> m_ownership;
    ControllerCommands m_commands;
    std::vector<std::unique_ptr<SourceTarget>> m_targets;
    std::vector<std::unique_ptr<SourceLoop>> m_sources;
};

} // namespace qontroller
