// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/objectnames.h"

#include <array>
#include <charconv>

namespace qontroller::simulator {

namespace {

constexpr std::array Roles{"web", "mail", "db", "cache", "queue"};
constexpr std::size_t FewestDigits = 3;

} // namespace

ObjectId idOf(std::uint32_t object)
{
    const std::string digits = std::to_string(object + 1);
    ObjectId id = Roles[object % Roles.size()];
    id += '-';
    if (digits.size() < FewestDigits)
        id.append(FewestDigits - digits.size(), '0');
    return id += digits;
}

std::optional<std::uint32_t> objectOf(std::string_view id)
{
    const std::string_view digits = id.substr(id.find('-') + 1);
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number == 0 || idOf(number - 1) != id)
        return std::nullopt;
    return number - 1;
}

} // namespace qontroller::simulator
