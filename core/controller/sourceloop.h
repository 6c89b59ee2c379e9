// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/listerwatcher.h"
#include "core/base/callforeign.h"
#include "core/base/clock.h"
#include "core/controller/incidents.h"
#include "core/controller/recorder.h"
#include "core/controller/sourcebackoff.h"
#include "core/controller/sourcetargets.h"

#include <optional>
#include <random>
#include <string>
#include <thread>

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
    SourceLoop(ListerWatcher &source, SourceTarget &target, Recorder &recorder,
               Incidents &incidents, Clock &clock, Duration resyncInterval, std::stop_source stop);
    /// Requests the stop and joins.
    ~SourceLoop();

    void start();
    void join();

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
    void runWatch();
    [[nodiscard]] Listed listOnce();
    [[nodiscard]] WatchEnd watchOnce(const std::string &cursor);
    void afterWatch(const WatchEnd &end, TimePoint started, SourceBackOff &backOff);
    void waitForWatch();
    void waitForNextList(TimePoint base, Duration backOff, Duration pause);
    [[nodiscard]] std::optional<std::string> waitForCursor();
    void waitUntil(TimePoint deadline);
    [[nodiscard]] bool stopping() const { return m_stop.stop_requested(); }

    /// What the source has thrown, as a text; a shortage is the controller's as well.
    [[nodiscard]] std::string take(Thrown what);
    void watchReady();
    /// True if nobody has asked since the last list began.
    bool requestList(Wanted wanted);
    void want(Wanted wanted) QONTROLLER_REQUIRES(m_mutex);
    void setWatchState(WatchState state);
    void setError(std::string &slot, std::string error) QONTROLLER_REQUIRES(m_mutex);

    ListerWatcher &m_source;
    SourceTarget &m_target;
    Recorder &m_recorder;
    Incidents &m_incidents;
    Clock &m_clock;
    WatchMode m_mode = WatchMode::None; // list thread, which starts the watch thread after it
    std::stop_source m_stop;
    std::minstd_rand m_random; // list thread only

    mutable Mutex m_mutex;
    Condition m_changed; // anything below, or a stop request
    Duration m_interval QONTROLLER_GUARDED_BY(m_mutex);
    WatchState m_watchState QONTROLLER_GUARDED_BY(m_mutex) = WatchState::None;
    std::optional<std::string> m_cursor QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_listError QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_watchError QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_errorAt QONTROLLER_GUARDED_BY(m_mutex);
    bool m_watchStood QONTROLLER_GUARDED_BY(m_mutex) = false; // at least once
    bool m_listBegan QONTROLLER_GUARDED_BY(m_mutex) = false;
    Wanted m_wanted QONTROLLER_GUARDED_BY(m_mutex) = Wanted::InTime;

    std::thread m_listThread;
    std::thread m_watchThread; // started by the list thread
};

} // namespace qontroller
