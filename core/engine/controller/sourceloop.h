// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/base/threads/ownedthread.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/controller/calls.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/listrecord.h"
#include "core/engine/controller/recorder.h"
#include "core/engine/controller/sourcetargets.h"
#include "core/engine/source/sourceprogress.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace qontroller {

/// Lists and watches one source for as long as it lives.
///
/// Two threads: one lists, at once, every interval, and whenever a list was asked
/// for; the other watches. SourceProgress says when. Whatever the source throws or
/// fails with is shown and tried again. Thread-safe.
class SourceLoop
{
public:
    /// Gives what the threads own until they return: this loop among it.
    using Owner = std::function<std::shared_ptr<const void>()>;

    /// Works for \a controller, which outlives its threads as all else here does. Lists in time
    /// wait as long as \a isBusy says so; null: they do not.
    SourceLoop(const std::string &controller, ListerWatcher &source, SourceTarget &target,
               Calls &calls, Recorder &recorder, Incidents &incidents, Clock &clock,
               Duration resyncInterval, Owner owner, std::function<bool()> isBusy);

    /// Makes the list thread, which waits for begin(); throws std::system_error.
    void start();
    void begin();
    /// No list or watch begins any more. Those under way are asked by Calls::stop().
    void stop();
    /// After stop(): waits for the threads, but not beyond \a deadline.
    void join(TimePoint deadline);

    /// Lists as soon as the list under way, if there is one, has ended; no back-off.
    void resyncNow();
    /// The same, after ListerWatcher::takeOver().
    void takeOver();
    void setResyncInterval(Duration interval);

    struct Status
    {
        WatchState watch = WatchState::None;
        ListStatus lists;
        std::string watchError; ///< of the watch, until it works again: it ended, or never stood
        TimePoint errorAt;
    };
    [[nodiscard]] Status status() const;
    /// Adds what its lists count.
    void addTo(Counters &counters) const;

private:
    class WatchPort;

    using Wanted = SourceProgress::Wanted;

    void runLists();
    /// False: it could not.
    [[nodiscard]] bool startWatch();
    /// Why it cannot; empty: it can, or there is nothing to watch.
    [[nodiscard]] std::string makeWatchThread(WatchMode mode);
    void runWatch();
    /// Whether it worked.
    [[nodiscard]] bool listOnce();
    /// Calls takeOver() of the source if it was asked for. Why it failed; empty: it has not.
    [[nodiscard]] std::string callTakeOver();
    [[nodiscard]] ListResult callList(ListBatch &batch);
    void endList(const ListResult &result, std::size_t objects);
    [[nodiscard]] WatchEnd watchOnce(const std::string &cursor);
    void afterWatch(const WatchEnd &end);

    /// What the source has thrown, as a text; a shortage is the controller's as well.
    [[nodiscard]] std::string take(Thrown what);
    void watchReady(bool isFromNowOn);
    void setWatchState(WatchState state);
    void setWatchError(std::string error) QONTROLLER_REQUIRES(m_mutex);
    /// Why a watch that began long ago is not ready yet; empty: there is no such watch.
    [[nodiscard]] std::string whyNotReady() const QONTROLLER_REQUIRES(m_mutex);

    const std::string &m_controller;
    ListerWatcher &m_source;
    SourceTarget &m_target;
    Calls &m_calls;
    Recorder &m_recorder;
    Incidents &m_incidents;
    Clock &m_clock;
    const Owner m_owner;
    const std::function<bool()> m_isBusy;
    SourceProgress m_progress;
    std::atomic<bool> m_takesOver = false; // the next list does

    mutable Mutex m_mutex;
    WatchState m_watchState QONTROLLER_GUARDED_BY(m_mutex) = WatchState::None;
    TimePoint m_watchBeganAt QONTROLLER_GUARDED_BY(m_mutex);
    ListRecord m_lists QONTROLLER_GUARDED_BY(m_mutex);
    std::string m_watchError QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_errorAt QONTROLLER_GUARDED_BY(m_mutex);

    OwnedThread m_listThread;
    OwnedThread m_watchThread QONTROLLER_GUARDED_BY(m_mutex); // started by the list thread
};

} // namespace qontroller
