// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/safetree.h"
#include "core/base/mutex.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace qontroller {

/// The source tree, and whether its silence may be believed.
///
/// A folder that is not mounted looks like one whose files were all deleted. So a
/// path is absent only if the root is the folder that the last list saw; and
/// while the source is doubted (empty, though the target is not), nothing is.
///
/// Also remembers which paths lists found here: those the engine knows, and
/// misses by itself when a list no longer has them (with its mass-deletion guard).
/// Thread-safe.
class Source final
{
public:
    explicit Source(std::string root)
        : m_tree(std::move(root))
    {}

    [[nodiscard]] const SafeTree &tree() const { return m_tree; }

    /// What is at \a path; nothing if there surely is nothing.
    [[nodiscard]] Result<std::optional<Entry>> find(std::string_view path) const
        QONTROLLER_EXCLUDES(m_mutex);

    enum class Trust : unsigned char {
        Full,
        Doubted,
    };
    enum class Root : unsigned char {
        Same, ///< as the last time, or the first
        Replaced,
    };
    /// A list went through the folder \a root.
    Root accept(const Entry &root, Trust trust) QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] Trust trust() const QONTROLLER_EXCLUDES(m_mutex);

    void remember(std::string_view path) QONTROLLER_EXCLUDES(m_mutex);
    void forget(std::string_view path) QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] bool remembers(std::string_view path) const QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] bool remembersAny() const QONTROLLER_EXCLUDES(m_mutex);

private:
    SafeTree m_tree;
    mutable Mutex m_mutex;
    std::optional<Entry> m_root QONTROLLER_GUARDED_BY(m_mutex);
    Trust m_trust QONTROLLER_GUARDED_BY(m_mutex) = Trust::Full;
    std::unordered_set<std::size_t> m_remembered QONTROLLER_GUARDED_BY(m_mutex); // hashes
};

} // namespace qontroller
