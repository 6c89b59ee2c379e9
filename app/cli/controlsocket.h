// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// Where hosts listen and front ends look for them: `NAME/control.sock` in `/run/qontroller`, for
/// services, and in `$XDG_RUNTIME_DIR/qontroller`, for everything else.
namespace qontroller {

/// Whether \a place is an address, ADDR:PORT, and no path of a socket.
[[nodiscard]] bool isControlAddress(const std::string &place);

/// What a host is called whose session is \a session: its file's name without an ending, `demo`
/// without a file.
[[nodiscard]] std::string hostName(const std::string &session);

/// systemd has started this program as a service, with a folder in $RUNTIME_DIRECTORY.
[[nodiscard]] bool isService();

/// Where the host called \a name listens unless it is told; empty: this user has no such folder.
/// A service listens in its own folder.
[[nodiscard]] std::string defaultSocket(const std::string &name);

/// A socket that is there, whether or not a host listens.
struct FoundSocket
{
    std::string name; ///< of the host
    std::string path;
};
/// Sorted by name.
[[nodiscard]] std::vector<FoundSocket> findSockets();

/// The paths of those of hosts called \a name: a service, and a server that a person started, can
/// have one name.
[[nodiscard]] std::vector<std::string> socketsOf(const std::string &name);

/// Where to wait for a host called \a name that has not been started.
[[nodiscard]] std::string awaitedSocket(const std::string &name);

} // namespace qontroller
