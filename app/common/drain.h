// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/common/signals.h"
#include "core/host/host.h"

#include <atomic>
#include <thread>
#include <vector>

namespace qontroller {

/// Stops a host on a thread of its own, so that the program's thread hears a second
/// signal meanwhile. For one thread; the host and the signals outlive it.
class Drain
{
public:
    /// How long what is queued and running has at the most.
    static constexpr Duration Deadline = std::chrono::seconds(30);

    Drain(Host &host, Signals &signals)
        : m_host(host)
        , m_signals(signals)
    {}

    /// Begins, unless it has begun. Wakes the signals when it is over.
    void start();
    [[nodiscard]] bool isStarted() const { return m_thread.joinable(); }
    [[nodiscard]] bool isOver() const { return m_over; }

    /// Writes into the log what was left. After isOver().
    void logLeft() const;

private:
    Host &m_host;
    Signals &m_signals;
    std::vector<StopReport> m_reports; ///< written before m_over
    std::atomic<bool> m_over{false};
    std::jthread m_thread;
};

} // namespace qontroller
