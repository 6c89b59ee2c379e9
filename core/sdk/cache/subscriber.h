// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/listerwatcher.h"
#include "core/sdk/cache/cache.h"
#include "core/sdk/cache/cacheloop.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <typeindex>
#include <vector>

namespace qontroller {

/// A cache and what keeps it up to date, for all who subscribe to it. With the last of them it
/// stops its source, and waits for nothing.
class CacheHandle
{
public:
    CacheHandle(std::type_index ofObjects, std::shared_ptr<Cache> kept,
                std::shared_ptr<CacheLoop> keeper)
        : type(ofObjects)
        , cache(std::move(kept))
        , loop(std::move(keeper))
    {}
    ~CacheHandle() { loop->stop(); }
    CacheHandle(const CacheHandle &) = delete;
    CacheHandle &operator=(const CacheHandle &) = delete;

    const std::type_index type; ///< of the objects
    const std::shared_ptr<Cache> cache;
    const std::shared_ptr<CacheLoop> loop;
};

/// What a subscriber of a shared cache does without knowing the type of its objects: it is a
/// source for the engine.
///
/// list() waits for the cache's first list and then gives what the cache has; it ends as the
/// last list of the cache's own source has ended, so a controller shows what is wrong there. But
/// once one was complete, a failure makes it partial: what the cache has is good enough to work
/// with, and a failed list would be taken up again and again.
/// watch() tells of changes. The cache's source begins with the first of these calls, or with
/// start(). One subscriber may be several sources of one controller. Thread-safe.
class Subscriber : public ListerWatcher
{
public:
    explicit Subscriber(std::shared_ptr<const CacheHandle> handle)
        : m_handle(std::move(handle))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    [[nodiscard]] WatchMode watchMode() const override { return WatchMode::Live; }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

    [[nodiscard]] const std::string &name() const { return m_handle->cache->name(); }
    /// Starts the cache's source if it has not begun. Throws std::system_error if it needs more
    /// threads than there are.
    void start() const { m_handle->loop->start(); }

    /// How many objects the cache has. Stale on return.
    [[nodiscard]] std::size_t size() const { return m_handle->cache->size(); }
    /// 0 if it has no such object, or none that has a version.
    [[nodiscard]] Version versionOf(const ObjectId &id) const
    {
        return m_handle->cache->markOf(id).version;
    }
    [[nodiscard]] bool has(const ObjectId &id) const { return m_handle->cache->markOf(id).isKnown; }
    /// The ids of which \a index gives \a key, sorted. Empty if there is no such index, too.
    [[nodiscard]] std::vector<ObjectId> idsBy(std::string_view index, const std::string &key) const
    {
        return m_handle->cache->find(index, key);
    }

    /// Whether a list of its source was complete.
    [[nodiscard]] bool wasComplete() const { return m_handle->cache->wasComplete(); }
    /// … or lacked nothing but objects that could not be read.
    [[nodiscard]] bool wasListed() const { return m_handle->cache->source().wasListed; }
    /// Waits for that, but not beyond \a deadline on clock(). Starts the source.
    [[nodiscard]] bool waitUntilComplete(TimePoint deadline, const std::stop_token &stop) const;
    /// What was wrong with the last list of its source; empty: nothing, or there was none.
    [[nodiscard]] std::string listError() const;

    /// Has \a id read from the storage now, and waits until the cache has it: so this waits for
    /// foreign code, until \a stop is requested. Why it failed; empty: it did not.
    [[nodiscard]] std::string load(const ObjectId &id, const std::stop_token &stop) const;

    /// The cache's: that of CacheOptions.
    [[nodiscard]] Clock &clock() const { return m_handle->loop->clock(); }

    // For sources that are made from this one

    using TakeObject = std::function<void(const ObjectId &, const Cached<void> &)>;
    using TakeChange = std::function<void(const CacheChange<void> &)>;

    /// As list(), with what \a take gets in the place of ids. It may throw.
    [[nodiscard]] ListResult listObjects(const TakeObject &take, const std::stop_token &stop) const;
    /// Where the next change will be. What changes before the cache's first list has ended has no
    /// place: it is in that list.
    [[nodiscard]] std::uint64_t position() const { return m_handle->cache->end(); }
    /// As watch(), with what \a take gets in the place of events. It may throw. Begins with the
    /// change at \a position, and moves it on.
    WatchEnd watchChanges(std::uint64_t &position, const TakeChange &take, WatchSink &sink,
                          const std::stop_token &stop) const;
    /// … from now on.
    WatchEnd watchChanges(const TakeChange &take, WatchSink &sink,
                          const std::stop_token &stop) const;

protected:
    [[nodiscard]] const Cache &cache() const { return *m_handle->cache; }

private:
    const std::shared_ptr<const CacheHandle> m_handle;
};

} // namespace qontroller
