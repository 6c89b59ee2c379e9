// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/otherwriters.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace qontroller {

namespace {

std::string octal(mode_t mode)
{
    constexpr mode_t Permissions = 07777;
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%04o", mode & Permissions);
    return text.data();
}

bool isOursOrOfRoot(const struct stat &status)
{
    return status.st_uid == 0 || status.st_uid == ::geteuid();
}

bool isSticky(const std::string &folder)
{
    struct stat status = {};
    return ::stat(folder.c_str(), &status) == 0 && isOursOrOfRoot(status)
           && (status.st_mode & S_ISVTX) != 0;
}

/// Without links, and from the root on.
std::filesystem::path resolved(const std::string &path)
{
    std::error_code ignored; // else the permissions of what is not there cannot be read
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
}

} // namespace

std::string whoElseWrites(const std::string &path, const std::string &what)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return "its permissions cannot be read (" + std::generic_category().message(errno) + ')';
    if (!isOursOrOfRoot(status))
        return what + " belongs to another user (" + std::to_string(status.st_uid) + ')';
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return "others can write " + what + " (mode " + octal(status.st_mode) + ')';
    return {};
}

std::string whoElseMoves(const std::string &path)
{
    std::string others;
    for (std::filesystem::path folder = resolved(path).parent_path();
         others.empty() && folder != folder.root_path(); folder = folder.parent_path()) {
        if (!isSticky(folder.string()))
            others = whoElseWrites(folder.string(), folder.string());
    }
    return others;
}

std::string whoElseReplaces(const std::string &path)
{
    const std::string file = resolved(path).string();
    std::string others = whoElseWrites(file, file);
    return others.empty() ? whoElseMoves(file) : others;
}

} // namespace qontroller
