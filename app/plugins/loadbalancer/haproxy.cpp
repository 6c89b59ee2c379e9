// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/haproxy.h"

namespace qontroller::loadbalancer {

Haproxy::Result<std::vector<ServerState>> Haproxy::servers(const std::stop_token &stop) const
{
    auto servers = m_api.show("show servers state", stop).and_then(parseServers);
    if (!servers)
        return servers;
    const auto sessions = m_api.show("show stat -1 4 -1", stop).and_then(parseSessions);
    if (!sessions)
        return tl::unexpected(sessions.error());
    for (ServerState &server : *servers) {
        const auto found = sessions->find({server.backend, server.name});
        if (found == sessions->end())
            continue;
        server.sessions = found->second.sessions;
        server.check = found->second.check;
        server.falls = found->second.falls;
    }
    return servers;
}

Haproxy::Result<std::vector<ProxyState>> Haproxy::proxies(const std::stop_token &stop) const
{
    return m_api.show("show stat -1 3 -1", stop).and_then(parseProxies);
}

Haproxy::Result<std::string> Haproxy::life(const std::stop_token &stop) const
{
    return m_api.show("show info", stop).and_then(parseLife);
}

Haproxy::Result<std::optional<std::string>> Haproxy::obey(const Order &order,
                                                          const std::stop_token &stop) const
{
    return m_api.ask(order.command, stop).map([&](std::string answer) {
        if (order.isObeyed(answer))
            return std::optional<std::string>();
        return std::optional("HAProxy refuses \"" + order.command
                             + "\": " + (answer.empty() ? "it says nothing" : std::move(answer)));
    });
}

} // namespace qontroller::loadbalancer
