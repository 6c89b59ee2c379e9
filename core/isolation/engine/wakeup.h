// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"

#include <sys/eventfd.h>

namespace qontroller::isolation {

/// Ends the wait of a thread that polls descriptors. Thread-safe.
class WakeUp
{
public:
    WakeUp()
        : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {}

    /// Readable from here until clear(). The counter never overflows: the thread clears it
    /// whenever it wakes.
    void wake() { static_cast<void>(::eventfd_write(m_fd.get(), 1)); }
    void clear()
    {
        eventfd_t count = 0;
        static_cast<void>(::eventfd_read(m_fd.get(), &count));
    }

    /// Negative where this process has no more descriptors: then nothing wakes the thread.
    [[nodiscard]] int descriptor() const { return m_fd.get(); }

private:
    UniqueFd m_fd;
};

} // namespace qontroller::isolation
