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
    /// What others see and steer. All of it outlives the service.
    struct Here
    {
        Host &host;
        OperatorNotes &operators;
        std::string name; ///< of the host
        SessionPort &session;
        JournalPort *journal = nullptr;                         ///< null: none is kept
        remote::Lifecycles lifecycles = [] { return nullptr; }; ///< called by any thread
        AlarmPort *alarms = nullptr;                            ///< null: it has none
    };
    /// Takes the place; who comes there waits until welcome().
    ///
    /// \a place is the path of a socket, whose folder is made if it is missing, or an address,
    /// which needs \a certificates, a folder.
    [[nodiscard]] static tl::expected<std::unique_ptr<ControlService>, NotStarted> start(
        const std::string &place, const std::string &certificates, Here here);

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
