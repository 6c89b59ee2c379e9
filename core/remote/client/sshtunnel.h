// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/text/duration.h"
#include "core/remote/client/address.h"
#include "core/remote/client/remoteerror.h"

#include <tl/expected.hpp>

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace qontroller {
class ChildProcess;
}

namespace qontroller::remote {

/// A way through ssh to the socket of a host on another machine, with whatever the user's ssh is
/// told by its configuration and its agent. Never asks for a password. It ends with this object,
/// and with this program, however that ends. For one thread at a time.
class SshTunnel final
{
public:
    /// How long ssh may take to log in, each of the two times that it does.
    static constexpr Duration Patience = std::chrono::seconds(15);

    /// Finds the socket of the host there, and connects to it. \a address is of the kind Ssh. Waits
    /// until that is done or \a stop is requested.
    [[nodiscard]] static tl::expected<std::unique_ptr<SshTunnel>, RemoteError> open(
        const Address &address, const std::stop_token &stop);
    ~SshTunnel();
    SshTunnel(const SshTunnel &) = delete;
    SshTunnel &operator=(const SshTunnel &) = delete;

    /// The path of the socket here.
    [[nodiscard]] std::string socket() const;
    /// The connection to the host; the caller's from the first call on.
    [[nodiscard]] UniqueFd takeConnection() { return std::move(m_connection); }

private:
    explicit SshTunnel(std::string folder);
    [[nodiscard]] tl::expected<void, RemoteError> forward(const Address &address,
                                                          const std::string &ssh,
                                                          const std::string &there,
                                                          const std::stop_token &stop);
    [[nodiscard]] std::string lastWords() const;

    const std::string m_folder; ///< of this user alone; goes with it
    UniqueFd m_alive;           ///< closed when this program ends: then ssh ends, too
    UniqueFd m_words;           ///< what ssh says on standard error
    UniqueFd m_connection;
    std::unique_ptr<ChildProcess> m_ssh;
};

} // namespace qontroller::remote
