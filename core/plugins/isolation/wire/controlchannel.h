// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/plugins/isolation/wire/protocol.h"

#include <tl/expected.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace qontroller::isolation {

/// One end of the control channel. Thread-safe.
class ControlChannel
{
public:
    explicit ControlChannel(UniqueFd fd)
        : m_fd(std::move(fd))
    {}

    [[nodiscard]] static tl::expected<std::pair<UniqueFd, UniqueFd>, std::string> pair();

    /// Waits \a patience at the most for room: the channel takes some 280 packets that are not read
    /// yet, and hundreds of calls may begin at once. The error: the other end is gone, takes
    /// nothing, or this process is short of something. \a passed is negative or a descriptor of
    /// which the other end gets a copy.
    [[nodiscard]] std::error_code send(const ControlPacket &packet,
                                       std::chrono::milliseconds patience = {}, int passed = -1);

    struct Received
    {
        ControlPacket packet;
        UniqueFd passed; ///< empty: it came with none
    };
    /// Blocks for the next packet. Nothing: the other end is gone. The error says
    /// what came instead of a packet. Throws HostShortage when the descriptor cannot be taken.
    [[nodiscard]] tl::expected<std::optional<Received>, std::string> receive();

    /// Tells the other end that nothing more comes.
    void end();

private:
    UniqueFd m_fd;
};

} // namespace qontroller::isolation
