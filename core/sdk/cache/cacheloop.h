// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/ownedthread.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/storage.h"
#include "core/engine/source/sourceprogress.h"
#include "core/sdk/cache/cache.h"
#include "core/sdk/cache/cacheparts.h"
#include "core/sdk/cache/loadqueue.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// Keeps a cache like its source: lists, watches, and loads what has changed.
///
/// SourceProgress says when it lists and watches, as it does for the engine. A source's callbacks
/// put ids into the queue and nothing more, for a source may hold locks that its
/// storage wants. Loaders do the rest. Objects that could not be loaded make a list partial, which
/// says so, and it is taken up again after the back-off.
///
/// Its threads share it until they return, so nothing waits for foreign code: stop() asks, and
/// the last thread frees it, with the author's parts. Thread-safe.
class CacheLoop : public std::enable_shared_from_this<CacheLoop>
{
public:
    using Read = std::function<Fetched<void>(const Attempt &)>;

    CacheLoop(std::shared_ptr<Cache> cache, std::shared_ptr<ListerWatcher> source, Read read,
              const CacheOptions &options);

    /// Makes the threads at the first call; throws std::system_error if there are none to be had.
    void start();
    /// Asks all calls under way to stop, and returns. Stop callbacks of the author run on
    /// threads of their own, or here if no thread can be had.
    void stop();

    /// Reads \a id as it is now, puts it into the cache, and waits for that; so it waits for
    /// foreign code, until \a stop is requested. Why it failed; empty: it did not.
    [[nodiscard]] std::string load(const ObjectId &id, const std::stop_token &stop);

    [[nodiscard]] Clock &clock() const { return m_clock; }

private:
    class ListPort;
    class WatchPort;

    struct Said
    {
        bool isGone;
        Version version;
    };

    void runLists();
    void runWatch();
    void runLoads();
    /// False: it could not.
    [[nodiscard]] bool startWatch();
    /// Whether it worked.
    [[nodiscard]] bool listOnce();
    /// Waits until what it showed was loaded, and removes the rest. Why objects could not be read;
    /// empty: all could.
    [[nodiscard]] std::string conclude(const ListResult &result);
    [[nodiscard]] std::string run(const LoadQueue::Task &task);
    [[nodiscard]] std::string loadNow(const LoadQueue::Task &task);
    [[nodiscard]] WatchEnd watchOnce(const std::string &cursor);

    const std::shared_ptr<Cache> m_cache;
    const std::shared_ptr<ListerWatcher> m_source;
    const Read m_read;
    const std::shared_ptr<Clock> m_givenClock; // may be null
    Clock &m_clock;
    const int m_loaders;
    SourceProgress m_progress;
    LoadQueue m_queue;
    std::stop_source m_listStop;
    std::stop_source m_watchStop;
    std::stop_source m_loadStop;

    Mutex m_mutex;
    bool m_isListing QONTROLLER_GUARDED_BY(m_mutex) = false;
    /// What events have said since the list under way began: it may show older things.
    std::map<ObjectId, Said, std::less<>> m_said QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<OwnedThread> m_threads QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
