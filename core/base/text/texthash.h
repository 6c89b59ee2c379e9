// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace qontroller {

/// The hash XXH3 of \a bytes, 64 bits, the same on every machine and in every version.
[[nodiscard]] std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed = 0);

} // namespace qontroller
