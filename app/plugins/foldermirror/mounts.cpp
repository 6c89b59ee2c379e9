// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mounts.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace qontroller::foldermirror {

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
