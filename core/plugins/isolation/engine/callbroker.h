// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/wakefd.h"
#include "core/base/threads/clock.h"
#include "core/plugins/isolation/engine/child.h"

#include <tl/expected.hpp>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

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

/// What a call waits for while there is no process.
enum class Patience : unsigned char {
    None,       ///< for nothing
    ForStart,   ///< for a start under way, not for a back-off
    ForRestart, ///< for the next process, whenever that comes
};

/// The calls under way to the process of one isolated controller, and what they say against it.
///
/// A call borrows a connection to the process that runs at that moment. When the process ends, the
/// call fails. It fails only when nothing is left of the process, for then the same id may be
/// handled again. If the broker had the process killed, the calls that went on too long or broke
/// the protocol are to blame, and no others. If the process ended by itself, each call that was
/// under way may be to blame.
///
/// Thread-safe. What is for the keeper of the process is called by its thread.
class CallBroker
{
public:
    /// No process runs yet: calls wait. A call has \a cancelPatience to return after it was
    /// cancelled. \a wakeUp wakes the keeper when mustKill() may have another answer. It and
    /// \a clock outlive the broker.
    CallBroker(Duration cancelPatience, Clock &clock, WakeFd &wakeUp);

    // For calls

    /// Waits for a process as \a patience says, but not once \a stop is requested.
    [[nodiscard]] tl::expected<std::shared_ptr<Child>, Unavailable> awaitProcess(
        Patience patience, const std::stop_token &stop);
    struct Lent
    {
        std::shared_ptr<Child> child;
        NumberedConnection connection;
    };
    /// A connection to the process that awaitProcess() gives.
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
    /// A source is watched: the controller is at work, and not only looked at.
    void noteWatch();
    /// To be called after cancel(), once the call has returned.
    void returned(const Lent &lent);

    // For the keeper

    /// Calls go to \a child from now on.
    void open(std::shared_ptr<Child> child);
    /// No call goes to that process any more; calls wait for the next.
    void close();
    /// The next process starts at \a nextStart. Only patient calls wait for it.
    void closeUntil(TimePoint nextStart);
    /// There is to be no other process.
    void closeForGood();
    /// The controller comes to its end: no more calls, even if a process runs. For any thread.
    void refuseCalls();

    /// Whether a source was ever watched.
    [[nodiscard]] bool hasWatched() const;

    /// When mustKill() may have another answer without a wake-up.
    [[nodiscard]] TimePoint nextDeadline() const;
    /// Whether the process that is open has to be killed now: because of calls, or because it
    /// is still there at \a endBy.
    [[nodiscard]] bool mustKill(TimePoint endBy);
    /// The end of a process that mustKill() condemned, with the calls that are to blame.
    [[nodiscard]] ChildEnd condemnedEnd() const;
    /// What was said against a process that has ended does not count for the next.
    void forget();

private:
    enum class State : unsigned char {
        Starting,
        Open,
        BackingOff,
        Over,
    };

    void setState(State state);
    [[nodiscard]] Unavailable unavailable() const QONTROLLER_REQUIRES(m_mutex);
    /// Without \a culprit all calls of that process may be made again.
    void accuse(const std::shared_ptr<Child> &child, const std::string &why,
                std::optional<CallNumber> culprit);

    const Duration m_cancelPatience;
    Clock &m_clock;
    WakeFd &m_wakeUp;

    mutable Mutex m_mutex;
    Condition m_changed;
    State m_state QONTROLLER_GUARDED_BY(m_mutex) = State::Starting;
    bool m_isRefusing QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_hasWatched QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::shared_ptr<Child> m_child QONTROLLER_GUARDED_BY(m_mutex); // while Open
    TimePoint m_nextStart QONTROLLER_GUARDED_BY(m_mutex);          // while BackingOff

    // When and why the process is killed
    std::map<CallNumber, TimePoint> m_cancelled QONTROLLER_GUARDED_BY(m_mutex); // return by then
    TimePoint m_killAt QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max();
    std::string m_accusation QONTROLLER_GUARDED_BY(m_mutex);
    std::set<CallNumber> m_accused QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::isolation
