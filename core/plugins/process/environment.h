// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

using Variables = std::map<std::string, std::string>;

/// What a child gets: the variables of this process, without those that systemd gave to it as a
/// service (NOTIFY_SOCKET and the like), with \a own on top.
[[nodiscard]] Variables environmentWith(const Variables &own);

/// Each as NAME=value, as a command takes them.
[[nodiscard]] std::vector<std::string> assignments(const Variables &variables);

/// The value of \a name among \a assignments; empty if there is none.
[[nodiscard]] std::string valueIn(const std::vector<std::string> &assignments,
                                  std::string_view name);

/// Where programs are looked for: PATH among environmentWith() \a own; empty if there is none.
[[nodiscard]] std::string searchPath(const Variables &own = {});

} // namespace qontroller
