// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/metricsserver.h"

#include "core/base/faults/callforeign.h"
#include "core/base/faults/shortage.h"
#include "core/base/files/uniquefd.h"

#include <microhttpd.h>
#include <prometheus/collectable.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace qontroller {

namespace {

/// That are open at once. The library takes some more, which end.
constexpr std::size_t MostConnections = 256;
constexpr unsigned MostOfLibrary = 2 * MostConnections;

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

/// What a host and a port resolve to.
class Resolved
{
public:
    explicit Resolved(const Address &address)
    {
        std::string host = address.host;
        if (host.starts_with('['))
            host = host.substr(1, host.size() - 2);
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        if (const int code = getaddrinfo(host.c_str(), address.port.c_str(), &hints, &m_found);
            code != 0) {
            m_found = nullptr;
            m_error = {gai_strerror(code),
                       code == EAI_MEMORY || (code == EAI_SYSTEM && isShortage(errno))};
        }
    }
    ~Resolved()
    {
        if (m_found)
            freeaddrinfo(m_found);
    }
    Resolved(const Resolved &) = delete;
    Resolved &operator=(const Resolved &) = delete;

    /// A socket that listens at the first of them. The error says why not.
    [[nodiscard]] tl::expected<UniqueFd, MetricsServer::NotStarted> listen() const
    {
        constexpr int Backlog = 128;
        if (!m_found)
            return tl::unexpected(m_error);
        UniqueFd fd(
            socket(m_found->ai_family, m_found->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        const int on = 1;
        if (!fd || setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0
            || bind(fd.get(), m_found->ai_addr, m_found->ai_addrlen) != 0
            || ::listen(fd.get(), Backlog) != 0)
            return tl::unexpected(MetricsServer::NotStarted{std::generic_category().message(errno),
                                                            isShortage(errno)});
        return fd;
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

private:
    addrinfo *m_found = nullptr;
    MetricsServer::NotStarted m_error;
};

std::uint16_t portOf(int socket)
{
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    if (getsockname(socket, reinterpret_cast<sockaddr *>(&own), &size) != 0)
        return 0;
    return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6 &>(own).sin6_port
                                           : reinterpret_cast<const sockaddr_in &>(own).sin_port);
}

/// What is answered to a request.
struct Answer
{
    unsigned status = MHD_HTTP_OK;
    std::string body = {};
    const char *type = "text/plain; charset=utf-8";
    const char *header = nullptr; ///< one more, or null
    const char *value = nullptr;  ///< of that header
};

Answer metricsOf(const MetricsPages &pages)
{
    std::ostringstream text;
    prometheus::TextSerializer().Serialize(text, pages.metrics->Collect());
    return {.body = text.str(), .type = "text/plain; version=0.0.4; charset=utf-8"};
}

Answer readinessOf(const MetricsPages &pages)
{
    std::string why = pages.whyNotReady();
    if (why.empty())
        return {.body = "ready\n"};
    return {.status = MHD_HTTP_SERVICE_UNAVAILABLE, .body = std::move(why)};
}

Answer answerTo(std::string_view path, std::string_view authorization, const MetricsPages &pages)
{
    if (path == "/healthz")
        return {.body = "ok\n"};
    const bool isMetrics = path == "/metrics";
    if (!isMetrics && path != "/readyz")
        return {.status = MHD_HTTP_NOT_FOUND,
                .body = "There are /metrics, /healthz and /readyz.\n"};
    if (pages.mayRead && !pages.mayRead(authorization))
        return {.status = MHD_HTTP_UNAUTHORIZED,
                .header = MHD_HTTP_HEADER_WWW_AUTHENTICATE,
                .value = "Basic realm=\"Qontroller\""};
    return isMetrics ? metricsOf(pages) : readinessOf(pages);
}

MHD_Result send(MHD_Connection *connection, const Answer &answer)
{
    MHD_Response *const response = MHD_create_response_from_buffer(answer.body.size(),
                                                                   const_cast<char *>(
                                                                       answer.body.data()),
                                                                   MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
    if (answer.header)
        MHD_add_response_header(response, answer.header, answer.value);
    const MHD_Result result = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return result;
}

} // namespace

/// What the library calls. It is C, through which no exception may go.
struct MetricsCallbacks
{
    static MHD_Result serve(void *data, MHD_Connection *connection, const char *path,
                            const char *method, const char * /*version*/, const char * /*upload*/,
                            std::size_t * /*uploadSize*/, void ** /*state*/)
    {
        const std::string_view asked = method;
        if (asked != MHD_HTTP_METHOD_GET && asked != MHD_HTTP_METHOD_HEAD)
            return send(connection, {.status = MHD_HTTP_METHOD_NOT_ALLOWED,
                                     .header = MHD_HTTP_HEADER_ALLOW,
                                     .value = "GET, HEAD"});
        const char *const given = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                                              MHD_HTTP_HEADER_AUTHORIZATION);
        auto &visit = *static_cast<MetricsServer::Visit *>(data);
        visit.visitors.begins(connection);
        const auto answer = callForeign(
            [&] { return answerTo(path, given ? given : "", visit.pages); });
        visit.visitors.ends(connection);
        return send(connection, answer ? *answer
                                       : Answer{.status = MHD_HTTP_INTERNAL_SERVER_ERROR,
                                                .body = answer.error().text + '\n'});
    }

    /// A connection has begun, or is about to be closed.
    static void note(void *data, MHD_Connection *connection, void ** /*state*/,
                     MHD_ConnectionNotificationCode what)
    {
        Visitors &visitors = static_cast<MetricsServer::Visit *>(data)->visitors;
        if (what == MHD_CONNECTION_NOTIFY_CLOSED)
            return visitors.left(connection);
        const auto *const about = MHD_get_connection_info(connection,
                                                          MHD_CONNECTION_INFO_CONNECTION_FD);
        if (about)
            visitors.came(connection, about->connect_fd);
    }
};

tl::expected<std::unique_ptr<MetricsServer>, MetricsServer::NotStarted> MetricsServer::start(
    std::string_view address, MetricsPages pages, const MetricsTls &tls)
{
    const auto parsed = parse(address);
    if (!parsed)
        return tl::unexpected(NotStarted{parsed.error()});
    const auto refused = [address](const std::string &reason, bool isShortage) {
        return tl::unexpected(
            NotStarted{"Metrics cannot be served on " + std::string(address) + ": " + reason + '.',
                       isShortage});
    };
    auto socket = Resolved(*parsed).listen();
    if (!socket)
        return refused(socket.error().sentence, socket.error().isShortage);
    std::unique_ptr<MetricsServer> server(new MetricsServer(std::move(pages)));
    if (!server->listen(*std::move(socket), tls))
        return refused(tls.key.empty() ? "there are no threads or descriptors for it"
                                       : "there are no threads or descriptors for it, or its "
                                         "certificate or key is none that can be used",
                       tls.key.empty());
    server->m_url = (tls.key.empty() ? "http://" : "https://") + parsed->host + ':'
                    + std::to_string(server->m_port) + "/metrics";
    return server;
}

bool MetricsServer::listen(UniqueFd socket, const MetricsTls &tls)
{
    constexpr int Threads = 4; // a long page holds up no other scrape
    constexpr int SilenceInSeconds = 5;
    if (!m_stopFd)
        return false;
    unsigned flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC;
    std::vector<MHD_OptionItem> options{{MHD_OPTION_THREAD_POOL_SIZE, Threads, nullptr},
                                        {MHD_OPTION_CONNECTION_LIMIT, MostOfLibrary, nullptr},
                                        {MHD_OPTION_CONNECTION_TIMEOUT, SilenceInSeconds, nullptr}};
    if (!tls.key.empty()) {
        static constexpr const char *Modern = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";
        flags |= MHD_USE_TLS;
        options.push_back({MHD_OPTION_HTTPS_PRIORITIES, 0, const_cast<char *>(Modern)});
        options.push_back(
            {MHD_OPTION_HTTPS_MEM_CERT, 0, const_cast<char *>(tls.certificates.c_str())});
        options.push_back({MHD_OPTION_HTTPS_MEM_KEY, 0, const_cast<char *>(tls.key.c_str())});
    }
    options.push_back({MHD_OPTION_END, 0, nullptr});
    m_port = portOf(socket.get());
    m_socket = std::move(socket);
    m_daemon.reset(MHD_start_daemon(flags, 0, nullptr, nullptr, &MetricsCallbacks::serve, &m_visit,
                                    MHD_OPTION_NOTIFY_CONNECTION, &MetricsCallbacks::note, &m_visit,
                                    MHD_OPTION_ARRAY, options.data(), MHD_OPTION_END));
    if (!m_daemon)
        return false;
    try {
        m_thread = std::thread([this] { accept(); });
    } catch (const std::system_error &) {
        return false;
    }
    return true;
}

// The library accepts as well, but asks again at once and for ever while it has no descriptor.
void MetricsServer::accept()
{
    constexpr int PauseInShortage = 1000; // ms
    std::array<pollfd, 2> waiting{{{m_stopFd.get(), POLLIN, 0}, {m_socket.get(), POLLIN, 0}}};
    int patience = -1;
    while (!m_end.stop_requested()) {
        ::poll(waiting.data(), patience < 0 ? 2 : 1, patience);
        patience = acceptAll() ? -1 : PauseInShortage;
    }
}

bool MetricsServer::acceptAll()
{
    while (!m_end.stop_requested()) {
        if (m_visit.visitors.count() >= MostConnections && !makeRoom())
            return false;
        sockaddr_storage from{};
        socklen_t size = sizeof from;
        auto *const address = reinterpret_cast<sockaddr *>(&from);
        UniqueFd caller(::accept4(m_socket.get(), address, &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!caller && errno == ECONNABORTED)
            continue;
        if (!caller && errno != EAGAIN && isShortage(errno))
            return noteShort(std::generic_category().message(errno)), false;
        if (!caller)
            return true;
        m_isShort = false;
        MHD_add_connection(m_daemon.get(), caller.release(), address, size); // or closes it
    }
    return true;
}

// A few hundred connections that say nothing would keep all others out for as long as they like.
bool MetricsServer::makeRoom()
{
    if (!m_visit.visitors.endIdlest())
        return false;
    if (m_visit.pages.noteCrowd)
        m_visit.pages.noteCrowd(
            "more than " + std::to_string(MostConnections)
            + " connections are open: those that have said nothing for the longest "
              "time are ended");
    return true;
}

void MetricsServer::noteShort(const std::string &why)
{
    if (!std::exchange(m_isShort, true) && m_visit.pages.noteShort)
        m_visit.pages.noteShort("connections wait, for they cannot be accepted: " + why);
}

void MetricsServer::StopDaemon::operator()(MHD_Daemon *daemon) const
{
    MHD_stop_daemon(daemon);
}

MetricsServer::~MetricsServer()
{
    m_end.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

std::optional<std::string> validateMetricsAddress(std::string_view address)
{
    const auto parsed = parse(address);
    return parsed ? std::nullopt : std::optional(parsed.error());
}

bool isLoopback(std::string_view address)
{
    const auto parsed = parse(address);
    return !parsed || Resolved(*parsed).isLoopback();
}

} // namespace qontroller
