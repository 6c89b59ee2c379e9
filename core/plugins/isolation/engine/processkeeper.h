// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/wakefd.h"
#include "core/base/threads/clock.h"
#include "core/engine/observe/controllers/processmonitor.h"
#include "core/plugins/isolation/engine/callbroker.h"
#include "core/plugins/isolation/engine/child.h"
#include "core/plugins/isolation/engine/isolationsettings.h"
#include "core/plugins/isolation/engine/processnotes.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace qontroller::isolation {

/// Keeps the process of one isolated controller going: starts it, ends it when it has to be
/// ended, starts it again after a back-off.
///
/// What a process is in charge of ends with it in order, as far as that is possible: where none is
/// there at the end, or the one that is does not answer, a successor is started that has nothing to
/// do but to come to its end. A note says if that has failed.
///
/// A thread of its own does so. Calls are made through the CallBroker, which also says when the
/// process has to be killed because of them. Thread-safe.
class ProcessKeeper final : public ProcessMonitor
{
public:
    /// Begins the first start. \a clock outlives it.
    ProcessKeeper(IsolationSettings settings, Clock &clock);
    /// Ends the process, and waits for that.
    ~ProcessKeeper() override;
    ProcessKeeper(const ProcessKeeper &) = delete;
    ProcessKeeper &operator=(const ProcessKeeper &) = delete;

    /// Waits for the end of the first start. After one that failed there is no other.
    [[nodiscard]] tl::expected<Shape, Refusal> firstStart();

    /// Where calls to the process are made. Lives as long as the keeper.
    [[nodiscard]] CallBroker &calls() { return m_calls; }

    // ProcessMonitor
    [[nodiscard]] ProcessStatus status() const override;
    [[nodiscard]] std::vector<ProcessNote> takeNotes() override { return m_notes.take(); }
    [[nodiscard]] std::optional<ProcessAbsence> awaitRunning(const std::stop_token &stop) override;
    void end() override;
    void endNow() override;
    void awaitEnd(TimePoint deadline) override;

private:
    // All of this is for the keeper's own thread.
    void run();
    /// From the start to the end of one process.
    void runOnce();
    /// Has the parts made by \a deadline; why not, if they are not. The sentence is empty if the
    /// process has ended by itself.
    [[nodiscard]] tl::expected<Shape, Refusal> create(Child &child, TimePoint deadline);
    [[nodiscard]] bool accept(const tl::expected<Shape, Refusal> &made,
                              const std::shared_ptr<Child> &child);
    /// Until the process has ended, or has to be killed: then true.
    [[nodiscard]] bool supervise(Child &child);
    /// Ends whatever is left of the process.
    void finish(Child &child, bool isCondemned);
    /// The controller has come to its end: notes it if its process has not done so in order.
    void conclude();
    /// Has a successor take over and come to its end; why that went wrong, or nothing.
    [[nodiscard]] std::string endBySuccessor();
    /// Begins to watch as the engine did, for parts that are not used are in charge of nothing.
    /// Waits for the first answer, whatever it says; why there is none, or nothing.
    [[nodiscard]] std::string beginWatch(Child &child, TimePoint deadline);
    [[nodiscard]] bool awaitAnswer(Child &child, int answer, TimePoint deadline);
    /// Waits for something to happen, for \a answer to be readable (unless it is negative),
    /// for \a until. False once the process has ended.
    [[nodiscard]] bool watch(Child &child, int answer, TimePoint until);
    /// Waits a moment for the end of a process that has closed a connection.
    [[nodiscard]] bool endsByItself(Child &child);
    /// False: there is to be no other process.
    [[nodiscard]] bool backOff(Duration ran);
    [[nodiscard]] bool startsAgain() const;
    void noteRestart();
    /// When the process has to have ended; never, as long as nothing has begun its end.
    [[nodiscard]] TimePoint endBy() const;

    // For any thread
    /// The process ends by \a deadline, and no other starts.
    void beginEnd(TimePoint deadline);

    const IsolationSettings m_settings;
    Clock &m_clock;
    WakeFd m_wakeUp; // for the thread while it watches descriptors
    ProcessNotes m_notes;
    CallBroker m_calls;
    // For the thread alone
    Duration m_backOff{}; // of the last restart
    enum class Last : unsigned char {
        Absent,  // it ended before it was asked to, or was killed: also because it went on
        Lost,    // it was asked to end, and ended otherwise
        InOrder, // it was asked to end, and did
    } m_last = Last::Absent;
    bool m_isAsked = false;     // the process that runs, to end
    bool m_isSuccessor = false; // it is to do nothing but end

    mutable Mutex m_mutex;
    Condition m_changed;
    std::optional<Shape> m_shape QONTROLLER_GUARDED_BY(m_mutex); // of the first start
    Refusal m_lastEnd QONTROLLER_GUARDED_BY(m_mutex);            // of a start or of a process
    bool m_isOver QONTROLLER_GUARDED_BY(m_mutex) = false;        // no process starts any more
    int m_pid QONTROLLER_GUARDED_BY(m_mutex) = 0;                // 0: none serves calls
    std::uint64_t m_starts QONTROLLER_GUARDED_BY(m_mutex) = 0;
    TimePoint m_endBy QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max();  // of beginEnd()
    TimePoint m_overBy QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max(); // with a successor

    std::thread m_thread;
};

} // namespace qontroller::isolation
