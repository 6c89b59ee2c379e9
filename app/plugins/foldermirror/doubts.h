// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/objectid.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace qontroller::foldermirror {

/// Files that look like their copies by size and time, but of which something else has changed, so
/// that they have to be read: when each has its turn, and which were read.
///
/// A backup that was played back doubts everything at once. Reading is bounded to BytesPerSecond
/// on average, first come, first served. Thread-safe.
class Doubts final
{
public:
    static constexpr std::uint64_t BytesPerSecond = 32U << 20;
    /// What a small file counts as: it has to be opened, too.
    static constexpr std::uint64_t LeastBytes = 64U << 10;

    /// The file \a path, of \a bytes, is doubted from now until it is settled. How long it has to
    /// wait from \a now on; zero: it is its turn.
    [[nodiscard]] Duration turnOf(const std::string &path, std::uint64_t bytes, TimePoint now)
        QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] bool isDoubted(const std::string &path) const QONTROLLER_EXCLUDES(m_mutex);

    /// The copy of \a path was found or made equal to its \a version.
    void settle(const std::string &path, Version version) QONTROLLER_EXCLUDES(m_mutex);
    /// … and that is still known: of the last ones only.
    [[nodiscard]] bool isSettled(const std::string &path, Version version) const
        QONTROLLER_EXCLUDES(m_mutex);

private:
    void forgetLost(TimePoint now) QONTROLLER_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    TimePoint m_next QONTROLLER_GUARDED_BY(m_mutex);
    std::unordered_map<std::string, TimePoint> m_turns QONTROLLER_GUARDED_BY(m_mutex);
    std::size_t m_most QONTROLLER_GUARDED_BY(m_mutex) = 1024; ///< before lost ones are looked for

    // By a hash of the path: two that share one are read more often than they need.
    using Settled = std::unordered_map<std::size_t, Version>;
    Settled m_settled QONTROLLER_GUARDED_BY(m_mutex);
    Settled m_settledBefore QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
