// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/lookback.h"

#include <algorithm>

namespace qontroller {

LookBack lookBackFor(std::size_t known)
{
    constexpr std::size_t Least = std::size_t{256} << 10;
    constexpr std::size_t Most = std::size_t{10} << 20;
    constexpr std::size_t OfObject = 16;
    const std::size_t all = std::clamp(known * OfObject, Least, Most);
    return {all / 2, all / 8, all / 8 * 3};
}

} // namespace qontroller
