// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller::foldermirror {

/// Folders that the watch has seen go and not come back: all that was in one is deleted by the
/// source's word. Thread-safe.
class Departures final
{
public:
    /// The folder \a path has gone, with all that was in it.
    void note(const std::string &path) QONTROLLER_EXCLUDES(m_mutex);
    /// There is one at \a path again.
    void forget(const std::string &path) QONTROLLER_EXCLUDES(m_mutex);
    /// Changes were missed, or nobody watches.
    void clear() QONTROLLER_EXCLUDES(m_mutex);
    /// Nothing is left of \a path in the target. What was in it is known for a while: of some of
    /// it there may never have been anything in the target.
    void settle(const std::string &path) QONTROLLER_EXCLUDES(m_mutex);
    /// Whether the folder \a path has gone, or one that it was in.
    [[nodiscard]] bool contain(std::string_view path) const QONTROLLER_EXCLUDES(m_mutex);

    static constexpr std::size_t MostSettled = 10'000;

private:
    static constexpr std::uint64_t Unsettled = 0;

    mutable Mutex m_mutex;
    // With their numbers in m_settled.
    std::map<std::string, std::uint64_t, std::less<>> m_paths QONTROLLER_GUARDED_BY(m_mutex);
    std::deque<std::pair<std::uint64_t, std::string>> m_settled QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_last QONTROLLER_GUARDED_BY(m_mutex) = Unsettled;
};

} // namespace qontroller::foldermirror
