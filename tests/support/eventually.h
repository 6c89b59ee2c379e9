// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

#include <poll.h>

namespace qontroller::test {

/// Whether \a condition becomes true within \a limit; `rest(sinceBegin)` is between two looks.
template<class Condition, class Rest>
[[nodiscard]] bool comesTrue(Condition condition, std::chrono::seconds limit, Rest rest)
{
    const auto begun = std::chrono::steady_clock::now();
    for (;;) {
        const auto now = std::chrono::steady_clock::now(); // before the last look, not after it
        if (condition())
            return true;
        if (now - begun > limit)
            return false;
        rest(now - begun);
    }
}

/// Waits for other threads or processes to make \a condition true; gives up after two minutes: a
/// sanitizer on a busy machine takes ten times as long as usual, and only what never comes waits.
///
/// It looks all the time at first, so that a test sees what lasts for a moment only, and then
/// lets the processor go between two looks: Linux starves the processes of another session
/// for seconds behind a thread that does nothing but yield.
template<class Condition>
[[nodiscard]] bool eventually(Condition condition)
{
    using namespace std::chrono;
    return comesTrue(condition, seconds(120), [](nanoseconds sinceBegin) {
        if (sinceBegin < milliseconds(1))
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(microseconds(100));
    });
}

/// The same for what other processes do, which takes its time: looks every 2 ms, and gives up after
/// \a limit.
template<class Condition>
[[nodiscard]] bool comesTrue(Condition condition,
                             std::chrono::seconds limit = std::chrono::seconds(120))
{
    // Asking costs the cores that the others need.
    return comesTrue(condition, limit, [](auto) { ::poll(nullptr, 0, 2); });
}

} // namespace qontroller::test
