// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/safetree.h"
#include "core/base/mutex.h"

#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// The source tree, and whether its silence may be believed.
///
/// A folder that is not mounted looks like one whose files were all deleted. So
/// absence counts only in the folder that the engine has concluded a list of: what
/// is missing there is its business, with its mass-deletion guard. Thread-safe.
class Source final
{
public:
    explicit Source(std::string root)
        : m_tree(std::move(root))
    {}

    [[nodiscard]] const SafeTree &tree() const { return m_tree; }

    /// Which root absence is believed of.
    enum class Belief : unsigned char {
        Concluded, ///< one that was listed and that the engine has drawn its conclusions from
        Listed,    ///< the one listed last: for removals, which are such a conclusion
    };
    /// What is at \a path; nothing if there surely is nothing.
    [[nodiscard]] Result<std::optional<Entry>> find(std::string_view path, Belief belief) const
        QONTROLLER_EXCLUDES(m_mutex);

    enum class Root : unsigned char {
        Same, ///< as the last time, or the first
        Replaced,
    };
    /// A list went through the folder \a root.
    Root accept(const Entry &root) QONTROLLER_EXCLUDES(m_mutex);

private:
    [[nodiscard]] bool isBelieved(int root, Belief belief) const QONTROLLER_EXCLUDES(m_mutex);

    SafeTree m_tree;
    mutable Mutex m_mutex;
    std::optional<Entry> m_concluded QONTROLLER_GUARDED_BY(m_mutex);
    std::optional<Entry> m_listed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
