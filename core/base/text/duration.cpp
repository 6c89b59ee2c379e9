// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/duration.h"

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

constexpr std::array<Unit, 5> Units{
    {{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1000}, {"ms", 1}}};

tl::unexpected<std::string> notADuration(std::string_view text)
{
    return tl::unexpected(
        "\"" + std::string(text)
        + "\" is not a duration: write a number and ms, s, m, h or d, as in 250ms or 30s");
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

std::string spanInWords(Duration age)
{
    struct Pair
    {
        std::int64_t whole; // seconds
        std::int64_t part;  // seconds; 0: none
        const char *wholeName;
        const char *partName;
    };
    static constexpr std::array<Pair, 4> Pairs{
        {{86400, 3600, "d", "h"}, {3600, 60, "h", "m"}, {60, 1, "m", "s"}, {1, 0, "s", ""}}};
    using Tenths = std::chrono::duration<std::int64_t, std::deci>;
    const std::int64_t tenths = std::chrono::duration_cast<Tenths>(age).count();
    if (tenths < 0)
        return '-' + spanInWords(-Tenths(tenths));
    const std::int64_t seconds = tenths / 10;
    for (const Pair &pair : Pairs) {
        if (seconds < pair.whole)
            continue;
        std::string text = std::to_string(seconds / pair.whole) + pair.wholeName;
        const std::int64_t rest = pair.part == 0 ? 0 : seconds % pair.whole / pair.part;
        return rest == 0 ? text : text + ' ' + std::to_string(rest) + pair.partName;
    }
    return "0." + std::to_string(tenths) + "s";
}

std::string lengthInWords(Duration length)
{
    using Tenths = std::chrono::duration<std::int64_t, std::deci>;
    if (length < std::chrono::seconds(1))
        return formatDuration(length);
    const auto whole = std::chrono::duration_cast<Tenths>(length); // round() may run over
    const std::int64_t tenths = whole.count() + (length - whole >= std::chrono::milliseconds(50));
    std::string text;
    const auto add = [&text](std::int64_t count, const char *unit, std::int64_t tenth = 0) {
        if (count == 0 && tenth == 0)
            return;
        text += (text.empty() ? "" : " ") + std::to_string(count)
                + (tenth == 0 ? "" : '.' + std::to_string(tenth)) + unit;
    };
    add(tenths / 864'000, "d");
    add(tenths / 36'000 % 24, "h");
    add(tenths / 600 % 60, "m");
    add(tenths / 10 % 60, "s", tenths % 10);
    return text;
}

std::string comesInWords(Duration left)
{
    return left <= Duration::zero() ? "now" : "in " + spanInWords(left);
}

} // namespace qontroller
