// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/loglevel.h"

#include <chrono>
#include <string>

namespace qontroller {

enum class LogStyle : unsigned char {
    Text,
    Json,
};

/// One line of the log. What is empty is left out.
struct LogLine
{
    std::string controller{}; ///< whom it concerns
    std::string event{};      ///< what happened, in a few words that are always the same
    std::string id{};         ///< of which object
    std::string text{};       ///< what else there is to say
    std::string kind{};       ///< of a notice: what its author calls it; stands after the event

    /// All of it as a sentence: `photos: failed: a.jpg: no space left`.
    [[nodiscard]] std::string message() const;

    friend bool operator==(const LogLine &, const LogLine &) = default;
};

/// \a line as it can be read everywhere: control characters and bytes that are not UTF-8 are
/// written as `\n`, `\t` or `\x1b`, and what is long is cut, so that the message has at most 2 KiB.
[[nodiscard]] LogLine readable(const LogLine &line);

/// When a line was logged: the calendar's time, UTC.
using LogTime = std::chrono::system_clock::time_point;

// In what follows \a line is readable.

/// `2026-11-23T14:51:19.123Z warning: photos: failed: a.jpg: no space left`; ends in a line break,
/// and has no other.
[[nodiscard]] std::string asText(LogLevel level, const LogLine &line, LogTime time);
/// One object: time, level, message, and what \a line has as `controller`, `event`, `kind`, `id`,
/// `text`.
/// Ends in a line break, and has no other.
[[nodiscard]] std::string asJson(LogLevel level, const LogLine &line, LogTime time);
/// As the native protocol of systemd's journal has it: MESSAGE, PRIORITY, SYSLOG_IDENTIFIER, and
/// what \a line has as `QONTROLLER_CONTROLLER`, `…_EVENT`, `…_KIND`, `…_ID`,
/// `…_TEXT`.
[[nodiscard]] std::string asJournalEntry(LogLevel level, const LogLine &line,
                                         const std::string &program);

} // namespace qontroller
