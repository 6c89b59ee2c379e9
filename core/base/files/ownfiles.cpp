// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/ownfiles.h"

#include "core/base/files/otherwriters.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace qontroller {

namespace {

std::string whyNotOurs(const struct stat &status)
{
    if (status.st_uid != ::geteuid() && status.st_uid != 0)
        return "belongs to another user (" + std::to_string(status.st_uid)
               + "): remove it, or give it to the user that this program runs as";
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return "can be written by others: chmod go-w";
    return {};
}

std::string whyNotSecret(const struct stat &status, mode_t mayRead)
{
    if ((status.st_mode & (S_IRGRP | S_IROTH) & ~mayRead) != 0)
        return "can be read by others: chmod go-r";
    return {};
}

std::string whyNotReadable(const struct stat &status, std::size_t most, mode_t mayRead)
{
    if (!S_ISREG(status.st_mode))
        return "is no regular file: remove it";
    if (std::string why = whyNotOurs(status); !why.empty())
        return why;
    if (std::string why = whyNotSecret(status, mayRead); !why.empty())
        return why;
    if (static_cast<std::size_t>(status.st_size) > most)
        return "is too large (" + std::to_string(status.st_size) + " bytes): at most "
               + std::to_string(most) + " are read";
    return {};
}

std::string whyNotOpen(int error)
{
    return error == ELOOP ? "is a link: put the file itself there"
                          : "cannot be read: " + std::generic_category().message(error);
}

/// The size may change meanwhile: never more than \a most.
tl::expected<std::optional<std::string>, std::string> readAll(int descriptor, std::size_t most)
{
    std::string content;
    while (true) {
        const std::size_t done = content.size();
        constexpr std::size_t Piece = std::size_t{64} * 1024;
        content.resize(done + Piece);
        const ssize_t count = ::read(descriptor, content.data() + done, Piece);
        content.resize(done + static_cast<std::size_t>(count > 0 ? count : 0));
        if (count == 0)
            return content;
        if (count < 0 && errno != EINTR)
            return tl::unexpected(whyNotOpen(errno));
        if (content.size() > most)
            return tl::unexpected("grows while it is read: at most " + std::to_string(most)
                                  + " bytes are read");
    }
}

bool writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno != EINTR)
            return false;
        content.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return true;
}

constexpr mode_t AllRead = S_IRGRP | S_IROTH;

/// \a mayRead: the rights that others may have to read it.
tl::expected<std::optional<std::string>, std::string> readFile(const std::string &file,
                                                               std::size_t most, mode_t mayRead)
{
    const UniqueFd opened(
        ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!opened && errno == ENOENT)
        return std::nullopt;
    struct stat status
    {
    };
    if (!opened || ::fstat(opened.get(), &status) != 0)
        return tl::unexpected(whyNotOpen(errno));
    if (std::string why = whyNotReadable(status, most, mayRead); !why.empty())
        return tl::unexpected(std::move(why));
    return readAll(opened.get(), most);
}

} // namespace

tl::expected<std::optional<std::string>, std::string> readOwnFile(const std::string &file,
                                                                  std::size_t most)
{
    return readFile(file, most, AllRead);
}

std::string whyNotOwnFile(const std::string &file)
{
    struct stat status
    {
    };
    if (::lstat(file.c_str(), &status) != 0)
        return errno == ENOENT ? std::string() : whyNotOpen(errno);
    if (S_ISLNK(status.st_mode))
        return whyNotOpen(ELOOP);
    return S_ISREG(status.st_mode) ? whyNotOurs(status) : "is no regular file: remove it";
}

tl::expected<std::optional<std::string>, std::string> readSecretFile(const std::string &file,
                                                                     std::size_t most,
                                                                     SecretReaders readers)
{
    return readFile(file, most, readers == SecretReaders::Group ? S_IRGRP : mode_t{});
}

tl::expected<void, int> writeOwnFile(const std::string &file, std::string_view content)
{
    const auto written = writeLockedFile(file, content, Outlives::Machine);
    if (!written)
        return tl::unexpected(written.error());
    return {};
}

tl::expected<LockedFd, int> writeLockedFile(const std::string &file, std::string_view content,
                                            Outlives outlives)
{
    constexpr mode_t OwnerOnly = 0600;
    const bool waits = outlives == Outlives::Machine;
    const std::string fresh = file + ".new";
    ::unlink(fresh.c_str()); // of a program that was killed
    LockedFd made(UniqueFd(
        ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OwnerOnly)));
    if (made && writeAll(made.get(), content) && (!waits || ::fsync(made.get()) == 0)
        && ::rename(fresh.c_str(), file.c_str()) == 0
        && (!waits || syncFolder(std::filesystem::path(file).parent_path().string())))
        return made;
    const int error = errno;
    ::unlink(fresh.c_str());
    return tl::unexpected(error);
}

bool syncFolder(const std::string &folder)
{
    const UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened && ::fsync(opened.get()) == 0;
}

void makeOwnFolder(const std::string &folder)
{
    constexpr mode_t OthersLook = 0755;
    constexpr mode_t OwnerOnly = 0700;
    std::filesystem::path made;
    for (const std::filesystem::path &part : std::filesystem::path(folder).parent_path()) {
        made /= part;
        static_cast<void>(::mkdir(made.c_str(), OthersLook)); // mostly it is there
    }
    static_cast<void>(::mkdir(folder.c_str(), OwnerOnly));
}

tl::expected<UniqueFd, std::string> openOwnFolder(const std::string &folder)
{
    makeOwnFolder(folder); // the opening says what is wrong
    UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status
    {
    };
    if (!opened || ::fstat(opened.get(), &status) != 0
        || ::access(folder.c_str(), W_OK | X_OK) != 0)
        return tl::unexpected("cannot be used (" + std::generic_category().message(errno)
                              + "): name a folder that can be written");
    if (std::string why = whyNotOurs(status); !why.empty())
        return tl::unexpected(std::move(why));
    if (const std::string others = whoElseReplaces(folder); !others.empty())
        return tl::unexpected("can be replaced: " + others
                              + "; take that right away, or name a folder elsewhere");
    return opened;
}

tl::expected<LockedFd, std::string> takeOwnFolder(const std::string &folder)
{
    auto opened = openOwnFolder(folder);
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    LockedFd taken(*std::move(opened));
    if (!taken && errno != EWOULDBLOCK)
        return tl::unexpected("cannot be locked: " + std::system_category().message(errno)
                              + "; name a folder on a disk of this machine");
    if (!taken)
        return tl::unexpected(std::string("is used by another program, or by another controller of "
                                          "this one: give each its own"));
    return taken;
}

} // namespace qontroller
