// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <array>
#include <optional>
#include <string_view>

namespace qontroller::supervision {

/// A pipe of which the reader sees what is in it before it takes that out, so that nothing is lost
/// when the reader is killed in between: tee(2) copies it into a pipe of our own. For one thread.
class PeekedPipe final
{
public:
    /// \a fd does not block, and nothing else reads from it. Throws std::system_error without a
    /// descriptor for the pipe of our own.
    explicit PeekedPipe(int fd);

    /// Waits until there is something in it, its end has come, or \a milliseconds have passed; a
    /// negative number: as long as it takes.
    void wait(int milliseconds) const;

    /// What is in it, a part of it if that is much; empty: nothing at the moment. No value: it is
    /// at its end. Valid until the next call. Throws std::system_error where the kernel cannot.
    [[nodiscard]] std::optional<std::string_view> peek();

    /// Takes out what peek() has given last.
    void take();

private:
    int m_fd;
    UniqueFd m_copyIn;
    UniqueFd m_copyOut;
    std::size_t m_peeked = 0;
    std::array<char, std::size_t{16} * 1024> m_bytes{};
};

/// The last byte of what is in the pipe \a fd, all of which stays there. Nothing: there is nothing
/// in it, or that cannot be seen.
[[nodiscard]] std::optional<char> lastByteIn(int fd);

} // namespace qontroller::supervision
