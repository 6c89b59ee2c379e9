// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/unixlistener.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace qontroller::remote {

namespace {

/// As many as the kernel lets wait: whoever finds no room is not told to wait, but refused.
constexpr int Backlog = SOMAXCONN;
constexpr mode_t OnlyUs = 0600;

std::string reason(int error)
{
    return std::string(" (") + std::strerror(error) + ")"; // NOLINT(concurrency-mt-unsafe)
}

tl::expected<sockaddr_un, std::string> addressOf(const std::string &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return tl::unexpected("the path of a socket has "
                              + std::to_string(sizeof address.sun_path - 1)
                              + " bytes at the most: name a shorter one");
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

tl::expected<LockedFd, std::string> lock(const std::string &path)
{
    const std::string file = path + ".lock";
    UniqueFd fd(
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, OnlyUs));
    if (!fd)
        return tl::unexpected(file + " cannot be opened" + reason(errno)
                              + ": name a socket in a folder that you can write");
    LockedFd locked(std::move(fd));
    if (!locked)
        return tl::unexpected(
            std::string("another program listens there: give each its own socket"));
    return locked;
}

/// What an earlier life has left at \a path is removed; anything else there is a problem.
tl::expected<void, std::string> clear(const std::string &path)
{
    struct stat found
    {
    };
    if (::lstat(path.c_str(), &found) != 0) {
        if (errno == ENOENT)
            return {};
        return tl::unexpected("cannot be looked at" + reason(errno));
    }
    if (!S_ISSOCK(found.st_mode) || found.st_uid != ::geteuid())
        return tl::unexpected(std::string("something else is there that is not a socket of yours: "
                                          "remove it, or name another path"));
    if (::unlink(path.c_str()) != 0)
        return tl::unexpected("the socket of an earlier life cannot be removed" + reason(errno));
    return {};
}

/// A socket with the permissions \a mode, which at no moment were more.
tl::expected<UniqueFd, std::string> bindTo(const std::string &path, const sockaddr_un &address,
                                           mode_t mode)
{
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd || ::fchmod(fd.get(), OnlyUs) != 0)
        return tl::unexpected("no socket can be had" + reason(errno));
    if (::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return tl::unexpected("a socket cannot be made there" + reason(errno));
    if (::chmod(path.c_str(), mode) != 0 || ::listen(fd.get(), Backlog) != 0)
        return tl::unexpected("cannot be listened at" + reason(errno));
    return fd;
}

} // namespace

tl::expected<UnixListener, std::string> UnixListener::listen(std::string path, mode_t mode)
{
    const auto refused = [&path](const std::string &why) {
        return tl::unexpected(path + ": " + why);
    };
    const auto address = addressOf(path);
    if (!address)
        return refused(address.error());
    auto locked = lock(path);
    if (!locked)
        return refused(locked.error());
    if (const auto cleared = clear(path); !cleared)
        return refused(cleared.error());
    auto socket = bindTo(path, *address, mode);
    if (!socket)
        return refused(socket.error());
    return UnixListener(std::move(path), *std::move(locked), *std::move(socket));
}

UnixListener::~UnixListener()
{
    if (m_socket && m_file && FileIdentity::at(m_path.c_str()) == m_file)
        ::unlink(m_path.c_str());
}

std::optional<UnixConnection> UnixListener::accept()
{
    UniqueFd fd(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!fd)
        return std::nullopt;
    ucred who{};
    socklen_t size = sizeof who;
    if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
        return std::nullopt;
    return UnixConnection{std::move(fd), who.uid};
}

} // namespace qontroller::remote
