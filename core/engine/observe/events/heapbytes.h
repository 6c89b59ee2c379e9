// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace qontroller {

/// What \a text has on the heap: a short one has nothing there.
[[nodiscard]] inline std::size_t heapBytes(const std::string &text)
{
    static const std::size_t inPlace = std::string().capacity();
    return text.capacity() > inPlace ? text.capacity() + 1 : 0;
}

} // namespace qontroller
