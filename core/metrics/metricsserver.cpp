// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/metricsserver.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>

#include <charconv>
#include <cstring>
#include <exception>
#include <utility>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace qontroller {

namespace {

struct Address
{
    std::string host; // an IPv6 address keeps its brackets
    std::string port;
};

std::string quoted(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

tl::unexpected<std::string> badAddress(std::string_view address)
{
    return tl::unexpected("The metrics address " + quoted(address)
                          + " should be a host and a port from 0 to 65535, as in 127.0.0.1:9464.");
}

tl::expected<Address, std::string> parse(std::string_view address)
{
    const std::size_t colon = address.rfind(':');
    if (colon == std::string_view::npos)
        return badAddress(address);
    const std::string_view host = address.substr(0, colon);
    const std::string_view port = address.substr(colon + 1);
    const bool bracketed = host.starts_with('[') && host.ends_with(']') && host.size() > 2;
    if (!bracketed && host.find_first_of(":[], ") != std::string_view::npos)
        return badAddress(address);

    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc{} || end != port.data() + port.size())
        return badAddress(address);
    return Address{host.empty() ? "0.0.0.0" : std::string(host), std::to_string(number)};
}

/// Why nobody can listen there, found out by trying; empty if it works now.
std::string whyNot(const Address &address)
{
    std::string host = address.host;
    if (host.starts_with('['))
        host = host.substr(1, host.size() - 2);
    addrinfo hints{};
    hints.ai_flags = AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    if (const int code = getaddrinfo(host.c_str(), address.port.c_str(), &hints, &found); code != 0)
        return gai_strerror(code);

    std::string reason;
    const int socket = ::socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    const int on = 1;
    if (socket < 0 || setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0
        || bind(socket, found->ai_addr, found->ai_addrlen) != 0 || listen(socket, 1) != 0)
        reason = std::strerror(errno);
    if (socket >= 0)
        close(socket);
    freeaddrinfo(found);
    return reason;
}

} // namespace

tl::expected<std::unique_ptr<MetricsServer>, std::string> MetricsServer::start(
    std::string_view address, std::shared_ptr<prometheus::Collectable> collectable)
{
    const auto parsed = parse(address);
    if (!parsed)
        return tl::unexpected(parsed.error());
    std::string reason = whyNot(*parsed);
    if (reason.empty()) {
        try {
            auto exposer = std::make_unique<prometheus::Exposer>(parsed->host + ':' + parsed->port);
            exposer->RegisterCollectable(collectable);
            const auto port = static_cast<std::uint16_t>(exposer->GetListeningPorts().at(0));
            return std::unique_ptr<MetricsServer>(new MetricsServer(
                parsed->host, std::move(exposer), std::move(collectable), port));
        } catch (const std::exception &exception) {
            reason = exception.what();
        }
    }
    return tl::unexpected("Metrics cannot be served on " + std::string(address) + ": " + reason + '.');
}

MetricsServer::MetricsServer(std::string host, std::unique_ptr<prometheus::Exposer> exposer,
                             std::shared_ptr<prometheus::Collectable> collectable,
                             std::uint16_t port)
    : m_host(std::move(host))
    , m_collectable(std::move(collectable))
    , m_exposer(std::move(exposer))
    , m_port(port)
{}

MetricsServer::~MetricsServer() = default;

std::string MetricsServer::url() const
{
    return "http://" + m_host + ':' + std::to_string(m_port) + "/metrics";
}

std::optional<std::string> validateMetricsAddress(std::string_view address)
{
    const auto parsed = parse(address);
    return parsed ? std::nullopt : std::optional(parsed.error());
}

} // namespace qontroller
