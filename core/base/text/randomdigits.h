// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// 16 hexadecimal digits from the system's source of random numbers: a name that no other program
/// gives by chance. Thread-safe.
[[nodiscard]] std::string randomDigits();

} // namespace qontroller
