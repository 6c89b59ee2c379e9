// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <QtCore/QtGlobal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace qontroller::test {

/// An address of loopback that no other test program uses at the same time.
inline std::string ownIp()
{
    const auto pid = static_cast<unsigned>(::getpid());
    return "127." + std::to_string(1 + pid / 65025 % 250) + '.' + std::to_string(pid / 255 % 255)
           + '.' + std::to_string(1 + pid % 254);
}

inline sockaddr_in addressAt(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ::inet_pton(AF_INET, ownIp().c_str(), &address.sin_addr);
    return address;
}

/// A port at ownIp() without a listener.
inline std::uint16_t freePort()
{
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = addressAt(0);
    socklen_t size = sizeof address;
    if (::bind(fd.get(), reinterpret_cast<sockaddr *>(&address), size) != 0
        || ::getsockname(fd.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("there is no free port");
    return ntohs(address.sin_port);
}

/// A connection to \a port at ownIp(); empty if it is not accepted.
inline UniqueFd connectTo(std::uint16_t port)
{
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = addressAt(port);
    if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        fd.reset();
    return fd;
}

/// A request on a connection of its own.
class Request
{
public:
    Request(std::uint16_t port, const std::string &path)
        : m_connection(connectTo(port))
    {
        const std::string text = "GET " + path
                                 + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        static_cast<void>(::send(m_connection.get(), text.data(), text.size(), MSG_NOSIGNAL));
    }
    /// The status of the answer, for which it waits; 0 if the connection ended before.
    [[nodiscard]] int status() const
    {
        char buffer[256] = {};
        const ssize_t size = ::recv(m_connection.get(), buffer, sizeof buffer - 1, 0);
        return size > 12 ? std::atoi(buffer + 9) : 0;
    }

private:
    UniqueFd m_connection;
};

} // namespace qontroller::test
