// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/client/unixconnection.h"

#include "core/base/files/unixsocket.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace qontroller::remote {

namespace {

/// 0 would mean without end.
timeval toTimeval(Duration patience)
{
    const Duration duration = std::max<Duration>(patience, std::chrono::microseconds(1));
    const auto all = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
    return {static_cast<time_t>(all / 1'000'000), static_cast<suseconds_t>(all % 1'000'000)};
}

} // namespace

tl::expected<UniqueFd, int> connectToUnix(const std::string &path, Duration patience)
{
    const auto address = socketAddress(path);
    if (!address)
        return tl::unexpected(ENAMETOOLONG);
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return tl::unexpected(errno);
    const timeval longest = toTimeval(patience);
    ::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest); // of connect(), too
    if (const int error = connectSocket(*address, fd.get()); error != 0)
        return tl::unexpected(error);
    if (::fcntl(fd.get(), F_SETFL, O_NONBLOCK) != 0)
        return tl::unexpected(errno);
    return fd;
}

void leaveOutDead(std::vector<std::string> &paths)
{
    if (paths.size() > 1)
        std::erase_if(paths, [](const std::string &path) { return !listensAt(path); });
}

} // namespace qontroller::remote
