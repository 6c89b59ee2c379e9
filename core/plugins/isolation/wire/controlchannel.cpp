// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/isolation/wire/controlchannel.h"

#include "core/base/faults/shortage.h"
#include "core/base/threads/clock.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace qontroller::isolation {

namespace {

/// Room for one descriptor beside a packet.
struct alignas(cmsghdr) PassedRoom
{
    char bytes[CMSG_SPACE(sizeof(int))] = {};
};

void attach(msghdr &header, PassedRoom &room, int fd)
{
    header.msg_control = room.bytes;
    header.msg_controllen = sizeof room.bytes;
    cmsghdr *const passed = CMSG_FIRSTHDR(&header);
    passed->cmsg_level = SOL_SOCKET;
    passed->cmsg_type = SCM_RIGHTS;
    passed->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(passed), &fd, sizeof fd);
}

UniqueFd attached(msghdr &header)
{
    const cmsghdr *const passed = CMSG_FIRSTHDR(&header);
    if (!passed || passed->cmsg_level != SOL_SOCKET || passed->cmsg_type != SCM_RIGHTS)
        return {};
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(passed), sizeof fd);
    return UniqueFd(fd);
}

/// A socket has room for a packet long before poll() says so.
constexpr std::chrono::milliseconds Glance{10};

/// False: there is none by \a end.
bool awaitRoom(int socket, TimePoint end)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end
                                                                   - SteadyClock::instance().now());
    if (left.count() <= 0)
        return false;
    pollfd room{socket, POLLOUT, 0};
    ::poll(&room, 1, int(std::min(left, Glance).count()));
    return true; // or the next try says so
}

} // namespace

tl::expected<std::pair<UniqueFd, UniqueFd>, std::string> ControlChannel::pair()
{
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
        return tl::unexpected("cannot be connected: " + std::generic_category().message(errno));
    return std::pair(UniqueFd(fds[0]), UniqueFd(fds[1]));
}

std::error_code ControlChannel::send(const ControlPacket &packet,
                                     std::chrono::milliseconds patience, int passed)
{
    ControlPacket copy = packet;
    iovec data{&copy, sizeof copy};
    msghdr header{};
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    PassedRoom room;
    if (passed >= 0)
        attach(header, room, passed);
    const TimePoint end = SteadyClock::instance().now() + patience;
    while (::sendmsg(m_fd.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        const std::error_code error(errno, std::generic_category());
        if (error == std::errc::interrupted)
            continue;
        if (error != std::errc::resource_unavailable_try_again || !awaitRoom(m_fd.get(), end))
            return error;
    }
    return {};
}

tl::expected<std::optional<ControlChannel::Received>, std::string> ControlChannel::receive()
{
    Received received;
    iovec data{&received.packet, sizeof received.packet};
    msghdr header{};
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    PassedRoom room;
    header.msg_control = room.bytes;
    header.msg_controllen = sizeof room.bytes;
    ssize_t got = -1;
    do {
        got = ::recvmsg(m_fd.get(), &header, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got == 0 || (got < 0 && errno == ECONNRESET))
        return std::nullopt;
    if (got < 0)
        return tl::unexpected("the control channel cannot be read: "
                              + std::generic_category().message(errno));
    received.passed = attached(header);
    if ((header.msg_flags & MSG_CTRUNC) != 0 && !received.passed)
        throw HostShortage("there is no descriptor left for another connection");
    if (got != static_cast<ssize_t>(sizeof received.packet) || (header.msg_flags & MSG_TRUNC) != 0)
        return tl::unexpected(
            "a packet on the control channel must have " + std::to_string(sizeof received.packet)
            + " bytes, but this one has "
            + ((header.msg_flags & MSG_TRUNC) != 0 ? "more" : std::to_string(got)));
    return received;
}

void ControlChannel::end()
{
    ::shutdown(m_fd.get(), SHUT_WR);
}

} // namespace qontroller::isolation
