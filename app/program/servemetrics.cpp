// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/servemetrics.h"

#include "app/program/log.h"

#include <utility>

namespace qontroller {

tl::expected<std::unique_ptr<MetricsServer>, std::string> serveMetrics(
    const std::string &address, const Host &host, HostCollector::ConsistCounts consist)
{
    if (address.empty())
        return nullptr;
    auto server = MetricsServer::start(address,
                                       std::make_shared<HostCollector>(host, std::move(consist)));
    if (server) {
        log(LogLevel::Info, "metrics are served at " + (*server)->url());
        return server;
    }
    std::string why = server.error();
    if (why.ends_with('.'))
        why.pop_back();
    return tl::unexpected("--metrics: " + why + "; choose another address, or --metrics off");
}

} // namespace qontroller
