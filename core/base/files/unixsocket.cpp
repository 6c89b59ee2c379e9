// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/unixsocket.h"

#include "core/base/files/uniquefd.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>

namespace qontroller {

std::optional<sockaddr_un> socketAddress(const std::string &path)
{
    if (path.size() > LongestSocketPath)
        return std::nullopt;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

int connectSocket(const sockaddr_un &address, int socket)
{
    const void *const to = &address; // as the kernel wants it
    return ::connect(socket, static_cast<const sockaddr *>(to), sizeof address) == 0 ? 0 : errno;
}

bool listensAt(const std::string &path)
{
    const auto address = socketAddress(path);
    const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!address || !fd)
        return true;
    const int error = connectSocket(*address, fd.get());
    return error != ECONNREFUSED && error != ENOENT;
}

} // namespace qontroller
