// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/threads/clock.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <stop_token>
#include <string>

#include <sys/socket.h>

namespace qontroller::remote {

/// A socket that listens at \a address, which is written ADDR:PORT, [ADDR]:PORT or :PORT for all
/// addresses; port 0 takes a free one. It does not block. The error is the end of a sentence that
/// begins with the address.
[[nodiscard]] tl::expected<UniqueFd, std::string> listenAt(const std::string &address);

/// Where \a socket listens: `127.0.0.1:7000`.
[[nodiscard]] std::string addressOf(int socket);

/// The machine of \a address, as a number: `192.0.2.7`. Empty: it has none.
[[nodiscard]] std::string machineOf(const sockaddr_storage &address);

/// Has the system end the connection of \a socket a minute after the other machine has fallen
/// silent (asleep, cut off): nothing else would ever notice.
void endWhenSilent(int socket);

/// A socket that is connected; it does not block, and ends when it falls silent. Waits until
/// \a deadline or \a stop; each address of the machine has its share of the time. The error is as
/// above.
[[nodiscard]] tl::expected<UniqueFd, std::string> connectTo(const std::string &machine,
                                                            std::uint16_t port, TimePoint deadline,
                                                            const std::stop_token &stop);

} // namespace qontroller::remote
