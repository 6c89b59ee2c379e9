// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace qontroller::supervision {

/// What the writer of a log tells the supervisor. A plain value.
struct OutputRecord
{
    pid_t pid = -1;                 ///< of the writer
    std::uint64_t startTime = 0;    ///< … in the kernel's ticks since the boot
    std::uint64_t droppedLines = 0; ///< since the pipe was made, by all its writers
    std::uint64_t droppedBytes = 0;
    std::string whyNotWritten; ///< a sentence; empty: the log is written

    friend bool operator==(const OutputRecord &, const OutputRecord &) = default;
};

/// A record's file has so many bytes from the start, so that to write it needs no room on the disk.
inline constexpr std::size_t OutputRecordSize = 4096;

/// OutputRecordSize bytes: the record twice, and blanks.
[[nodiscard]] std::string textOf(const OutputRecord &record);

/// What textOf() gave. Nothing if it is none, or is being written just now. Pure.
[[nodiscard]] std::optional<OutputRecord> recordIn(std::string_view text);

/// Reads or writes the record at the start of the file \a fd, wherever that stands. Without a word
/// if it cannot: the next one will do.
[[nodiscard]] std::optional<OutputRecord> readRecord(int fd);
void writeRecord(int fd, const OutputRecord &record);

} // namespace qontroller::supervision
