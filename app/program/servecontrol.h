// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/host/host.h"
#include "core/jobs/jobs.h"
#include "core/remote/server/remoteserver.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// Lets front ends outside of the program see and steer a host, runs their jobs, and says in the
/// log where, who asks for what, and what comes of jobs. Destroy it before the host: jobs that
/// have not ended are stopped.
class ControlService final
{
public:
    /// \a place is the path of a socket, whose folder is made if it is missing, or an address,
    /// which needs \a certificates, a folder. \a name is the host's. \a session outlives the
    /// service. The error is a sentence.
    [[nodiscard]] static tl::expected<std::unique_ptr<ControlService>, std::string> start(
        const std::string &place, Host &host, const std::string &name, SessionPort &session,
        const std::string &certificates = {});
    ~ControlService();
    /// Writes down what came of what \a who asked for, and is of no single controller. Thread-safe.
    void note(const std::string &who, const std::string &text);
    ControlService(const ControlService &) = delete;
    ControlService &operator=(const ControlService &) = delete;

private:
    explicit ControlService(Host &host);
    void note(const remote::Caller &caller, const Command &command);
    void noteRefusal(const remote::Caller &caller, const std::string &what);
    void noteJob(const JobStatus &job);
    void write(remote::OperatorEntry entry);

    Host &m_host;
    remote::OperatorLog m_operatorLog;
    Jobs m_jobs;
    std::unique_ptr<remote::RemoteServer> m_server;
};

} // namespace qontroller
