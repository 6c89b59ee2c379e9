// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/naturalorder.h"

#include <algorithm>

namespace qontroller::ui {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

// Before each number comes how many digits it has: of two numbers the shorter is the smaller.
std::string naturalKey(std::string_view text)
{
    constexpr std::ptrdiff_t MostDigits = 0x7f - '0';
    std::string key;
    key.reserve(text.size() + 4);
    for (auto at = text.begin(); at != text.end();) {
        if (!isDigit(*at)) {
            key += *at++;
            continue;
        }
        const auto end = std::find_if_not(at, text.end(), isDigit);
        const auto first = std::find_if(at, end, [](char c) { return c != '0'; });
        key += static_cast<char>('0' + std::min(end - first, MostDigits));
        key.append(first, end);
        at = end;
    }
    return key;
}

} // namespace qontroller::ui
