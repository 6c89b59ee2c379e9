// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace qontroller::foldermirror {

/// Which folder each inotify watch is on.
///
/// Watches are named by inotify's numbers (wd) and stay on a folder when it is
/// renamed, so each knows its name and its parent's watch only; a rename of a
/// folder is one step however much is below it. A tree that was cut off has no
/// path until it is attached again. For one thread.
class WatchedTree final
{
public:
    static constexpr int None = -1;

    void clear();
    void setRoot(int wd);
    [[nodiscard]] int root() const { return m_root; }

    /// The folder \a name in the folder of \a parent is watched by \a wd. One that
    /// was attached elsewhere moves here; another one here is cut off.
    void attach(int wd, int parent, const std::string &name);
    /// Cuts the folder \a name off from \a parent; None if there is none.
    int cutOff(int parent, const std::string &name);
    [[nodiscard]] bool isCutOff(int wd) const;
    /// Forgets one watch that is no more; what is below is cut off.
    void erase(int wd);
    /// Forgets \a wd and all below it, and returns them.
    std::vector<int> eraseAll(int wd);

    /// Relative to the root; nothing for an unknown watch or one that is cut off.
    [[nodiscard]] std::optional<std::string> pathOf(int wd) const;
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

private:
    struct Node
    {
        int parent = None;
        std::string name;
        std::map<std::string, int> children;
    };

    void leaveParent(int wd, Node &node);

    int m_root = None;
    std::unordered_map<int, Node> m_nodes;
};

} // namespace qontroller::foldermirror
