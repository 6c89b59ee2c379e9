// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/isolation/child.h"
#include "core/isolation/isolationsettings.h"
#include "core/observe/processmonitor.h"

#include <tl/expected.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace qontroller::isolation {

/// Why a call cannot be made now.
struct Unavailable
{
    std::string text;        ///< one sentence
    Duration wait{};         ///< until it is worth another try
    bool isShortage = false; ///< of the host; the wait is the engine's then
};

/// Why a call failed whose process has ended.
struct Failure
{
    enum class Fault : unsigned char {
        Own,     ///< as far as one can know
        Another, ///< another call's: this one may be made again
        Host,    ///< a shortage: this one may be made again
    };

    std::string text; ///< one sentence: how the process ended
    Fault fault = Fault::Own;
};

/// Whom a call waits for while there is no process.
enum class Patience : unsigned char {
    ForStart,   ///< for a start under way, not for a back-off
    ForRestart, ///< for the next process, whenever that comes
};

/// Keeps the process of one isolated controller going: starts it, ends it when it
/// hangs, starts it again after a back-off.
///
/// A call borrows a connection to the process of that moment. When that process
/// ends, the call fails, but not before nothing is left of the process: then the
/// same id may be handled again. A process that is ended because of some calls, which
/// went on too long or broke the protocol, was ended by those and by no other that was
/// under way; one that ends by itself may have been ended by any. Thread-safe.
class PartsProcess final : public ProcessMonitor
{
public:
    /// Begins the first start. \a clock outlives it.
    PartsProcess(IsolationSettings settings, Clock &clock);
    /// Ends the process, and waits for that.
    ~PartsProcess() override;
    PartsProcess(const PartsProcess &) = delete;
    PartsProcess &operator=(const PartsProcess &) = delete;

    /// Waits for the end of the first start. After one that failed there is no other.
    [[nodiscard]] tl::expected<Shape, Refusal> firstStart();

    struct Lent
    {
        std::shared_ptr<Child> child;
        NumberedConnection connection;
    };
    [[nodiscard]] tl::expected<Lent, Unavailable> lend(Patience patience,
                                                       const std::stop_token &stop);

    /// The call under way on \a lent failed because of \a why. Sees to it that the
    /// process ends, and waits until it has.
    [[nodiscard]] Failure fail(const Lent &lent, const std::string &why);

    /// Whether the process is ended if a call goes on too long after a cancel().
    enum class Grace : unsigned char {
        Limited,
        Unlimited,
    };
    void cancel(const Lent &lent, Grace grace);
    /// To be called after cancel(), once the call has returned.
    void returned(const Lent &lent);

    // ProcessMonitor
    [[nodiscard]] ProcessStatus status() const override;
    [[nodiscard]] std::vector<ProcessNote> takeNotes() override;
    void end() override;
    void endNow() override;

private:
    enum class State : unsigned char {
        Starting,
        Running,
        BackingOff,
        Over,
    };

    void run();
    /// From the start to the end of one process.
    void runOnce();
    /// Has the parts made; why not, if they are not.
    [[nodiscard]] tl::expected<Shape, Refusal> create(Child &child);
    [[nodiscard]] bool accept(const tl::expected<Shape, Refusal> &made,
                              const std::shared_ptr<Child> &child);
    void supervise(Child &child);
    void finish(Child &child);
    /// Waits for something to happen, for \a answer to be readable (unless it is negative),
    /// for \a until. False once the process has ended.
    [[nodiscard]] bool watch(Child &child, int answer, TimePoint until);
    /// Whether the process is to be killed: somebody or something asks for it.
    [[nodiscard]] bool endIfDue(Child &child);
    /// Waits a moment for the end of a process that has closed a connection.
    [[nodiscard]] bool endsByItself(Child &child);
    /// False: there is to be no other process.
    [[nodiscard]] bool backOff(Duration ran);
    [[nodiscard]] TimePoint nextDeadline() const;
    [[nodiscard]] Unavailable unavailable() const QONTROLLER_REQUIRES(m_mutex);
    /// Nobody is \a culprit: all calls of that process may be made again.
    void accuse(const std::shared_ptr<Child> &child, const std::string &why,
                std::optional<CallNumber> culprit);
    [[nodiscard]] ChildEnd describeEnd(ChildEnd how, bool byItself) QONTROLLER_REQUIRES(m_mutex);
    void note(std::string text) QONTROLLER_REQUIRES(m_mutex);
    void endBy(TimePoint deadline);
    void wake();

    const IsolationSettings m_settings;
    Clock &m_clock;
    UniqueFd m_wake; // an eventfd, for the thread while it watches descriptors

    mutable Mutex m_mutex;
    Condition m_changed;
    State m_state QONTROLLER_GUARDED_BY(m_mutex) = State::Starting;
    std::shared_ptr<Child> m_child QONTROLLER_GUARDED_BY(m_mutex); // while Running
    std::optional<Shape> m_shape QONTROLLER_GUARDED_BY(m_mutex);   // of the first start
    Refusal m_refusal QONTROLLER_GUARDED_BY(m_mutex);              // of the last start
    std::uint64_t m_starts QONTROLLER_GUARDED_BY(m_mutex) = 0;
    TimePoint m_nextStart QONTROLLER_GUARDED_BY(m_mutex); // while BackingOff
    Duration m_backOff QONTROLLER_GUARDED_BY(m_mutex){};
    std::deque<ProcessNote> m_notes QONTROLLER_GUARDED_BY(m_mutex);

    // When and why the process is ended
    bool m_isKilled QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::string m_accusation QONTROLLER_GUARDED_BY(m_mutex);
    std::set<CallNumber> m_accused QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_killAt QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max();
    std::map<CallNumber, TimePoint> m_cancelled QONTROLLER_GUARDED_BY(m_mutex); // return by then
    TimePoint m_endBy QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max();  // set by end()

    std::thread m_thread;
};

} // namespace qontroller::isolation
