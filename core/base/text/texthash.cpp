// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/texthash.h"

#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 1 // GCC calls a function for each memcpy() in it otherwise
#include <xxhash.h>

namespace qontroller {

std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

} // namespace qontroller
