// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/haproxy.h"
#include "daemon.h"
#include "eventually.h"
#include "loopback.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace qontroller::test {

using namespace qontroller::loadbalancer;

/// A HAProxy with a backend "web" behind a frontend "in". It tries nothing twice.
class HaproxyProcess
{
public:
    HaproxyProcess()
        : m_port(freePort())
        , m_daemon({"/usr/sbin/haproxy", "-db", "-f", file("haproxy.cfg")})
    {
        QFile config(QString::fromStdString(file("haproxy.cfg")));
        const std::string text =
            "global\n    stats socket " + socket()
            + " mode 600 level admin\n"
              "    nbthread 2\n"
              "defaults\n    mode http\n    retries 0\n    timeout connect 2s\n"
              "    timeout client 60s\n    timeout server 60s\n"
              "frontend in\n    bind "
            + ownIp() + ':' + std::to_string(m_port)
            + "\n    default_backend web\n"
              "backend web\n    balance leastconn\n"
              "    server fixed 127.0.0.1:9 disabled\n"
              "backend other\n    balance roundrobin\n";
        if (!config.open(QIODevice::WriteOnly) || config.write(text.c_str()) < 0)
            qFatal("cannot write");
        config.close();
        start();
    }
    void start()
    {
        m_daemon.start();
        if (!eventually([&] { return connectTo(m_port) && api().ask("show info", {}); }))
            qFatal("haproxy does not listen");
    }
    void kill() { m_daemon.kill(); }
    void signal(int number) const { m_daemon.signal(number); }

    [[nodiscard]] std::string socket() const { return file("socket"); }
    [[nodiscard]] std::string url() const
    {
        return "http://" + ownIp() + ':' + std::to_string(m_port) + '/';
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] RuntimeApi api(Duration timeout = std::chrono::seconds(5)) const
    {
        return {socket(), timeout};
    }
    [[nodiscard]] std::string ask(const std::string &command) const
    {
        const auto answer = api().ask(command, {});
        return answer ? *answer : answer.error().message;
    }
    /// By `BACKEND/NAME`.
    [[nodiscard]] std::map<std::string, ServerState> servers() const
    {
        std::map<std::string, ServerState> all;
        for (ServerState &server : Haproxy(api()).servers({}).value_or(std::vector<ServerState>()))
            all[server.backend + '/' + server.name] = std::move(server);
        return all;
    }
    /// "ready", "drain", "maint", or "none".
    [[nodiscard]] std::string state(const std::string &path) const
    {
        const auto all = servers();
        const auto found = all.find(path);
        if (found == all.end())
            return "none";
        switch (found->second.admission) {
        case ServerState::Admission::Ready: return "ready";
        case ServerState::Admission::Drain: return "drain";
        case ServerState::Admission::Maint: break;
        }
        return "maint";
    }
    [[nodiscard]] bool comesTo(const std::string &path, const std::string &wanted) const
    {
        return eventually([&] { return state(path) == wanted; });
    }

private:
    [[nodiscard]] std::string file(const char *name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }

    QTemporaryDir m_folder;
    std::uint16_t m_port;
    Daemon m_daemon;
};

} // namespace qontroller::test
