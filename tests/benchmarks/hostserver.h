// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "bench.h"

#include "core/remote/server/remoteserver.h"

#include <filesystem>
#include <unistd.h>

namespace qontroller::benchmarks {

/// A host behind a socket, with no session to show.
class HostServer
{
public:
    /// \a host outlives it. Ends the process if it cannot listen.
    explicit HostServer(Host &host)
        : m_jobs(host, host, host, SteadyClock::instance(), [](const JobStatus &) {})
    {
        auto server = remote::RemoteServer::start(
            {m_socket}, {host, host, host, m_jobs, m_operatorLog, m_session, {"benchmark", "0"}});
        if (!server)
            std::abort();
        m_server = *std::move(server);
        m_server->welcome();
    }

    [[nodiscard]] const std::string &socket() const { return m_socket; }

private:
    class NoSession final : public SessionPort
    {
    public:
        SessionText session() override { return {}; }
        std::vector<FoundPlugin> plugins() override { return {}; }
        ApplyNumber apply(std::optional<std::string>, std::string, ApplyMode) override { return 0; }
        std::optional<ApplyStatus> progress(ApplyNumber) override { return {}; }
    };

    static std::string freeSocket()
    {
        static int last = 0;
        return std::filesystem::temp_directory_path()
               / ("bench-remote-" + std::to_string(::getpid()) + '-' + std::to_string(++last));
    }

    const std::string m_socket = freeSocket();
    remote::OperatorLog m_operatorLog;
    Jobs m_jobs;
    NoSession m_session;
    std::unique_ptr<remote::RemoteServer> m_server;
};

} // namespace qontroller::benchmarks
