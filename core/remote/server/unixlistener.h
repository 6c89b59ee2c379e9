// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/fileidentity.h"
#include "core/base/files/lockedfd.h"

#include <tl/expected.hpp>

#include <sys/types.h>

#include <optional>
#include <string>

namespace qontroller::remote {

/// A connection, and who has made it.
struct UnixConnection
{
    UniqueFd socket; ///< does not block
    uid_t user = 0;
};

/// Listens on a Unix socket. A lock beside it says whether another program does: what a program
/// that was killed has left is replaced, and the socket of one that runs never is. For one thread.
class UnixListener final
{
public:
    /// \a mode are the permissions of the socket: who may not write may not connect. The error is a
    /// sentence for the operator.
    [[nodiscard]] static tl::expected<UnixListener, std::string> listen(std::string path,
                                                                        mode_t mode);
    UnixListener(UnixListener &&) noexcept = default;
    UnixListener &operator=(UnixListener &&) = delete;
    /// Removes the socket, unless something else is in its place. The lock file stays: otherwise a
    /// program that has just opened it would lock a file that is gone, and the next program would
    /// lock another file of that name.
    ~UnixListener();

    /// Listens there again if the socket has been removed, as programs do that clean up folders:
    /// true. False: it is there. The error is a sentence: something else stands in its place, which
    /// stays, or no socket can be made.
    [[nodiscard]] tl::expected<bool, std::string> renew();

    /// Readable when somebody waits to be accepted.
    [[nodiscard]] int descriptor() const { return m_socket.get(); }
    /// The next connection; nothing: none waits, or it could not be accepted: see `errno`.
    [[nodiscard]] std::optional<UnixConnection> accept();

private:
    UnixListener(std::string path, mode_t mode, LockedFd lock, UniqueFd socket)
        : m_path(std::move(path))
        , m_mode(mode)
        , m_lock(std::move(lock))
        , m_socket(std::move(socket))
        , m_file(FileIdentity::at(m_path.c_str()))
    {}

    std::string m_path;
    mode_t m_mode;
    LockedFd m_lock;
    UniqueFd m_socket;
    std::optional<FileIdentity> m_file;
};

} // namespace qontroller::remote
