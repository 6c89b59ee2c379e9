// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/operatornotes.h"
#include "core/engine/host/host.h"
#include "core/remote/server/remoteserver.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// Lets front ends outside of the program see and steer a host, and says in the log where. Destroy
/// it before the host and its notes on operators.
class ControlService final
{
public:
    struct NotStarted
    {
        std::string sentence;    ///< for the operator
        bool isShortage = false; ///< of the host: it may go well later
    };
    /// Takes the place; who comes there waits until welcome().
    ///
    /// \a place is the path of a socket, whose folder is made if it is missing, or an address,
    /// which needs \a certificates, a folder. \a name is the host's. \a lifecycles is called by any
    /// thread. All that is given outlives the service.
    [[nodiscard]] static tl::expected<std::unique_ptr<ControlService>, NotStarted> start(
        const std::string &place, Host &host, OperatorNotes &operators, const std::string &name,
        SessionPort &session, const std::string &certificates = {},
        remote::Lifecycles lifecycles = [] { return nullptr; });

    ~ControlService();

    /// Lets front ends in that waited, and others from now on.
    void welcome();

    ControlService(const ControlService &) = delete;
    ControlService &operator=(const ControlService &) = delete;

private:
    explicit ControlService(std::unique_ptr<remote::RemoteServer> server);

    const std::unique_ptr<remote::RemoteServer> m_server;
};

} // namespace qontroller
