// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/dice.h"
#include "core/base/threads/wait.h"

#include <stop_token>
#include <thread>

namespace qontroller::conformance {

/// When a call is asked to stop: before it begins (0), or up to 20 ms after.
[[nodiscard]] inline Duration someTimeIn(Dice &dice)
{
    constexpr std::uint64_t Longest = 20'000;
    return dice.happens(30) ? Duration::zero() : std::chrono::microseconds(dice.below(Longest));
}

/// Makes \a call with a stop token and asks it to stop some time \a after, or when
/// \a outer is requested.
template<class Call>
auto cutShort(Duration after, const std::stop_token &outer, Call call)
{
    std::stop_source stop;
    const std::stop_callback passOn(outer, [&stop] { stop.request_stop(); });
    if (after <= Duration::zero())
        stop.request_stop();
    const std::jthread cutter([&stop, after](const std::stop_token &over) {
        waitFor(SteadyClock::instance(), after, over);
        stop.request_stop();
    });
    return call(stop.get_token());
}

} // namespace qontroller::conformance
