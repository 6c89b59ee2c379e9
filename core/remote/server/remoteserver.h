// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/remote/server/hostservice.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller::remote {

/// Where a server listens, and who may connect.
struct Door
{
    std::string socket; ///< path of a Unix socket
    mode_t mode = 0600; ///< of the socket: who may not write may not connect
};

/// Serves a host to front ends outside of the program: to whoever may open the socket, who are all
/// operators and are named by their user.
///
/// One thread accepts connections. gRPC has threads of its own, 64 at the most; a connection
/// without a call costs none. The destructor ends all calls and joins all threads, except those
/// that plugins do not give back.
class RemoteServer final
{
public:
    /// The error is a sentence for the operator.
    [[nodiscard]] static tl::expected<std::unique_ptr<RemoteServer>, std::string> start(
        const Door &door, Served served);
    ~RemoteServer();
    RemoteServer(const RemoteServer &) = delete;
    RemoteServer &operator=(const RemoteServer &) = delete;

private:
    class Private;
    explicit RemoteServer(std::unique_ptr<Private> priv);
    std::unique_ptr<Private> d;
};

} // namespace qontroller::remote
