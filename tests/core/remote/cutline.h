// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <QtCore/QtGlobal>

#include <array>
#include <cstring>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>

namespace qontroller::test {

/// A line between a front end and the socket of a host, which can be cut while the host lives.
class CutLine
{
public:
    /// Listens at \a here, and passes on to \a there.
    CutLine(const std::string &here, std::string there)
        : m_there(std::move(there))
        , m_listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const sockaddr_un address = addressOf(here);
        if (::bind(m_listener.get(), asSocket(address), sizeof address) != 0
            || ::listen(m_listener.get(), 16) != 0)
            qFatal("no line at %s", here.c_str());
        m_thread = std::jthread([this](const std::stop_token &stop) { accept(stop); });
    }
    ~CutLine()
    {
        m_thread.request_stop();
        ::shutdown(m_listener.get(), SHUT_RDWR);
        m_thread.join();
        cut();
    }

    /// Ends all connections; later ones are passed on again.
    void cut()
    {
        std::vector<Connection> gone;
        {
            const std::lock_guard lock(m_mutex);
            gone.swap(m_connections);
        }
        for (Connection &each : gone) {
            ::shutdown(each.front.get(), SHUT_RDWR);
            ::shutdown(each.back.get(), SHUT_RDWR);
        }
    }

private:
    struct Connection
    {
        UniqueFd front;
        UniqueFd back;
        std::jthread to{};
        std::jthread from{};
    };

    static sockaddr_un addressOf(const std::string &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        return address;
    }
    static const sockaddr *asSocket(const sockaddr_un &address)
    {
        return reinterpret_cast<const sockaddr *>(&address);
    }
    static void pass(int from, int to)
    {
        std::array<char, 65536> bytes{};
        while (true) {
            const ssize_t got = ::recv(from, bytes.data(), bytes.size(), 0);
            if (got <= 0 || ::send(to, bytes.data(), std::size_t(got), MSG_NOSIGNAL) != got)
                break;
        }
        ::shutdown(from, SHUT_RDWR);
        ::shutdown(to, SHUT_RDWR);
    }
    void accept(const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            Connection made{UniqueFd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC)),
                            UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))};
            const sockaddr_un address = addressOf(m_there);
            if (!made.front || ::connect(made.back.get(), asSocket(address), sizeof address) != 0)
                continue;
            const int front = made.front.get();
            const int back = made.back.get();
            made.to = std::jthread([=] { pass(front, back); });
            made.from = std::jthread([=] { pass(back, front); });
            const std::lock_guard lock(m_mutex);
            m_connections.push_back(std::move(made));
        }
    }

    const std::string m_there;
    const UniqueFd m_listener;
    std::mutex m_mutex;
    std::vector<Connection> m_connections;
    std::jthread m_thread;
};

} // namespace qontroller::test
