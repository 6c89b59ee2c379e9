// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/program/signals.h"
#include "core/engine/host/host.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace qontroller {

/// Stops a host on a thread of its own, so that the program's thread hears a second
/// signal meanwhile. The threads for that are made at once, so that an end is orderly also where
/// there are no more. For one thread; the host and the signals outlive it.
class Drain
{
public:
    /// How long what is queued and running has at the most.
    static constexpr Duration TimeLimit = std::chrono::seconds(30);

    /// Waits until \a deadline for what the program does beside the host; what still runs then.
    using Finish = std::function<std::vector<std::string>(TimePoint deadline)>;

    /// Throws std::system_error if there is no thread.
    Drain(Host &host, Signals &endRequests, Finish finish);
    ~Drain();
    Drain(const Drain &) = delete;
    Drain &operator=(const Drain &) = delete;

    /// Begins, unless it has begun. Wakes the signals when it is over.
    void start();
    [[nodiscard]] bool isStarted() const { return m_deadline.has_value(); }
    [[nodiscard]] bool isOver() const { return m_over; }
    /// The controllers that have not stopped yet, sorted.
    [[nodiscard]] std::vector<std::string> notStopped() const;

    /// Writes into the log what was left. After isOver().
    void logLeft() const;
    /// How many objects that are. After isOver().
    [[nodiscard]] std::uint64_t left() const;
    /// Whether calls run still that did not return when they were asked to stop. Their threads
    /// use what they were given, so the program ends without destructors then. After isOver().
    [[nodiscard]] bool leavesCalls() const;

private:
    void finishOthers();
    void stopHost();

    Host &m_host;
    Signals &m_signals;
    const Finish m_finish;
    std::vector<StopReport> m_reports;    ///< written before m_over
    std::vector<std::string> m_stillRuns; ///< likewise
    std::atomic<bool> m_over{false};
    std::optional<TimePoint> m_deadline; ///< nothing: not started; written before m_begun
    std::latch m_begun{1};
    std::jthread m_others;
    std::jthread m_thread;
};

} // namespace qontroller
