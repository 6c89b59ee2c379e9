// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/logwriter/logsink.h"
#include "app/plugins/process/logwriter/losses.h"
#include "core/base/threads/clock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller::supervision {

/// Takes the output of a process to a sink, and never waits for that: what the sink does not take
/// is dropped and counted, up to the end of its line.
///
/// A sink that has failed is asked again after a pause. Then the log has a line, in the place of
/// those that are missing, that says how many they are and why. For one thread.
class LogFlow final
{
public:
    static constexpr Duration Pause = std::chrono::seconds(1);

    LogFlow(LogSink &sink, Clock &clock);

    /// When this returns, all of \a text is written or dropped.
    void take(std::string_view text);
    /// To be called at resumesAt(): says what is missing, though the process is silent.
    void resume();

    /// When the sink is to be asked again; nothing: it works.
    [[nodiscard]] std::optional<TimePoint> resumesAt() const;
    /// A sentence; empty: it works.
    [[nodiscard]] const std::string &whyNotWritten() const { return m_whyNot; }
    /// Of all the time.
    [[nodiscard]] const Losses &losses() const { return m_losses; }

private:
    [[nodiscard]] bool isPausing() const;
    /// Whether the sink has taken all; else \a text has lost what it took.
    [[nodiscard]] bool isTaken(std::string_view &text);
    [[nodiscard]] bool sayWhatIsMissing();

    LogSink &m_sink;
    Clock &m_clock;
    Losses m_losses;
    std::uint64_t m_saidLines = 0; ///< lost ones that the log tells of
    bool m_isLineOpen = false;     ///< the log ends within a line
    std::string m_whyNot;
    std::string m_whyMissing; ///< as m_whyNot was
    TimePoint m_resumesAt;
};

} // namespace qontroller::supervision
