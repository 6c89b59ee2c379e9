// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mounts.h"
#include "app/plugins/foldermirror/safetree.h"
#include "core/base/threads/mutex.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// The source tree, and whether its silence may be believed.
///
/// A folder that is not mounted looks like one whose files were all deleted. So
/// absence counts only in the folder that the engine has concluded a list of: what
/// is missing there is its business, with its mass-deletion guard. The same holds for what is
/// mounted below: neither absence nor presence counts where something else is mounted now.
/// Thread-safe.
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
    /// Which names count where the source does not tell upper from lower case.
    enum class Names : unsigned char {
        AsSpelled, ///< what has other letters by now has gone; folders are read for that
        InAnyCase, ///< for what a list has just named
    };
    /// What is at \a path; nothing if there surely is nothing.
    [[nodiscard]] Result<std::optional<Entry>> find(std::string_view path, Belief belief,
                                                    Names names = Names::AsSpelled) const
        QONTROLLER_EXCLUDES(m_mutex);

    enum class Change : unsigned char {
        None, ///< since the last time, or it is the first
        OtherRoot,
        OtherMounts,
    };
    /// A list went through the folder \a root, in which \a mounts are, or have been and are missed.
    /// \a tellsCase: see casing.h.
    Change accept(const Entry &root, Mounts mounts, bool tellsCase) QONTROLLER_EXCLUDES(m_mutex);

private:
    /// What a list went through.
    struct Listed
    {
        Entry root;
        Mounts mounts;
        bool tellsCase = true;
    };
    [[nodiscard]] std::shared_ptr<const Listed> listed(Belief belief) const
        QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] Result<void> checkMount(int root, std::string_view path,
                                          const Listed &listed) const;
    [[nodiscard]] bool isAbsenceBelieved(int root, std::string_view path, Belief belief) const
        QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] static bool isRoot(int root, const Listed &listed);
    [[nodiscard]] static bool isMountedOver(int root, std::string_view path, const Listed &listed);

    SafeTree m_tree;
    mutable Mutex m_mutex;
    std::shared_ptr<const Listed> m_concluded QONTROLLER_GUARDED_BY(m_mutex);
    std::shared_ptr<const Listed> m_listed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
