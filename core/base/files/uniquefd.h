// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace qontroller {

/// Owns a file descriptor. Empty when it holds a negative one. Closing keeps `errno`.
class UniqueFd final
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd)
    {}
    UniqueFd(UniqueFd &&other) noexcept
        : m_fd(other.release())
    {}
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        reset(other.release());
        return *this;
    }
    ~UniqueFd() { reset(); }

    explicit operator bool() const { return m_fd >= 0; }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] int release() { return std::exchange(m_fd, -1); }

    void reset(int fd = -1)
    {
        const int old = std::exchange(m_fd, fd);
        if (old < 0)
            return;
        const int saved = errno;
        ::close(old);
        errno = saved;
    }

private:
    int m_fd = -1;
};

} // namespace qontroller
