// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <functional>
#include <memory>
#include <thread>

namespace qontroller {

/// A thread that may never return, because foreign code that it calls does not.
///
/// It shares the ownership of what it touches until it returns, so nothing is freed
/// under it, and a thread that returns is joined. One thread at a time uses an object;
/// hasEnded() is for any.
class OwnedThread
{
public:
    OwnedThread() = default;
    /// Calls \a body on a new thread, which then lets go of \a owned. Throws
    /// std::system_error if no thread can be had.
    OwnedThread(std::shared_ptr<const void> owned, std::function<void()> body);
    OwnedThread(OwnedThread &&) noexcept = default;
    OwnedThread &operator=(OwnedThread &&other) noexcept;
    /// Joins a thread that has ended, leaves another to itself; never waits for \a body.
    ~OwnedThread();

    /// Whether the calling thread is one. For signal handlers, too.
    [[nodiscard]] static bool isCurrent();
    /// For whom the calling thread works from now on. \a name outlives it.
    static void setCurrentWork(const char *name) noexcept;
    /// Null: it was not said. For signal handlers, too.
    [[nodiscard]] static const char *currentWork() noexcept;

    [[nodiscard]] bool hasEnded() const;
    /// Waits for the end of the thread, but not beyond \a deadline. True if it has ended
    /// or was never started.
    [[nodiscard]] bool join(Clock &clock, TimePoint deadline);

private:
    struct State
    {
        Mutex mutex;
        Condition ended;
        bool hasEnded QONTROLLER_GUARDED_BY(mutex) = false;
    };

    void letGo();

    std::shared_ptr<State> m_state;
    std::thread m_thread;
};

} // namespace qontroller
