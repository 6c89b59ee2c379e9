// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/abilities.h"

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// The extended attributes that belong to a copy, by name: access lists, file capabilities, and
/// what users have noted. The bytes are those of the kernel, which are the same in all its file
/// systems; so no library stands between that would have to know each kind.
using Attributes = std::map<std::string, std::string>;

inline constexpr std::string_view AccessList = "system.posix_acl_access";
inline constexpr std::string_view Capability = "security.capability";

/// Of the file or folder that \a fd is open on, which may be by O_PATH; none where the file system
/// has none. `errno` on failure.
[[nodiscard]] tl::expected<Attributes, int> attributesOf(int fd);

/// What a target needs to hold the attribute \a name.
[[nodiscard]] Ability abilityFor(std::string_view name);

/// The permission bits that give nobody more than \a mode does together with the access list
/// \a list, whose mask stands where the group's bits are. Whom the list names, and whom it gives
/// less than others, is not known to a copy without it: so its group and the others get what the
/// list gives to all of them.
[[nodiscard]] unsigned modeWithoutList(unsigned mode, std::string_view list);

} // namespace qontroller::foldermirror
