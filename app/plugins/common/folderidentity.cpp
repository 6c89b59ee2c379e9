// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/folderidentity.h"

#include "core/base/text/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>

#include <charconv>
#include <cstring>
#include <system_error>

namespace qontroller {

namespace {

bool takeNumber(std::string_view &line, std::uint64_t &to)
{
    const std::string_view word = takeWord(line);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), to);
    return error == std::errc() && end == word.data() + word.size();
}

} // namespace

std::optional<FolderIdentity> FolderIdentity::of(int fd)
{
    struct statx status
    {
    };
    struct statfs system
    {
    };
    if (::statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0
        || ::fstatfs(fd, &system) != 0)
        return std::nullopt;
    FolderIdentity identity{static_cast<std::uint64_t>(system.f_type), 0, status.stx_ino};
    if ((status.stx_mask & STATX_BTIME) != 0)
        identity.born = static_cast<std::uint64_t>(status.stx_btime.tv_sec) * 1'000'000'000U
                        + status.stx_btime.tv_nsec;
    static_assert(sizeof system.f_fsid == sizeof identity.fileSystem);
    std::memcpy(&identity.fileSystem, &system.f_fsid, sizeof identity.fileSystem);
    return identity;
}

std::string FolderIdentity::text() const
{
    return std::to_string(type) + ' ' + std::to_string(fileSystem) + ' ' + std::to_string(inode)
           + ' ' + std::to_string(born);
}

std::optional<FolderIdentity> FolderIdentity::take(std::string_view &line)
{
    FolderIdentity identity;
    if (!takeNumber(line, identity.type) || !takeNumber(line, identity.fileSystem)
        || !takeNumber(line, identity.inode) || !takeNumber(line, identity.born))
        return std::nullopt;
    return identity;
}

} // namespace qontroller
