// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <atomic>

namespace qontroller {

/// From now on a copy of this program that foreign code makes with fork() ends when it comes back
/// from that code (callForeign()), with status 70 and a line on standard error: it has one thread,
/// and would keep ports, sockets and locks of the program for ever. For programs.
void endForkedCopies();

namespace detail {

extern std::atomic<bool> s_isForkedCopy;
[[noreturn]] void endForkedCopy() noexcept;

/// Ends such a copy at the end of its scope.
struct ForkedCopyEnds
{
    ForkedCopyEnds() = default;
    ForkedCopyEnds(const ForkedCopyEnds &) = delete;
    ForkedCopyEnds &operator=(const ForkedCopyEnds &) = delete;
    ~ForkedCopyEnds()
    {
        if (s_isForkedCopy.load(std::memory_order_relaxed))
            endForkedCopy();
    }
};

} // namespace detail

} // namespace qontroller
