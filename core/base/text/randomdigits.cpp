// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/randomdigits.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <random>

namespace qontroller {

std::string randomDigits()
{
    std::random_device source;
    const std::uint64_t number = (std::uint64_t{source()} << 32U) | source();
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
    return digits.data();
}

} // namespace qontroller
