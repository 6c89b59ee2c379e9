// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/metricsserver.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <exception>
#include <future>
#include <system_error>
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

/// What errno says, in words.
std::string systemMessage()
{
    return std::generic_category().message(errno);
}

/// A TCP socket for the first address that \a address resolves to, closed by the destructor.
class ProbeSocket
{
public:
    explicit ProbeSocket(const Address &address)
    {
        std::string host = address.host;
        if (host.starts_with('['))
            host = host.substr(1, host.size() - 2);
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        if (const int code = getaddrinfo(host.c_str(), address.port.c_str(), &hints, &m_found);
            code != 0) {
            m_found = nullptr;
            m_error = gai_strerror(code);
            return;
        }
        m_socket = socket(m_found->ai_family, m_found->ai_socktype | SOCK_CLOEXEC, 0);
        if (m_socket < 0)
            m_error = systemMessage();
    }
    ~ProbeSocket()
    {
        if (m_socket >= 0)
            close(m_socket);
        if (m_found)
            freeaddrinfo(m_found);
    }
    ProbeSocket(const ProbeSocket &) = delete;
    ProbeSocket &operator=(const ProbeSocket &) = delete;

    /// Why the address cannot be listened at; empty if it can.
    std::string tryListening()
    {
        const int on = 1;
        if (m_error.empty()
            && (setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0
                || bind(m_socket, m_found->ai_addr, m_found->ai_addrlen) != 0
                || listen(m_socket, 1) != 0))
            m_error = systemMessage();
        return m_error;
    }

    /// Connects and says nothing. That it may fail is no matter.
    void knock()
    {
        if (m_error.empty() && connect(m_socket, m_found->ai_addr, m_found->ai_addrlen) != 0)
            m_error = systemMessage();
    }

private:
    addrinfo *m_found = nullptr;
    int m_socket = -1;
    std::string m_error;
};

} // namespace

tl::expected<std::unique_ptr<MetricsServer>, std::string> MetricsServer::start(
    std::string_view address, std::shared_ptr<prometheus::Collectable> collectable)
{
    const auto parsed = parse(address);
    if (!parsed)
        return tl::unexpected(parsed.error());
    // The library only says that it failed, so find out why beforehand.
    std::string reason = ProbeSocket(*parsed).tryListening();
    if (reason.empty()) {
        try {
            auto exposer = std::make_unique<prometheus::Exposer>(parsed->host + ':' + parsed->port);
            exposer->RegisterCollectable(collectable);
            const auto port = static_cast<std::uint16_t>(exposer->GetListeningPorts().at(0));
            return std::unique_ptr<MetricsServer>(
                new MetricsServer(parsed->host, std::move(exposer), std::move(collectable), port));
        } catch (const std::exception &) {
            reason = parsed->host.starts_with('[') ? "the HTTP library was built without IPv6"
                                                   : "the HTTP library cannot listen there";
        }
    }
    return tl::unexpected("Metrics cannot be served on " + std::string(address) + ": " + reason
                          + '.');
}

MetricsServer::MetricsServer(std::string host, std::unique_ptr<prometheus::Exposer> exposer,
                             std::shared_ptr<prometheus::Collectable> collectable,
                             std::uint16_t port)
    : m_host(std::move(host))
    , m_collectable(std::move(collectable))
    , m_exposer(std::move(exposer))
    , m_port(port)
{}

MetricsServer::~MetricsServer()
{
    // The accept loop notices that it should end only every 2 s, or when a client connects.
    const auto closed = std::async(std::launch::async, [this] { m_exposer.reset(); });
    while (closed.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready)
        ProbeSocket({m_host, std::to_string(m_port)}).knock();
}

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
