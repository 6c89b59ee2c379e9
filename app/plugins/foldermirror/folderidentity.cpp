// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/folderidentity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <cstring>

namespace qontroller::foldermirror {

std::optional<FolderIdentity> identityOf(int fd)
{
    struct stat status
    {
    };
    struct statfs system
    {
    };
    if (::fstat(fd, &status) != 0 || ::fstatfs(fd, &system) != 0)
        return std::nullopt;
    FolderIdentity identity{static_cast<std::uint64_t>(system.f_type), 0, status.st_ino};
    static_assert(sizeof system.f_fsid == sizeof identity.fileSystem);
    std::memcpy(&identity.fileSystem, &system.f_fsid, sizeof identity.fileSystem);
    return identity;
}

bool isMountPoint(int folder, const char *name)
{
    struct statx found
    {
    };
    constexpr int Flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT;
    if (::statx(folder, name, Flags, STATX_TYPE, &found) == 0
        && (found.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0)
        return (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
    struct stat here
    {
    };
    struct stat there
    {
    };
    return ::fstat(folder, &here) == 0 && ::fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
           && here.st_dev != there.st_dev;
}

bool isAtOrBelow(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

const Mounts::value_type *mountAbove(const Mounts &mounts, std::string_view path)
{
    for (auto mount = mounts.rbegin(); mount != mounts.rend(); ++mount) { // the innermost first
        if (path.size() > mount->first.size() && isAtOrBelow(path, mount->first))
            return &*mount;
    }
    return nullptr;
}

} // namespace qontroller::foldermirror
