// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"
#include "core/base/callforeign.h"
#include "core/base/ownedthread.h"
#include "core/base/sourcebackoff.h"
#include "core/controller/calls.h"
#include "core/controller/incidents.h"
#include "core/controller/recorder.h"
#include "core/controller/sourcetargets.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>

namespace qontroller {

/// Lists and watches one source for as long as it lives.
///
/// Two threads: one lists, at once, every interval, and whenever a list was asked
/// for; the other watches. The list waits until the watch stands, so that no
/// change falls between, but for a second at most: a watch that comes later asks
/// for another list. Whatever the source throws or fails with is shown and tried
/// again after a back-off; so are lists that the source itself asks for again and
/// again. Thread-safe.
class SourceLoop
{
public:
    /// Gives what the threads own until they return: this loop among it.
    using Owner = std::function<std::shared_ptr<const void>()>;

    SourceLoop(ListerWatcher &source, SourceTarget &target, Calls &calls, Recorder &recorder,
               Incidents &incidents, Clock &clock, Duration resyncInterval, Owner owner);

    /// Makes the list thread, which waits for begin(); throws std::system_error.
    void start();
    void begin();
    /// No list or watch begins any more. Those under way are asked by Calls::stop().
    void stop();
    /// After stop(): waits for the threads, but not beyond \a deadline.
    void join(TimePoint deadline);

    /// Lists as soon as the list under way, if there is one, has ended; no back-off.
    void resyncNow();
    void setResyncInterval(Duration interval);

    struct Status
    {
        WatchState watch = WatchState::None;
        std::string listError;  ///< of the last list, if it failed
        std::string watchError; ///< of the watch, until it works again
        TimePoint errorAt;
    };
    [[nodiscard]] Status status() const;

private:
    class WatchPort;

    enum class Wanted : unsigned char {
        InTime,
        BySource, ///< it may have missed changes: soon, but not in a busy loop
        Now,
    };
    struct Listed
    {
        bool worked;
        Wanted wanted;
    };

    void runLists();
    void startWatch();
    /// Why it cannot; empty: it can, or there is nothing to watch.
    [[nodiscard]] std::string makeWatchThread(WatchMode mode);
    void runWatch();
    [[nodiscard]] Listed listOnce();
    [[nodiscard]] WatchEnd watchOnce(const std::string &cursor);
    void afterWatch(const WatchEnd &end, TimePoint started, SourceBackOff &backOff);
    void waitForWatch();
    void waitForNextList(TimePoint base, Duration backOff, Duration pause);
    [[nodiscard]] std::optional<std::string> waitForCursor();
    void waitUntil(TimePoint deadline);
    [[nodiscard]] bool stopping() const { return m_stopping; }

    void takeCursor(const ListResult &result) QONTROLLER_REQUIRES(m_mutex);
    /// What the source has thrown, as a text; a shortage is the controller's as well.
    [[nodiscard]] std::string take(Thrown what);
    void watchReady(bool isFromNowOn);
    /// True if nobody has asked since the last list began.
    bool requestList(Wanted wanted);
    void want(Wanted wanted) QONTROLLER_REQUIRES(m_mutex);
    void setWatchState(WatchState state);
    void setError(std::string &slot, std::string error) QONTROLLER_REQUIRES(m_mutex);

    ListerWatcher &m_source;
    SourceTarget &m_target;
    Calls &m_calls;
    Recorder &m_recorder;
    Incidents &m_incidents;
    Clock &m_clock;
    const Owner m_owner;
    WatchMode m_mode = WatchMode::None; // list thread, which starts the watch thread after it
    std::minstd_rand m_random; // list thread only

    mutable Mutex m_mutex;
    Condition m_changed;                 // anything below
    std::atomic<bool> m_stopping{false}; // changed under the mutex, looked at anywhere
    bool m_mayBegin QONTROLLER_GUARDED_BY(m_mutex) = false;
    Duration m_interval QONTROLLER_GUARDED_BY(m_mutex);
    WatchState m_watchState QONTROLLER_GUARDED_BY(m_mutex) = WatchState::None;
    /// Where the next watch begins; empty: from now on. Nothing: a list has to say it first.
    std::optional<std::string> m_cursor QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_listError QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_watchError QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_errorAt QONTROLLER_GUARDED_BY(m_mutex);
    bool m_watchStood QONTROLLER_GUARDED_BY(m_mutex) = false; // at least once
    bool m_listBegan QONTROLLER_GUARDED_BY(m_mutex) = false;
    Wanted m_wanted QONTROLLER_GUARDED_BY(m_mutex) = Wanted::InTime;

    OwnedThread m_listThread;
    OwnedThread m_watchThread QONTROLLER_GUARDED_BY(m_mutex); // started by the list thread
};

} // namespace qontroller
