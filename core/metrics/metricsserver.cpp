// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/metrics/metricsserver.h"

#include "core/base/callforeign.h"

#include <civetweb.h>
#include <prometheus/collectable.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <future>
#include <sstream>
#include <system_error>
#include <utility>

#include <netdb.h>
#include <netinet/in.h>
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

    [[nodiscard]] bool isLoopback() const
    {
        constexpr std::uint32_t Network = 127U << 24U;
        constexpr std::uint32_t Mask = 255U << 24U;
        if (!m_found)
            return true;
        if (m_found->ai_family == AF_INET6)
            return IN6_IS_ADDR_LOOPBACK(
                &reinterpret_cast<const sockaddr_in6 *>(m_found->ai_addr)->sin6_addr);
        const auto *const four = reinterpret_cast<const sockaddr_in *>(m_found->ai_addr);
        return (ntohl(four->sin_addr.s_addr) & Mask) == Network;
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

/// Sends a whole answer; gives its status, as the library wants it.
int answer(mg_connection *connection, int status, const char *type, const std::string &body)
{
    const std::string length = std::to_string(body.size());
    mg_response_header_start(connection, status);
    mg_response_header_add(connection, "Content-Type", type, -1);
    mg_response_header_add(connection, "Content-Length", length.c_str(), -1);
    mg_response_header_send(connection);
    mg_write(connection, body.data(), body.size());
    return status;
}

constexpr const char *PlainText = "text/plain; charset=utf-8";

int askForPassword(mg_connection *connection)
{
    constexpr int Unauthorized = 401;
    mg_response_header_start(connection, Unauthorized);
    mg_response_header_add(connection, "WWW-Authenticate", "Basic realm=\"Qontroller\"", -1);
    mg_response_header_add(connection, "Content-Length", "0", -1);
    mg_response_header_send(connection);
    return Unauthorized;
}

bool mayRead(mg_connection *connection, const MetricsPages &pages)
{
    const char *const authorization = mg_get_header(connection, "Authorization");
    return !pages.mayRead || pages.mayRead(authorization ? authorization : "");
}

/// The library is C, through which no exception may go.
int answerGuarded(mg_connection *connection, const MetricsPages &pages,
                  const std::function<int()> &make)
{
    const auto status = callForeign(
        [&] { return mayRead(connection, pages) ? make() : askForPassword(connection); });
    return status ? *status : answer(connection, 500, PlainText, status.error().text + '\n');
}

int serveMetrics(mg_connection *connection, void *data)
{
    const auto &pages = *static_cast<const MetricsPages *>(data);
    return answerGuarded(connection, pages, [&] {
        std::ostringstream text;
        prometheus::TextSerializer().Serialize(text, pages.metrics->Collect());
        return answer(connection, 200, "text/plain; version=0.0.4; charset=utf-8", text.str());
    });
}

int serveHealth(mg_connection *connection, void *)
{
    return answer(connection, 200, PlainText, "ok\n");
}

int serveReadiness(mg_connection *connection, void *data)
{
    const auto &pages = *static_cast<const MetricsPages *>(data);
    return answerGuarded(connection, pages, [&] {
        const std::string why = pages.whyNotReady();
        return why.empty() ? answer(connection, 200, PlainText, "ready\n")
                           : answer(connection, 503, PlainText, why);
    });
}

} // namespace

tl::expected<std::unique_ptr<MetricsServer>, std::string> MetricsServer::start(
    std::string_view address, MetricsPages pages)
{
    const auto parsed = parse(address);
    if (!parsed)
        return tl::unexpected(parsed.error());
    // The library only says that it failed, so find out why beforehand.
    std::string reason = ProbeSocket(*parsed).tryListening();
    if (reason.empty()) {
        std::unique_ptr<MetricsServer> server(new MetricsServer(parsed->host, std::move(pages)));
        if (server->listen(parsed->port))
            return server;
        reason = parsed->host.starts_with('[') ? "the HTTP library was built without IPv6"
                                               : "the HTTP library cannot listen there";
    }
    return tl::unexpected("Metrics cannot be served on " + std::string(address) + ": " + reason
                          + '.');
}

bool MetricsServer::listen(const std::string &port)
{
    const std::string address = m_host + ':' + port;
    std::array options{"listening_ports",
                       address.c_str(),
                       "num_threads",
                       "16",
                       "request_timeout_ms",
                       "5000",
                       static_cast<const char *>(nullptr)};
    const mg_callbacks none{};
    m_context = mg_start(&none, nullptr, options.data());
    mg_server_port listening{};
    if (!m_context || mg_get_server_ports(m_context, 1, &listening) != 1)
        return false;
    m_port = static_cast<std::uint16_t>(listening.port);
    auto *const pages = const_cast<MetricsPages *>(&m_pages); // NOLINT(*-pro-type-const-cast)
    mg_set_request_handler(m_context, "/metrics$", serveMetrics, pages);
    mg_set_request_handler(m_context, "/healthz$", serveHealth, nullptr);
    mg_set_request_handler(m_context, "/readyz$", serveReadiness, pages);
    return true;
}

MetricsServer::~MetricsServer()
{
    if (!m_context)
        return;
    // The accept loop notices that it should end only every 2 s, or when a client connects.
    // Where there is no thread for it, it is stopped here, and takes these 2 s.
    auto closed = std::async([this] { mg_stop(m_context); });
    while (closed.wait_for(std::chrono::milliseconds(10)) == std::future_status::timeout)
        ProbeSocket({m_host, std::to_string(m_port)}).knock();
    closed.get();
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

bool isLoopback(std::string_view address)
{
    const auto parsed = parse(address);
    return !parsed || ProbeSocket(*parsed).isLoopback();
}

} // namespace qontroller
