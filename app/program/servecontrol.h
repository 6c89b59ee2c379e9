// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/program/operatordesk.h"
#include "core/host/host.h"
#include "core/remote/server/remoteserver.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// Lets front ends outside of the program see and steer a host, and says in the log where. Destroy
/// it before the host and its operators' desk.
class ControlService final
{
public:
    /// \a place is the path of a socket, whose folder is made if it is missing, or an address,
    /// which needs \a certificates, a folder. \a name is the host's. \a lifecycles is called by any
    /// thread. All that is given outlives the
    /// service. The error is a sentence.
    [[nodiscard]] static tl::expected<std::unique_ptr<ControlService>, std::string> start(
        const std::string &place, Host &host, OperatorDesk &operators, const std::string &name,
        SessionPort &session, const std::string &certificates = {},
        remote::Lifecycles lifecycles = [] { return nullptr; });

    /// For an end without destructors: the socket goes, and nothing is waited for.
    void removeSocket() const;

private:
    explicit ControlService(std::unique_ptr<remote::RemoteServer> server)
        : m_server(std::move(server))
    {}

    const std::unique_ptr<remote::RemoteServer> m_server;
};

} // namespace qontroller
