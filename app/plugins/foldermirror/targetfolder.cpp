// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/targetfolder.h"

#include "app/plugins/foldermirror/safetree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>

namespace qontroller::foldermirror {

std::string TargetFolder::fullPathOf(const std::string &name) const
{
    return m_fullPath + '/' + name;
}

Result<std::optional<Entry>> TargetFolder::lookUp(const std::string &name) const
{
    tl::expected<Entry, int> entry = tl::unexpected(EACCES);
    static_cast<void>(m_access->write(fd(), [&] {
        entry = lookUpAt(fd(), name);
        if (!entry)
            errno = entry.error();
        return entry ? 0 : -1;
    }));
    if (entry)
        return std::optional(*std::move(entry));
    if (entry.error() == ENOENT)
        return std::nullopt;
    return failed("look at", fullPathOf(name), entry.error());
}

Result<Entry> TargetFolder::lookUpWhole(const std::string &name) const
{
    constexpr int Flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    const UniqueFd file(m_access->write(fd(), [&] { return ::openat(fd(), name.c_str(), Flags); }));
    if (!file)
        return failed("look at", fullPathOf(name));
    auto entry = lookUpWholeFd(file.get());
    if (!entry)
        return failed("look at", fullPathOf(name), entry.error());
    return *std::move(entry);
}

Result<UniqueFd> TargetFolder::createFile(const std::string &name) const
{
    constexpr int Flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    UniqueFd file(m_access->write(fd(), [&] { return ::openat(fd(), name.c_str(), Flags, 0600); }));
    if (!file)
        return failed("create the temporary file", fullPathOf(name));
    return file;
}

Result<void> TargetFolder::createLink(const std::string &target, const std::string &name) const
{
    const auto call = [&] { return ::symlinkat(target.c_str(), fd(), name.c_str()); };
    if (m_access->write(fd(), call) != 0)
        return failed("create the symbolic link", fullPathOf(name));
    return {};
}

Result<void> TargetFolder::createFolder(const std::string &name) const
{
    const auto call = [&] { return ::mkdirat(fd(), name.c_str(), 0700); };
    if (m_access->write(fd(), call) != 0 && errno != EEXIST)
        return failed("create the folder", fullPathOf(name));
    return {};
}

Result<void> TargetFolder::rename(const std::string &from, const std::string &to) const
{
    const auto call = [&] { return ::renameat(fd(), from.c_str(), fd(), to.c_str()); };
    if (m_access->write(fd(), call) != 0)
        return failed("put the new version in place of", fullPathOf(to));
    return {};
}

Result<void> TargetFolder::removeFile(const std::string &name) const
{
    const auto call = [&] { return ::unlinkat(fd(), name.c_str(), 0); };
    if (m_access->write(fd(), call) != 0 && errno != ENOENT && errno != EISDIR)
        return failed("remove", fullPathOf(name));
    return {};
}

Result<TargetFolder::Removal> TargetFolder::removeFolder(const std::string &name) const
{
    const auto call = [&] { return ::unlinkat(fd(), name.c_str(), AT_REMOVEDIR); };
    if (m_access->write(fd(), call) == 0 || errno == ENOENT)
        return Removal::Removed;
    if (errno == ENOTEMPTY || errno == EEXIST)
        return Removal::NotEmpty;
    return failed("remove the folder", fullPathOf(name));
}

Result<void> TargetFolder::flush() const
{
    // Some file systems know no fsync() of folders; there is nothing to wait for then.
    if (::fsync(fd()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return failed("write to the disk the folder", m_fullPath);
    return {};
}

} // namespace qontroller::foldermirror
