// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace qontroller {

/// The path of the program that \a name means: looked for in the folders of
/// \a searchPath (as PATH has them; empty: the system's), or, with a slash in it,
/// from \a folder (empty: where this process is). Only looks. The error says what is wrong with it
/// and what would be right, as the end of a sentence that begins with the name of
/// a setting: `must name a program, but …`.
[[nodiscard]] tl::expected<std::string, std::string> findProgram(const std::string &name,
                                                                 std::string_view searchPath,
                                                                 const std::string &folder);

/// Why no program can run in \a folder (empty: where this process is), as the end of a sentence as
/// above: `must be …`. Empty: one can, as far as a look tells.
[[nodiscard]] std::string whyNotWorkingFolder(const std::string &folder);

/// Why a program could not be started, from the `errno` of the attempt, as one sentence.
[[nodiscard]] std::string whyNotStarted(const std::string &program, int code);

/// Throws HostShortage with that sentence if \a code says that the host has no more of something.
void throwIfShort(const std::string &program, int code);

} // namespace qontroller
