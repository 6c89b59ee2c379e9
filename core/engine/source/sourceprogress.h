// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/source/sourcebackoff.h"

#include <atomic>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace qontroller {

/// What the thread that lists a source and the thread that watches it must know of each other:
/// when the next list is due, and where the next watch begins.
///
/// The first list waits until a live watch stands, so that no change falls between, but for a
/// second at most: a watch that stands later asks for another list. A source without cursors is
/// watched from now on. Failures are tried again after a back-off, and so are lists that the
/// source itself asks for again and again. Thread-safe.
class SourceProgress
{
public:
    enum class Wanted : unsigned char {
        InTime,
        BySource, ///< it may have missed changes: soon, but not in a busy loop
        Now,
    };

    /// Lists every \a interval, a tenth more or less. \a clock outlives it.
    SourceProgress(Clock &clock, Duration interval);

    void begin();
    /// Ends all waiting; nothing is listed or watched any more.
    void stop();
    [[nodiscard]] bool stopping() const { return m_stopping; }

    void setInterval(Duration interval);
    /// Before the watch's thread starts, and None if it cannot be started.
    void setMode(WatchMode mode);
    [[nodiscard]] WatchMode mode() const;

    /// True if this is the first wish since the last list began.
    bool want(Wanted wanted);

    /// \name The thread that lists
    /// @{
    /// Returns after begin(), or after stop().
    void waitToBegin();
    /// Calls \a listOnce, which says whether it worked, whenever a list is due, until stop(). Calls
    /// \a startWatch before, and before each list again while it says that it could not. The first
    /// list waits for a live watch. The next comes after a back-off if the last one failed; after
    /// one of its own if the source had asked for it and asks again. Only Wanted::Now goes before
    /// both. A list in time waits as long as \a isBusy says so, if there is one.
    void runLists(const std::function<bool()> &startWatch, const std::function<bool()> &listOnce,
                  const std::function<bool()> &isBusy = nullptr);
    /// Takes the cursor of \a result, where the next watch begins.
    void endList(const ListResult &result);
    /// @}

    /// \name The thread that watches
    /// @{
    /// Calls \a watchOnce with a cursor (empty: from now on) whenever a watch may begin, until
    /// stop().
    void runWatches(const std::function<WatchEnd(const std::string &)> &watchOnce);
    void watchReady(bool isFromNowOn);
    void setCursor(std::string_view cursor);
    /// @}

private:
    /// Returns when a live watch stands, after a second at most.
    void waitForWatch();
    /// What has asked for the list that begins now.
    [[nodiscard]] Wanted beginList();
    void waitForNextList(bool worked, Wanted reason);
    /// … or something asks for a list.
    void waitWhile(const std::function<bool()> &isBusy);
    /// Nothing: it is to stop.
    [[nodiscard]] std::optional<std::string> waitForCursor();
    /// Asks for a list if the next watch cannot begin where this one, begun at \a started, has
    /// ended. Returns when it may begin.
    void endWatch(const WatchEnd &end, TimePoint started);

    Clock &m_clock;
    std::minstd_rand m_random;     // the thread that lists
    SourceBackOff m_listFailures;  // the thread that lists
    SourceBackOff m_requests;      // the thread that lists
    SourceBackOff m_watchFailures; // the thread that watches

    mutable Mutex m_mutex;
    Condition m_changed;                 // anything below
    std::atomic<bool> m_stopping{false}; // changed under the mutex, looked at anywhere
    bool m_mayBegin QONTROLLER_GUARDED_BY(m_mutex) = false;
    Duration m_interval QONTROLLER_GUARDED_BY(m_mutex);
    WatchMode m_mode QONTROLLER_GUARDED_BY(m_mutex) = WatchMode::None;
    /// Where the next watch begins; empty: from now on. Nothing: a list has to say it first.
    std::optional<std::string> m_cursor QONTROLLER_GUARDED_BY(m_mutex);
    bool m_watchStood QONTROLLER_GUARDED_BY(m_mutex) = false; // at least once
    bool m_listBegan QONTROLLER_GUARDED_BY(m_mutex) = false;
    Wanted m_wanted QONTROLLER_GUARDED_BY(m_mutex) = Wanted::InTime;
};

} // namespace qontroller
