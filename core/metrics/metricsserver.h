// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace prometheus {
class Collectable;
class Exposer;
} // namespace prometheus

namespace qontroller {

/// Serves `/metrics` over HTTP, for Prometheus to scrape.
///
/// The collectable is asked at every scrape, from threads of the server, until
/// the destructor has returned. Nothing is served over TLS and no caller is asked
/// who they are: listen on a loopback address unless the network is trusted.
class MetricsServer final
{
public:
    /// Listens on \a address, as `127.0.0.1:9464`, `localhost:9464`, `:9464` (every IPv4
    /// address of the machine) or `[::1]:9464` (if the HTTP library was built with
    /// IPv6; Debian's was not). Port 0 lets the system choose. The error is a
    /// sentence for the operator. \a collectable is not null.
    [[nodiscard]] static tl::expected<std::unique_ptr<MetricsServer>, std::string> start(
        std::string_view address, std::shared_ptr<prometheus::Collectable> collectable);

    ~MetricsServer();
    MetricsServer(const MetricsServer &) = delete;
    MetricsServer &operator=(const MetricsServer &) = delete;

    /// The port it listens on, never 0.
    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// Where it can be scraped: `http://127.0.0.1:9464/metrics`.
    [[nodiscard]] std::string url() const;

private:
    MetricsServer(std::string host, std::unique_ptr<prometheus::Exposer> exposer,
                  std::shared_ptr<prometheus::Collectable> collectable, std::uint16_t port);

    std::string m_host;
    std::shared_ptr<prometheus::Collectable> m_collectable;
    std::unique_ptr<prometheus::Exposer> m_exposer; // last: its threads use the collectable
    std::uint16_t m_port;
};

/// What is wrong with \a address, in the words of MetricsServer::start() but without
/// listening; nothing if all is well. For checking a command line early.
[[nodiscard]] std::optional<std::string> validateMetricsAddress(std::string_view address);

} // namespace qontroller
