// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/wakefd.h"

#include <stop_token>

namespace qontroller {

/// A descriptor that becomes readable when a stop is requested, for poll(), and stays so. Empty if
/// there is no descriptor left; `errno` says why.
class StopFd final
{
public:
    explicit StopFd(const std::stop_token &stop)
        : m_whenStopped(stop, Wake{m_fd})
    {}

    explicit operator bool() const { return bool(m_fd); }
    [[nodiscard]] int get() const { return m_fd.get(); }

private:
    struct Wake
    {
        const WakeFd &fd;
        void operator()() const { fd.wake(); }
    };

    WakeFd m_fd;
    std::stop_callback<Wake> m_whenStopped; // last: it uses the descriptor
};

} // namespace qontroller
