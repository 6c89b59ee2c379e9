// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// A signal's number, and what it is called if it is known: `9 (Killed)`. Thread-safe.
[[nodiscard]] std::string signalText(int number);

} // namespace qontroller
