// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace qontroller::test {

/// Waits for other threads to make \a condition true; gives up after ten seconds.
template<class Condition>
[[nodiscard]] bool eventually(Condition condition)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace qontroller::test
