// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// What a library needs that does not say so, or aborts, where it cannot have it.
struct Supply
{
    int threads = 0;
    int descriptors = 0;
};

/// What of \a wanted the program cannot have now, in words; empty: it can have all of it.
[[nodiscard]] std::string whatLacks(const Supply &wanted);

} // namespace qontroller
