// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/stopfd.h"
#include "core/base/files/uniquefd.h"
#include "core/engine/metrics/visitors.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace prometheus {
class Collectable;
} // namespace prometheus

struct MHD_Daemon;

namespace qontroller {

/// What a MetricsServer serves. It is asked at every request, from threads of the server.
struct MetricsPages
{
    std::shared_ptr<prometheus::Collectable> metrics; ///< not null
    /// Why the program does not do its work yet, a line for each reason; empty: it does.
    std::function<std::string()> whyNotReady;
    /// Whether a request with this header `Authorization` (empty: it has none) may have the pages,
    /// all but `/healthz`. Empty: each may.
    std::function<bool(std::string_view authorization)> mayRead = {};
    /// Told of each connection that is ended to make room, and once of a time in which none can be
    /// accepted, in a thread of the server. May be empty.
    std::function<void(const std::string &sentence)> noteCrowd = {};
    std::function<void(const std::string &sentence)> noteShort = {};
};

/// What a MetricsServer shows of itself, as PEM; empty: the network sees pages and passwords.
struct MetricsTls
{
    std::string certificates; ///< its own first
    std::string key;
};

/// Serves `/metrics` over HTTP, for Prometheus to scrape; `/healthz`, which answers as long as the
/// program runs; and `/readyz`, which answers 503 and the reasons until the program does its work.
///
/// A connection that says nothing for 5 s is closed, and 256 may be open at once: for one more, the
/// one ends that has done nothing for the longest time. One that the program has no descriptor for
/// waits and is looked for once a second. Both are told of: see MetricsPages. A request that
/// may not read is answered with 401. The pages are asked until the destructor has returned.
class MetricsServer final
{
public:
    struct NotStarted
    {
        std::string sentence;    ///< for the operator
        bool isShortage = false; ///< of the host: it may go well later
    };

    /// Listens on \a address, as `127.0.0.1:9464`, `localhost:9464`, `:9464` (every IPv4
    /// address of the machine) or `[::1]:9464`. Port 0 lets the system choose.
    [[nodiscard]] static tl::expected<std::unique_ptr<MetricsServer>, NotStarted> start(
        std::string_view address, MetricsPages pages, const MetricsTls &tls = {});

    ~MetricsServer();
    MetricsServer(const MetricsServer &) = delete;
    MetricsServer &operator=(const MetricsServer &) = delete;

    /// The port it listens on, never 0.
    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// Where it can be scraped: `http://127.0.0.1:9464/metrics`, or `https:` with TLS.
    [[nodiscard]] const std::string &url() const { return m_url; }

private:
    friend struct MetricsCallbacks;

    struct StopDaemon
    {
        void operator()(MHD_Daemon *daemon) const;
    };

    explicit MetricsServer(MetricsPages pages)
        : m_visit{std::move(pages)}
    {}
    /// Serves at \a socket. False: the library does not say why.
    [[nodiscard]] bool listen(UniqueFd socket, const MetricsTls &tls);
    /// Gives those who come to the library, until the end.
    void accept();
    /// Until nobody waits. False: there is no room or descriptor for who does.
    [[nodiscard]] bool acceptAll();
    /// False: all who are there are being answered.
    [[nodiscard]] bool makeRoom();
    void noteShort(const std::string &why);

    /// What callbacks of the library are given.
    struct Visit
    {
        const MetricsPages pages;
        Visitors visitors = {};
    };

    Visit m_visit;
    bool m_isShort = false; ///< on m_thread
    std::string m_url;
    std::uint16_t m_port = 0;
    UniqueFd m_socket;
    std::unique_ptr<MHD_Daemon, StopDaemon> m_daemon; ///< asks the pages
    std::stop_source m_end;
    StopFd m_stopFd{m_end.get_token()};
    std::thread m_thread; ///< accepts
};

/// What is wrong with \a address, in the words of MetricsServer::start() but without
/// listening; nothing if all is well. For checking a command line early.
[[nodiscard]] std::optional<std::string> validateMetricsAddress(std::string_view address);

/// Whether nobody but this machine reaches \a address, which is in order: its host is a loopback
/// address, or a name that cannot be resolved.
[[nodiscard]] bool isLoopback(std::string_view address);

} // namespace qontroller
