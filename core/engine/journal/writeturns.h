// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>

namespace qontroller {

/// The turns of a writer: when the next begins, and who waits for its end. Who shares it may
/// outlive the writer. Thread-safe; the part below is for the writer's thread.
class WriteTurns
{
public:
    explicit WriteTurns(Clock &clock)
        : m_clock(clock)
    {}

    /// A disk that does not answer holds commands and workers up for no longer.
    static constexpr Duration Patience = std::chrono::seconds(2);

    /// Asks for a turn, and waits for its end, but no longer than \a patience. True: all that had
    /// happened before the call is written. False at once while turns fail, and without a writer.
    bool sync(Duration patience = Patience);

    /// Why the last turn that ended has not written all, as a sentence. Empty: it has, or nobody
    /// writes.
    [[nodiscard]] std::string whyNotWritten();
    /// Somebody writes.
    [[nodiscard]] bool isOpen();

    /// For how long the turn under way has held somebody up, or would; zero: it ends in time, or
    /// there is none.
    [[nodiscard]] Duration late();

    /// Turns are taken from now on.
    void open();
    /// The turn that was asked for last is the last.
    void close();

    /// Waits until a turn is asked for or \a next has come. False: the turn is the last.
    [[nodiscard]] bool wait(TimePoint next);
    /// A turn begins: who asks later waits for another.
    [[nodiscard]] std::uint64_t begin();
    /// \a whyNot: empty if all is written.
    void end(std::uint64_t turn, const std::string &whyNot);

private:
    Clock &m_clock;
    Mutex m_mutex;
    Condition m_changed;
    std::uint64_t m_asked QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::uint64_t m_ended QONTROLLER_GUARDED_BY(m_mutex) = 0;   ///< of those that were asked for
    std::uint64_t m_written QONTROLLER_GUARDED_BY(m_mutex) = 0; ///< … and that went well
    /// The turn under way; TimePoint::max(): there is none.
    TimePoint m_began QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max();
    bool m_isLate QONTROLLER_GUARDED_BY(m_mutex) = false; ///< somebody has waited in vain for it
    bool m_isOpen QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::string m_whyNot QONTROLLER_GUARDED_BY(m_mutex); ///< empty: turns do not fail
};

} // namespace qontroller
