// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/plugins/isolation/wire/frame.h"

#include <tl/expected.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace qontroller::isolation {

struct Frame
{
    Message type{};
    FrameReader fields;
};

/// What Connection::receive() says when the other side is gone.
inline constexpr std::string_view ClosedConnection = "closed its connection";

/// A stream of frames to the other side. Blocks; one thread sends and one receives.
class Connection
{
public:
    explicit Connection(UniqueFd fd)
        : m_fd(std::move(fd))
    {}

    /// Two connected ends, not inherited by children. The error says why there are none.
    [[nodiscard]] static tl::expected<std::pair<Connection, Connection>, std::string> pair();

    /// Sends the frame of \a writer. The error ends a sentence that begins with a process.
    [[nodiscard]] tl::expected<void, std::string> send(FrameWriter &writer);

    /// The next frame; its fields are valid until the next call. Error as for send():
    /// ClosedConnection, or that the other side does not keep to the protocol.
    [[nodiscard]] tl::expected<Frame, std::string> receive();

    /// After so long without a byte send() and receive() give up.
    void setPatience(std::chrono::milliseconds patience);

    /// Makes receive() end on whichever thread it waits, and each one after it.
    void endReceiving();
    /// Tells the other side that nothing more comes, and takes nothing more.
    void end();

    [[nodiscard]] int descriptor() const { return m_fd.get(); }

private:
    [[nodiscard]] tl::expected<void, std::string> fill(std::size_t size);

    UniqueFd m_fd;
    std::string m_buffer; // what was read and not used begins at m_begin
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};

} // namespace qontroller::isolation
