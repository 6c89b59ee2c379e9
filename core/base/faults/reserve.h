// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace qontroller {

/// What has to be left before something is begun that ends the program where it finds nothing.
struct Reserve
{
    int descriptors = 0;
    std::size_t bytes = 0; ///< of memory in one piece
};

/// What of \a wanted is not left in this process, as the end of a sentence; empty: all of it is.
/// Descriptors are counted and not taken, so that no other thread lacks them meanwhile.
[[nodiscard]] std::string whatIsShort(const Reserve &wanted);

} // namespace qontroller
