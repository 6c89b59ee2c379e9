// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/markfile.h"

#include "core/base/files/lockedfd.h"
#include "core/base/files/uniquefd.h"
#include "core/base/text/randomdigits.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

namespace qontroller {

namespace {

constexpr std::string_view MarkBegin = ".qontroller-";
constexpr std::string_view MarkEnd = ".owner";
constexpr std::size_t MostBytes = 64U << 10U;

/// Of several machines, or whatever a program makes of it. Not all have names in the kernel's
/// header.
constexpr std::array<std::uint32_t, 12> SharedTypes{NFS_SUPER_MAGIC,       SMB_SUPER_MAGIC,
                                                    0xFF534D42 /* CIFS */, 0xFE534D42 /* SMB2 */,
                                                    0x65735546 /* FUSE */, V9FS_MAGIC,
                                                    0x00C36400 /* Ceph */, AFS_SUPER_MAGIC,
                                                    CODA_SUPER_MAGIC,      0x01161970 /* GFS2 */,
                                                    OCFS2_SUPER_MAGIC,     0x0BD00BD0 /* Lustre */};

bool isShared(int fd)
{
    struct statfs status
    {
    };
    return ::fstatfs(fd, &status) != 0
           || std::ranges::find(SharedTypes, static_cast<std::uint32_t>(status.f_type))
                  != SharedTypes.end();
}

WallTime timeOf(const timespec &time)
{
    return WallTime(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

std::string readFrom(int fd)
{
    std::string text(MostBytes, '\0');
    const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return text;
}

bool isSameFile(int fd, const std::string &path)
{
    struct stat ours
    {
    };
    struct stat there
    {
    };
    return ::fstat(fd, &ours) == 0 && ::lstat(path.c_str(), &there) == 0
           && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

bool hasNoSuchCall(int code)
{
    return code == EINVAL || code == ENOSYS || code == EOPNOTSUPP || code == EPERM
           || code == EMLINK;
}

/// A file that goes again unless it gets another name.
struct TemporaryMark
{
    explicit TemporaryMark(const std::string &mark)
        : path(mark + '.' + randomDigits() + ".tmp")
        , fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644))
    {}
    ~TemporaryMark()
    {
        if (fd)
            static_cast<void>(::unlink(path.c_str()));
    }
    TemporaryMark(const TemporaryMark &) = delete;
    TemporaryMark &operator=(const TemporaryMark &) = delete;

    /// Whole and on the disk. False: see `errno`.
    [[nodiscard]] bool write(const std::string &text) const
    {
        errno = EIO;
        return fd
               && ::pwrite(fd.get(), text.data(), text.size(), 0)
                      == static_cast<ssize_t>(text.size())
               && ::fsync(fd.get()) == 0;
    }

    const std::string path;
    const UniqueFd fd;
};

} // namespace

tl::expected<std::optional<MarkFile::Content>, int> MarkFile::read() const
{
    // What is opened anew is what a server of files has now.
    const UniqueFd fd(
        ::open(m_path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    const int code = fd ? 0 : errno;
    struct stat status
    {
    };
    if (!fd && (code == ENOENT || code == ENOTDIR))
        return std::nullopt;
    const bool isKnown = fd ? ::fstat(fd.get(), &status) == 0
                            : ::lstat(m_path.c_str(), &status) == 0;
    if (!isKnown)
        return tl::unexpected(code == 0 ? errno : code);
    const bool isReadable = fd && S_ISREG(status.st_mode);
    return Content{isReadable ? readFrom(fd.get()) : std::string(), timeOf(status.st_mtim)};
}

tl::expected<MarkFile::Written, int> MarkFile::replace(const std::optional<Content> &before,
                                                       const std::string &text,
                                                       std::optional<Duration> age) const
{
    const TemporaryMark temporary(m_path);
    struct stat status
    {
    };
    if (!temporary.fd || !temporary.write(text) || ::fstat(temporary.fd.get(), &status) != 0)
        return tl::unexpected(errno);
    if (age && before && timeOf(status.st_mtim) - before->written < *age)
        return Written::TooSoon;
    auto written = before ? publish(temporary.path, before) : publishFirst(temporary.path);
    if (written == Written::Alone && isShared(temporary.fd.get()))
        written = Written::Perhaps;
    return written;
}

tl::expected<MarkFile::Written, int> MarkFile::publishFirst(const std::string &temporary) const
{
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, m_path.c_str(), RENAME_NOREPLACE) == 0)
        return Written::Alone;
    if (errno == EEXIST)
        return Written::Lost;
    if (!hasNoSuchCall(errno))
        return tl::unexpected(errno);
    if (::link(temporary.c_str(), m_path.c_str()) == 0)
        return Written::Alone;
    if (errno == EEXIST)
        return Written::Lost;
    if (!hasNoSuchCall(errno))
        return tl::unexpected(errno);
    if (::rename(temporary.c_str(), m_path.c_str()) != 0)
        return tl::unexpected(errno);
    return Written::Perhaps;
}

tl::expected<MarkFile::Written, int> MarkFile::publish(const std::string &temporary,
                                                       const std::optional<Content> &before) const
{
    UniqueFd fd(::open(m_path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd && errno == ENOENT)
        return Written::Lost;
    const bool isOpen = static_cast<bool>(fd);
    const LockedFd locked(std::move(fd));
    if (isOpen && !locked && errno == EWOULDBLOCK)
        return Written::Lost; // another replaces it just now
    if (locked && !isSameFile(locked.get(), m_path))
        return Written::Lost;
    if (const auto now = read(); now && (!*now || (*now)->text != before->text))
        return Written::Lost;
    if (::rename(temporary.c_str(), m_path.c_str()) != 0)
        return tl::unexpected(errno);
    return locked ? Written::Alone : Written::Perhaps;
}

bool MarkFile::renew(const std::string &text, const std::string &end) const
{
    const UniqueFd fd(
        ::open(m_path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd || text.size() < end.size())
        return false;
    const std::string now = readFrom(fd.get());
    const std::size_t at = text.size() - end.size();
    if (now.size() != text.size() || now.compare(0, at, text, 0, at) != 0)
        return false;
    // If another replaces it now, this is written into a file without a name.
    return ::pwrite(fd.get(), end.data(), end.size(), static_cast<off_t>(at))
               == static_cast<ssize_t>(end.size())
           && ::fdatasync(fd.get()) == 0;
}

void MarkFile::remove(const std::string &begin) const
{
    UniqueFd fd(::open(m_path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd)
        return;
    const bool isOurs = readFrom(fd.get()).starts_with(begin);
    const LockedFd locked(std::move(fd));
    const bool isTaken = !locked && errno == EWOULDBLOCK;
    if (isOurs && !isTaken && (!locked || isSameFile(locked.get(), m_path)))
        static_cast<void>(::unlink(m_path.c_str()));
}

bool isMarkName(std::string_view name)
{
    return name.starts_with(MarkBegin)
           && (name.ends_with(MarkEnd)
               || (name.ends_with(".tmp") && name.find(std::string(MarkEnd) + '.') != name.npos));
}

std::string markNameOf(std::string_view plugin)
{
    return std::string(MarkBegin).append(plugin).append(MarkEnd);
}

} // namespace qontroller
