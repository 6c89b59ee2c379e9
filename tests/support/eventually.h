// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

#include <poll.h>

namespace qontroller::test {

/// Waits for other threads or processes to make \a condition true; gives up after thirty seconds:
/// a sanitizer on a busy machine takes ten times as long as usual, and only what never comes waits.
///
/// It looks all the time at first, so that a test sees what lasts for a moment only, and then
/// lets the processor go between two looks: Linux starves the processes of another session
/// for seconds behind a thread that does nothing but yield.
template<class Condition>
[[nodiscard]] bool eventually(Condition condition)
{
    using namespace std::chrono;
    constexpr auto Busy = milliseconds(1);
    constexpr auto Pause = microseconds(100);
    const auto begun = steady_clock::now();
    const auto deadline = begun + seconds(30);
    for (;;) {
        const auto now = steady_clock::now(); // before the last look, not after it
        if (condition())
            return true;
        if (now > deadline)
            return false;
        if (now - begun < Busy)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(Pause);
    }
}

/// The same for what other processes do, which takes its time: looks every 2 ms, and gives up after
/// \a limit.
template<class Condition>
[[nodiscard]] bool comesTrue(Condition condition,
                             std::chrono::seconds limit = std::chrono::seconds(30))
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        ::poll(nullptr, 0, 2); // asking costs the cores that the others need
    }
    return true;
}

} // namespace qontroller::test
