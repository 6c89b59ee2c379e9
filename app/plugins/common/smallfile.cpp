// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/common/smallfile.h"

#include "core/base/files/uniquefd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace qontroller {

namespace {

constexpr std::size_t LongestSmallFile = std::size_t{1} << 20;

std::string notRead(int error)
{
    return "cannot be read: " + std::generic_category().message(error);
}

bool isLink(const std::string &path)
{
    struct stat status
    {
    };
    return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

} // namespace

tl::expected<std::optional<std::string>, std::string> readSmallFile(const std::string &path)
{
    if (path.find('\0') != std::string::npos) // which open() would not see
        return std::nullopt;
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file && (errno == ENOENT || errno == ENAMETOOLONG)) {
        if (isLink(path))
            return tl::unexpected(std::string("is a link to a file that is not there"));
        return std::nullopt;
    }
    struct stat status
    {
    };
    if (!file || ::fstat(file.get(), &status) != 0)
        return tl::unexpected(notRead(errno));
    if (!S_ISREG(status.st_mode))
        return tl::unexpected(std::string("must be a file"));
    std::string text;
    std::array<char, 4096> buffer{};
    ssize_t size = 0;
    while ((size = ::read(file.get(), buffer.data(), buffer.size())) > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(size));
        if (text.size() > LongestSmallFile)
            return tl::unexpected(std::string("must have at most 1 MiB"));
    }
    if (size < 0)
        return tl::unexpected(notRead(errno));
    return text;
}

} // namespace qontroller
