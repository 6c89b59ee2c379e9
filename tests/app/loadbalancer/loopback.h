// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/plugins/process/childprocess.h"
#include "eventually.h"

#include <QtCore/QString>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Real programs on loopback.
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

/// A program that runs until kill(), the end of this object, or that of the test program.
class Daemon
{
public:
    explicit Daemon(const std::vector<std::string> &arguments)
        : m_arguments{"/usr/bin/setpriv", "--pdeathsig", "KILL"}
    {
        m_arguments.insert(m_arguments.end(), arguments.begin(), arguments.end());
    }

    void start()
    {
        const auto null = [] { return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)); };
        m_process = std::make_unique<ChildProcess>(Invocation{m_arguments.front(),
                                                              m_arguments,
                                                              {"PATH=/usr/sbin:/usr/bin:/bin"},
                                                              {}},
                                                   ChildStreams{null(), null(), null()});
        if (m_process->error() != 0)
            qFatal("%s does not start", m_arguments.front().c_str());
    }
    /// Without any chance to say goodbye.
    void kill() { m_process = nullptr; }
    void signal(int number) const { m_process->signalGroup(number); }
    [[nodiscard]] bool isRunning() const { return m_process && !m_process->hasEnded(); }

private:
    std::vector<std::string> m_arguments;
    std::unique_ptr<ChildProcess> m_process;
};

/// A web server, which can be restarted at the same address.
class WebServer
{
public:
    /// Answers after \a milliseconds; with files of \a folder, if one is given.
    explicit WebServer(int milliseconds = 3, const std::string &folder = {})
        : m_port(freePort())
        , m_daemon(command(milliseconds, folder))
    {
        start();
    }
    void start()
    {
        m_daemon.start();
        if (!eventually([&] { return bool(connectTo(m_port)); }))
            qFatal("the web server does not listen");
    }
    void stop() { m_daemon.kill(); }
    void restart()
    {
        stop();
        start();
    }
    [[nodiscard]] std::string address() const { return ownIp() + ':' + std::to_string(m_port); }

private:
    [[nodiscard]] std::vector<std::string> command(int milliseconds,
                                                   const std::string &folder) const
    {
        std::vector<std::string> all{HTTP_SERVER, ownIp(), std::to_string(m_port),
                                     std::to_string(milliseconds)};
        if (!folder.empty())
            all.push_back(folder);
        return all;
    }

    std::uint16_t m_port;
    Daemon m_daemon;
};

} // namespace qontroller::test
