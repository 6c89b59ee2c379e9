// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/duration.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace qontroller {

namespace {

struct Unit
{
    std::string_view name;
    std::int64_t milliseconds;
};

constexpr std::array<Unit, 4> Units{{{"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};

tl::unexpected<std::string> notADuration(std::string_view text)
{
    return tl::unexpected(
        "\"" + std::string(text)
        + "\" is not a duration: write a number and ms, s, m or h, as in 250ms or 30s");
}

} // namespace

tl::expected<Duration, std::string> parseDuration(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number,
                                              std::chars_format::fixed);
    if (error != std::errc() || !std::isfinite(number) || number < 0)
        return notADuration(text);

    const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const Unit &unit : Units) {
        if (suffix != unit.name)
            continue;
        const double milliseconds = number * static_cast<double>(unit.milliseconds);
        constexpr double TenYears = 3.2e11;
        if (milliseconds > TenYears)
            return tl::unexpected("\"" + std::string(text) + "\" is too long: at most ten years");
        return Duration(std::llround(milliseconds * 1e6));
    }
    return notADuration(text);
}

std::string formatDuration(Duration duration)
{
    using namespace std::chrono_literals;
    // Not chrono's round(), which runs over near the largest duration.
    const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(duration);
    const Duration rest = duration - whole;
    const auto milliseconds = whole.count() + (rest >= 500us) - (rest <= -500us);
    if (milliseconds == 0)
        return "0s";
    for (const Unit &unit : Units) {
        if (milliseconds % unit.milliseconds == 0)
            return std::to_string(milliseconds / unit.milliseconds) + std::string(unit.name);
    }
    return {};
}

} // namespace qontroller
