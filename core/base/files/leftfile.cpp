// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/leftfile.h"

#include "core/base/files/fileidentity.h"

#include <array>
#include <atomic>
#include <cerrno>

#include <unistd.h>

namespace qontroller::leftfile {

namespace {

constexpr std::size_t LongestPath = 4096;

std::array<char, LongestPath> s_path{};
std::optional<FileIdentity> s_identity;
std::atomic<pid_t> s_owner = 0; ///< 0: there is no file
std::atomic<bool> s_isRemoved = false;

} // namespace

void set(const std::string &path)
{
    clear();
    if (path.size() >= s_path.size())
        return;
    s_path[path.copy(s_path.data(), path.size())] = '\0';
    s_identity = FileIdentity::at(s_path.data());
    s_isRemoved = false;
    s_owner = ::getpid();
}

void clear()
{
    s_owner = 0;
}

void remove()
{
    const int before = errno;
    if (s_owner != ::getpid())
        return;
    s_isRemoved = true; // before it goes: who makes it meanwhile looks after that
    if (s_identity && FileIdentity::at(s_path.data()) == s_identity)
        ::unlink(s_path.data());
    errno = before;
}

bool isRemoved()
{
    return s_isRemoved;
}

} // namespace qontroller::leftfile
