// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/logwriter/peekedpipe.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace qontroller::supervision {

namespace {

[[noreturn]] void fail(const char *what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

} // namespace

// The kernel counts the pages of all pipes of a user: no more than is read at once.
PeekedPipe::PeekedPipe(int fd)
    : m_fd(fd)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        fail("no pipe can be made");
    m_copyOut.reset(ends[0]);
    m_copyIn.reset(ends[1]);
    static_cast<void>(::fcntl(m_copyIn.get(), F_SETPIPE_SZ, static_cast<int>(m_bytes.size())));
}

void PeekedPipe::wait(int milliseconds) const
{
    pollfd waiting{m_fd, POLLIN, 0};
    static_cast<void>(::poll(&waiting, 1, milliseconds));
}

std::optional<std::string_view> PeekedPipe::peek()
{
    m_peeked = 0;
    const ssize_t copied = ::tee(m_fd, m_copyIn.get(), m_bytes.size(), SPLICE_F_NONBLOCK);
    if (copied == 0)
        return std::nullopt;
    if (copied < 0 && errno != EAGAIN && errno != EINTR)
        fail("the pipe cannot be looked into");
    if (copied < 0)
        return std::string_view();
    const ssize_t count = ::read(m_copyOut.get(), m_bytes.data(), static_cast<std::size_t>(copied));
    if (count != copied)
        fail("the copy of the pipe cannot be read");
    m_peeked = static_cast<std::size_t>(count);
    return std::string_view(m_bytes.data(), m_peeked);
}

// It is in the pipe, and read() takes no time.
void PeekedPipe::take()
{
    while (m_peeked > 0) {
        const ssize_t count = ::read(m_fd, m_bytes.data(), m_peeked);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            fail("the pipe cannot be read");
        m_peeked -= static_cast<std::size_t>(count);
    }
}

// A copy that has no fewer pages than the pipe holds all of it.
std::optional<char> lastByteIn(int fd)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return std::nullopt;
    const UniqueFd out(ends[0]);
    const UniqueFd in(ends[1]);
    const int size = ::fcntl(fd, F_GETPIPE_SZ);
    if (size < 0 || ::fcntl(in.get(), F_SETPIPE_SZ, size) < size
        || ::tee(fd, in.get(), static_cast<std::size_t>(size), SPLICE_F_NONBLOCK) <= 0)
        return std::nullopt;
    std::array<char, 4096> bytes{};
    std::optional<char> last;
    for (ssize_t count = 0; (count = ::read(out.get(), bytes.data(), bytes.size())) > 0;)
        last = bytes.at(static_cast<std::size_t>(count) - 1);
    return last;
}

} // namespace qontroller::supervision
