// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/caller.h"

#include <array>

#include <pwd.h>

namespace qontroller::remote {

std::string nameOfUser(uid_t user)
{
    constexpr std::size_t Enough = 16384; // for names and folders together
    std::array<char, Enough> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
    return found ? found->pw_name : "user " + std::to_string(user);
}

} // namespace qontroller::remote
