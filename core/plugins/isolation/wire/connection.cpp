// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/wire/connection.h"

#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace qontroller::isolation {

namespace {

constexpr std::size_t FirstBuffer = 4096;
/// A buffer that one large frame made is given back with the next small one.
constexpr std::size_t KeptBuffer = std::size_t{256} << 10;

std::string because(const char *what)
{
    return what + std::generic_category().message(errno);
}

} // namespace

tl::expected<std::pair<Connection, Connection>, std::string> Connection::pair()
{
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
        return tl::unexpected(because("cannot be connected: "));
    return std::pair(Connection(UniqueFd(fds[0])), Connection(UniqueFd(fds[1])));
}

tl::expected<void, std::string> Connection::send(FrameWriter &writer)
{
    if (!writer.fits())
        return tl::unexpected("cannot be sent " + std::to_string(writer.size())
                              + " bytes at once: the most is " + std::to_string(FrameLimit));
    std::string_view rest = writer.bytes();
    while (!rest.empty()) {
        const ssize_t sent = ::send(m_fd.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent >= 0)
            rest.remove_prefix(static_cast<std::size_t>(sent));
        else if (errno != EINTR)
            return tl::unexpected(because("takes nothing from its connection: "));
    }
    return {};
}

tl::expected<Frame, std::string> Connection::receive()
{
    if (auto filled = fill(FrameHeader); !filled)
        return tl::unexpected(std::move(filled.error()));
    std::uint32_t length = 0;
    std::memcpy(&length, m_buffer.data() + m_begin, sizeof length);
    if (length > FrameLimit)
        return tl::unexpected("does not keep to the protocol: a frame of "
                              + std::to_string(length) + " bytes is larger than "
                              + std::to_string(FrameLimit));
    if (auto filled = fill(FrameHeader + length); !filled)
        return tl::unexpected(std::move(filled.error()));
    const std::string_view frame(m_buffer.data() + m_begin, FrameHeader + length);
    m_begin += frame.size();
    return Frame{static_cast<Message>(frame[FrameHeader - 1]),
                 FrameReader(frame.substr(FrameHeader))};
}

// Until so many bytes that were not used are in the buffer.
tl::expected<void, std::string> Connection::fill(std::size_t size)
{
    if (m_begin == m_end)
        m_begin = m_end = 0;
    if (m_end - m_begin >= size)
        return {};
    if (m_begin + size > m_buffer.size() || m_buffer.size() > KeptBuffer) {
        std::string buffer(std::max({FirstBuffer, size, m_end - m_begin}), '\0');
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), buffer.begin());
        m_end -= std::exchange(m_begin, 0);
        m_buffer = std::move(buffer);
    }
    while (m_end - m_begin < size) {
        const ssize_t got = ::read(m_fd.get(), m_buffer.data() + m_end, m_buffer.size() - m_end);
        if (got > 0)
            m_end += static_cast<std::size_t>(got);
        else if (got == 0)
            return tl::unexpected(std::string(ClosedConnection));
        else if (errno == EAGAIN || errno == ECONNRESET)
            return tl::unexpected(errno == EAGAIN ? std::string("does not answer")
                                                  : std::string(ClosedConnection));
        else if (errno != EINTR)
            return tl::unexpected(because("cannot be heard: "));
    }
    return {};
}

void Connection::setPatience(std::chrono::milliseconds patience)
{
    timeval time{};
    time.tv_sec = static_cast<time_t>(patience.count() / 1000);
    time.tv_usec = static_cast<suseconds_t>(patience.count() % 1000 * 1000);
    ::setsockopt(m_fd.get(), SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    ::setsockopt(m_fd.get(), SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

void Connection::endReceiving()
{
    ::shutdown(m_fd.get(), SHUT_RD);
}

void Connection::end()
{
    ::shutdown(m_fd.get(), SHUT_RDWR);
}

} // namespace qontroller::isolation
