// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/unixlistener.h"

#include "core/base/files/leftfile.h"
#include "core/base/files/otherwriters.h"
#include "core/base/files/ownfiles.h"
#include "core/base/files/unixsocket.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

std::string lockOf(const std::string &path)
{
    return path + ".lock";
}

std::string folderOf(const std::string &path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

tl::expected<LockedFd, std::string> lock(const std::string &path)
{
    const std::string file = lockOf(path);
    UniqueFd fd(
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, OnlyUs));
    if (!fd)
        return tl::unexpected(file + " cannot be opened" + reason(errno)
                              + ": name a socket in a folder that you can write");
    LockedFd locked(std::move(fd));
    if (!locked && listensAt(path))
        return tl::unexpected(
            std::string("another program listens there: give each its own socket"));
    if (!locked)
        return tl::unexpected(lockOf(path)
                              + " is locked by another program, although none listens at the "
                                "socket: end it, or name another socket");
    return locked;
}

/// Whether a socket of this user's is at \a path; anything else there is a problem.
tl::expected<bool, std::string> isSocketAt(const std::string &path)
{
    struct stat found
    {
    };
    if (::lstat(path.c_str(), &found) != 0) {
        if (errno == ENOENT)
            return false;
        return tl::unexpected("cannot be looked at" + reason(errno));
    }
    if (!S_ISSOCK(found.st_mode) || found.st_uid != ::geteuid())
        return tl::unexpected(std::string("something else is there that is not a socket of yours: "
                                          "remove it, or name another path"));
    return true;
}

/// Removes what an earlier life has left at \a path.
tl::expected<void, std::string> clear(const std::string &path)
{
    const auto found = isSocketAt(path);
    if (!found)
        return tl::unexpected(found.error());
    if (*found && ::unlink(path.c_str()) != 0)
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
    const auto address = socketAddress(path);
    if (!address)
        return refused("the path of a socket has " + std::to_string(LongestSocketPath)
                       + " bytes at the most: name a shorter one");
    // Before anything is made: a lock beside a foreign file may mean something to others.
    if (const auto looked = isSocketAt(path); !looked)
        return refused(looked.error());
    const bool isThere = FileIdentity::at(folderOf(path).c_str()).has_value();
    if (const std::string others = isThere ? whoElseMoves(path) : ""; !others.empty())
        return refused("others could put a socket of theirs there: " + others
                       + "; take that right away, or name a socket elsewhere");
    auto locked = lock(path);
    if (!locked)
        return refused(locked.error());
    if (const auto cleared = clear(path); !cleared)
        return refused(cleared.error());
    auto socket = bindTo(path, *address, mode);
    if (!socket)
        return refused(socket.error());
    return UnixListener(std::move(path), mode, *std::move(locked), *std::move(socket));
}

tl::expected<bool, std::string> UnixListener::renew()
{
    const auto found = FileIdentity::at(m_path.c_str());
    if ((found && found == m_file) || leftfile::isRemoved())
        return false;
    if (found || errno != ENOENT)
        return tl::unexpected(m_path
                              + ": the control socket is gone, and something else is in its place: "
                                "remove that, and the host listens there again");
    const auto refused = [this](const std::string &why) {
        return tl::unexpected(m_path
                              + ": the control socket is gone, and cannot be made again: " + why);
    };
    makeOwnFolder(folderOf(m_path)); // else the socket cannot be made, which is said
    if (FileIdentity::at(lockOf(m_path).c_str()) != FileIdentity::of(m_lock.get())) {
        auto locked = lock(m_path);
        if (!locked)
            return refused(locked.error());
        m_lock = *std::move(locked);
    }
    auto socket = bindTo(m_path, *socketAddress(m_path), m_mode);
    if (!socket)
        return refused(socket.error());
    m_socket = *std::move(socket);
    m_file = FileIdentity::at(m_path.c_str());
    if (leftfile::isRemoved()) // while it was made
        ::unlink(m_path.c_str());
    return true;
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
