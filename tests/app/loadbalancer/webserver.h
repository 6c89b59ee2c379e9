// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "daemon.h"
#include "eventually.h"
#include "loopback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qontroller::test {

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
