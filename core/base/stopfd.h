// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"

#include <sys/eventfd.h>

#include <stop_token>

namespace qontroller {

/// A descriptor that becomes readable when a stop is requested, for poll(). Empty if there is no
/// descriptor left; `errno` says why.
class StopFd final
{
public:
    explicit StopFd(const std::stop_token &stop)
        : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
        , m_whenStopped(stop, Wake{m_fd.get()})
    {}

    explicit operator bool() const { return bool(m_fd); }
    [[nodiscard]] int get() const { return m_fd.get(); }

private:
    struct Wake
    {
        int fd;
        void operator()() const { static_cast<void>(::eventfd_write(fd, 1)); }
    };

    UniqueFd m_fd;
    std::stop_callback<Wake> m_whenStopped; // last: it uses the descriptor
};

} // namespace qontroller
