// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <sys/eventfd.h>

namespace qontroller {

/// A descriptor with which one thread ends the poll() of another. Empty if this process has no more
/// descriptors, of which `errno` says why after it was made; then nothing wakes the thread.
/// Thread-safe.
class WakeFd final
{
public:
    WakeFd()
        : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {}

    explicit operator bool() const { return bool(m_fd); }
    [[nodiscard]] int get() const { return m_fd.get(); }

    /// Readable from here until clear(). It is counted, and the count never runs over: the thread
    /// clears it whenever it wakes.
    void wake() const { static_cast<void>(::eventfd_write(m_fd.get(), 1)); }
    void clear() const
    {
        eventfd_t ignored = 0;
        static_cast<void>(::eventfd_read(m_fd.get(), &ignored));
    }

private:
    UniqueFd m_fd;
};

} // namespace qontroller
