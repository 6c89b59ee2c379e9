// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <sys/un.h>

namespace qontroller {

/// Bytes that the path of a socket may have.
inline constexpr std::size_t LongestSocketPath = sizeof(sockaddr_un::sun_path) - 1;

/// Nothing: \a path is longer.
[[nodiscard]] std::optional<sockaddr_un> socketAddress(const std::string &path);

/// Connects \a socket to \a address; 0, or an `errno`.
[[nodiscard]] int connectSocket(const sockaddr_un &address, int socket);

/// Whether a program listens at \a path, however slow to answer: one that has no room for one more
/// who waits listens as well. Where that cannot be found out it is taken to listen.
[[nodiscard]] bool listensAt(const std::string &path);

} // namespace qontroller
