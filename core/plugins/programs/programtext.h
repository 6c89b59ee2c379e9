// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/programs/programend.h"

#include <string>
#include <string_view>

namespace qontroller {

/// How the program that is called \a name ended, as a sentence: "list ended with exit status 3".
/// \a program is the file that was run, \a limits are those that it was run with.
[[nodiscard]] std::string howItEnded(std::string_view name, const std::string &program,
                                     const ProgramEnd &end, const ProgramLimits &limits);

/// The end of what it said on standard error, any bytes, without blanks after it. It lives as long
/// as \a end.
[[nodiscard]] std::string_view lastWords(const ProgramEnd &end);

} // namespace qontroller
