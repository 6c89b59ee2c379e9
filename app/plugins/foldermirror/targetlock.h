// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/abilities.h"
#include "app/plugins/foldermirror/entry.h"
#include "core/base/files/lockedfd.h"
#include "core/base/threads/mutex.h"

#include <tl/expected.hpp>

#include <memory>

namespace qontroller::foldermirror {

/// What a mirror does with its target.
enum class TargetUse : unsigned char {
    Alone, ///< no other mirror has it meanwhile
    Look,  ///< it is read as it is, whoever has it
};

/// Keeps all other mirrors, of this program or another, off a target folder.
///
/// The folder itself is locked (flock). So the lock is where the target is, whatever leads there,
/// leaves nothing behind, and goes with the program. Whatever writes holds a share of it: a folder
/// that was let go is another's when the last work there has ended. A target whose file system has
/// no locks is used without one, which is said. Who only looks has none. Thread-safe.
class TargetLock final
{
public:
    using Share = std::shared_ptr<const LockedFd>;

    TargetLock(TargetAbilities &abilities, TargetUse use)
        : m_abilities(abilities)
        , m_use(use)
    {}

    [[nodiscard]] TargetUse use() const { return m_use; }

    /// Locks the open folder \a root, which is \a entry, if it is not; then lets the one before
    /// go. The error is an `errno`, or UsedByAnother.
    [[nodiscard]] tl::expected<Share, int> take(int root, const Entry &entry)
        QONTROLLER_EXCLUDES(m_mutex);
    void letGo() QONTROLLER_EXCLUDES(m_mutex);

private:
    TargetAbilities &m_abilities;
    const TargetUse m_use;
    Mutex m_mutex;
    Entry m_root QONTROLLER_GUARDED_BY(m_mutex);
    Share m_share QONTROLLER_GUARDED_BY(m_mutex);
};

/// Whether \a code, of a lock that was refused, says that there are none in that file system.
[[nodiscard]] bool saysNoLocks(int code);

} // namespace qontroller::foldermirror
