// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <utility>

namespace qontroller {

/// A descriptor with a lock on its file (flock), which is this process's alone.
///
/// Such a lock lives as long as any copy of the descriptor, and a child that is made by fork() gets
/// one. So the child begins by giving the number to /dev/null, and the lock ends with
/// this process, whatever a library forks. Empty when the file is another's. Thread-safe as a
/// UniqueFd is.
class LockedFd final
{
public:
    LockedFd() = default;
    /// Locks the file of \a fd. Empty if that fails: see `errno`.
    explicit LockedFd(UniqueFd fd);
    LockedFd(LockedFd &&other) noexcept
        : m_fd(std::move(other.m_fd))
    {}
    LockedFd &operator=(LockedFd &&other) noexcept
    {
        reset();
        m_fd = std::move(other.m_fd);
        return *this;
    }
    ~LockedFd() { reset(); }

    explicit operator bool() const { return static_cast<bool>(m_fd); }
    [[nodiscard]] int get() const { return m_fd.get(); }
    /// Unlocks and closes it.
    void reset();

private:
    UniqueFd m_fd;
};

} // namespace qontroller
