// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/clocktime.h"

#include <array>
#include <ctime>

namespace qontroller {

namespace {

using Time = std::chrono::time_point<std::chrono::system_clock, Duration>;

std::tm localTime(Time time)
{
    const auto whole = std::chrono::floor<std::chrono::seconds>(time);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
    std::tm local{};
    static_cast<void>(::localtime_r(&seconds, &local)); // no year is as large as it refuses
    return local;
}

} // namespace

std::string untilInWords(Time end, Time now)
{
    if (end == Time{})
        return {};
    const std::tm then = localTime(end);
    const std::tm today = localTime(now);
    const bool isToday = then.tm_year == today.tm_year && then.tm_yday == today.tm_yday;
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(),
                                       isToday ? " until %H:%M" : " until %Y-%m-%d %H:%M", &then)};
}

} // namespace qontroller
