// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "loadbalancerrig.h"
#include "webserver.h"

#include <memory>
#include <string>
#include <vector>

namespace qontroller::test {

/// A service with one or more servers that get traffic.
class Shop
{
public:
    explicit Shop(int count, int milliseconds = 3)
    {
        rig.options.socket = haproxy.socket();
        rig.files.check = "20ms";
        rig.files.putService("web");
        for (int i = 0; i < count; ++i) {
            servers.push_back(std::make_unique<WebServer>(milliseconds));
            rig.files.putServer(QStringLiteral("s%1").arg(i + 1), servers.back()->address());
        }
    }
    [[nodiscard]] bool start()
    {
        rig.start();
        for (std::size_t i = 0; i < servers.size(); ++i) {
            const std::string name = 's' + std::to_string(i + 1);
            if (!haproxy.comesTo("web/web::" + name, "ready") || !rig.hasMarks(name, 1))
                return false;
        }
        return true;
    }
    void setReady(const QString &server, const QByteArray &ready)
    {
        const auto i = static_cast<std::size_t>(server.mid(1).toInt() - 1);
        rig.files.putServer(server, servers[i]->address(), ready);
    }
    /// Open sessions of the server at \a path.
    [[nodiscard]] std::uint64_t sessions(const std::string &path) const
    {
        return haproxy.servers()[path].sessions;
    }
    [[nodiscard]] bool hasSessions(const std::string &path, std::uint64_t count) const
    {
        return eventually([&] { return sessions(path) == count; });
    }

    HaproxyProcess haproxy;
    LoadBalancerRig rig;
    std::vector<std::unique_ptr<WebServer>> servers;
};

/// One that began from now on has gone over the service.
inline bool passesOver(const Shop &shop)
{
    for (int pass = 0; pass < 2; ++pass) { // the first may have begun before
        const TimePoint before = shop.rig.row("web").lastRun;
        shop.rig.host->submit({shop.rig.id, ItemsAction{ItemVerb::Requeue, {"web"}}});
        if (!eventually([&] { return shop.rig.row("web").lastRun > before; }))
            return false;
    }
    return true;
}

} // namespace qontroller::test
