// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/tls/tcp.h"

#include "core/base/files/stopfd.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace qontroller::remote {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

tl::expected<Addresses, std::string> resolve(const std::string &machine, const std::string &port,
                                             int flags)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags;
    addrinfo *found = nullptr;
    const int error = ::getaddrinfo(machine.empty() ? nullptr : machine.c_str(), port.c_str(),
                                    &hints, &found);
    if (error != 0)
        return tl::unexpected(std::string(::gai_strerror(error)));
    return Addresses(found, &::freeaddrinfo);
}

std::string errnoText()
{
    return std::generic_category().message(errno);
}

UniqueFd socketFor(const addrinfo &address)
{
    return UniqueFd(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

void setOption(int socket, int level, int option, int value = 1)
{
    ::setsockopt(socket, level, option, &value, sizeof value);
}

/// Of the addresses of a machine.
int countOf(const addrinfo *list)
{
    int count = 0;
    for (; list; list = list->ai_next)
        ++count;
    return count;
}

/// Whether \a socket has come to be connected by \a deadline.
bool waitConnected(int socket, TimePoint deadline, int stop)
{
    std::array<pollfd, 2> waiting{{{socket, POLLOUT, 0}, {stop, POLLIN, 0}}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline
                                                                   - SteadyClock::instance().now());
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::max<long>(0, left.count())));
    if (waiting[0].revents == 0) {
        errno = ETIMEDOUT;
        return false;
    }
    socklen_t size = sizeof errno;
    int error = 0;
    ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
    errno = error;
    return error == 0;
}

} // namespace

tl::expected<UniqueFd, std::string> listenAt(const std::string &address)
{
    const auto colon = address.rfind(':');
    std::string machine = address.substr(0, colon);
    if (machine.starts_with('[') && machine.ends_with(']'))
        machine = machine.substr(1, machine.size() - 2);
    const auto found = resolve(machine, address.substr(colon + 1), AI_PASSIVE | AI_NUMERICSERV);
    if (!found)
        return tl::unexpected("cannot be listened at (" + found.error() + ")");
    for (const addrinfo *each = found->get(); each; each = each->ai_next) {
        UniqueFd socket = socketFor(*each);
        setOption(socket.get(), SOL_SOCKET, SO_REUSEADDR);
        if (socket && ::bind(socket.get(), each->ai_addr, each->ai_addrlen) == 0
            && ::listen(socket.get(), SOMAXCONN) == 0)
            return socket;
    }
    return tl::unexpected("cannot be listened at (" + errnoText() + ")");
}

std::string addressOf(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    std::array<char, NI_MAXHOST> machine{};
    std::array<char, NI_MAXSERV> port{};
    if (::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0
        || ::getnameinfo(reinterpret_cast<const sockaddr *>(&address), size, machine.data(),
                         machine.size(), port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV)
               != 0)
        return {};
    const std::string name = machine.data();
    return (name.find(':') == std::string_view::npos ? name : '[' + name + ']') + ':' + port.data();
}

std::string machineOf(const sockaddr_storage &address)
{
    std::array<char, NI_MAXHOST> machine{};
    const bool isKnown = ::getnameinfo(reinterpret_cast<const sockaddr *>(&address), sizeof address,
                                       machine.data(), machine.size(), nullptr, 0, NI_NUMERICHOST)
                         == 0;
    return isKnown ? machine.data() : std::string();
}

void endWhenSilent(int socket)
{
    setOption(socket, SOL_SOCKET, SO_KEEPALIVE);
    setOption(socket, IPPROTO_TCP, TCP_KEEPIDLE, 30);
    setOption(socket, IPPROTO_TCP, TCP_KEEPINTVL, 10);
    setOption(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
    setOption(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, 60'000); // of what was sent, milliseconds
}

tl::expected<UniqueFd, std::string> connectTo(const std::string &machine, std::uint16_t port,
                                              TimePoint deadline, const std::stop_token &stop)
{
    const auto found = resolve(machine, std::to_string(port), AI_NUMERICSERV);
    if (!found)
        return tl::unexpected("is not found (" + found.error() + ")");
    const StopFd stopFd(stop);
    auto left = countOf(found->get());
    for (const addrinfo *each = found->get(); each; each = each->ai_next, --left) {
        UniqueFd socket = socketFor(*each);
        if (!socket)
            continue;
        const TimePoint now = SteadyClock::instance().now();
        const TimePoint turn = now + (deadline - now) / left;
        const bool isDone = ::connect(socket.get(), each->ai_addr, each->ai_addrlen) == 0;
        if (isDone || (errno == EINPROGRESS && waitConnected(socket.get(), turn, stopFd.get()))) {
            setOption(socket.get(), IPPROTO_TCP, TCP_NODELAY);
            endWhenSilent(socket.get());
            return socket;
        }
    }
    return tl::unexpected("cannot be reached (" + errnoText() + ")");
}

} // namespace qontroller::remote
