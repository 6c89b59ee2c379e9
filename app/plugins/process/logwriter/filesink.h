// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/logwriter/logsink.h"
#include "core/base/files/uniquefd.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller::supervision {

/// How much of \a text goes into a log that has \a size bytes and may have \a limit: all of it, or
/// the lines that fit, or nothing, and the log is rotated first. Of a line that is longer than a
/// log, what fits into an empty one. Pure; \a limit is at least 1.
[[nodiscard]] std::size_t fitting(std::string_view text, std::uint64_t size, std::uint64_t limit);

/// A log file and the earlier ones beside it: `path.1` is the last before it.
///
/// No file ever has more than \a limit bytes, and there are at most \a count earlier ones. Before
/// each write it looks at what the path means: a log that was removed or renamed is made anew, and
/// one that was emptied is filled from its beginning. Two sinks of one path do not harm each other.
class FileSink final : public LogSink
{
public:
    FileSink(std::string path, std::uint64_t limit, unsigned count);

    [[nodiscard]] Taken write(std::string_view text) override;

private:
    /// 0, or why not as an `errno`; the same below.
    [[nodiscard]] int open();
    [[nodiscard]] bool isInPlace() const;
    [[nodiscard]] int writeSome(std::string_view &text);
    [[nodiscard]] int rotate();
    [[nodiscard]] int moveUp() const;
    /// Those beyond \a count, of a time when more were kept.
    void removeSurplus() const;
    [[nodiscard]] std::string numbered(unsigned number) const;

    const std::string m_path;
    const std::uint64_t m_limit;
    const unsigned m_count;
    UniqueFd m_fd;
};

} // namespace qontroller::supervision
