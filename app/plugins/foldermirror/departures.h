// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller::foldermirror {

/// Folders that the watch has seen go and not come back: all that was in one is deleted by the
/// source's word. Not thread-safe.
class Departures final
{
public:
    /// The folder \a path has gone, with all that was in it.
    void note(const std::string &path) { m_paths[path] = Unsettled; }
    /// There is one at \a path again.
    void forget(const std::string &path) { m_paths.erase(path); }
    /// Changes were missed.
    void clear();
    /// Nothing is left of \a path in the target. What was in it is known for a while: of some of
    /// it there may never have been anything in the target.
    void settle(const std::string &path);
    /// Whether the folder \a path has gone, or one that it was in.
    [[nodiscard]] bool contain(std::string_view path) const;

    static constexpr std::size_t MostSettled = 10'000;

private:
    static constexpr std::uint64_t Unsettled = 0;

    std::map<std::string, std::uint64_t, std::less<>> m_paths; // with their numbers in m_settled
    std::deque<std::pair<std::uint64_t, std::string>> m_settled;
    std::uint64_t m_last = Unsettled;
};

} // namespace qontroller::foldermirror
