// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/log/logline.h"
#include "core/base/text/concealer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

/// What is logged, and how it is written.
struct LogSettings
{
    LogLevel least = LogLevel::Info; ///< what is below is not logged
    /// Nothing: fields of systemd's journal if standard error goes there, else text.
    std::optional<LogStyle> style;
};

/// Holds for the lines from now on; for the start of the program, before other threads log.
void setLog(const LogSettings &settings);

/// Writes \a line with the time to standard error or to the journal; it never waits for the reader
/// (see LineWriter and SystemdJournal). Thread-safe: lines do not mix.
void log(LogLevel level, const LogLine &line);
/// A line that concerns the program.
void log(LogLevel level, std::string_view text);

/// A line that a plugin says: written if LineBudget allows for it, else counted.
void logForeign(LogLevel level, const LogLine &line);
/// From now on no text of a line has any of \a secrets: they are replaced by dots until the end of
/// the program. Thread-safe.
void concealInLog(const Concealer &secrets);
/// \a text as the log would have it. For what is shown elsewhere and belongs to no one controller.
/// Thread-safe.
[[nodiscard]] std::string concealedAsInLog(std::string text);

/// Whether log() does anything for \a level. Thread-safe.
[[nodiscard]] bool isLogged(LogLevel level);

/// Lines that were not written since the start: nothing read them, or plugins said more than
/// LineBudget allows. Thread-safe.
[[nodiscard]] std::uint64_t droppedLogLines();

/// Lines that wait now, for what they are written to takes no more: nothing reads it. Thread-safe.
[[nodiscard]] std::uint64_t waitingLogLines();

/// Writes the number of equal lines that are held back (see RepeatedLines), if it is time. To be
/// called now and then. Thread-safe.
void settleLog();

/// Waits until all lines are written, for a second at the most. To be called before the end of the
/// program.
void finishLog();

/// Makes what Qt and plugins say through Qt lines of this log, as many as LineBudget allows.
void logQtMessages();

} // namespace qontroller
