// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"
#include "core/sdk/cache/caches.h"
#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"
#include "core/sdk/testing/scriptedsource.h"
#include "eventually.h"
#include "latch.h"
#include "printing.h"

#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace qontroller::test {

/// What the caches of these tests hold.
struct Thing
{
    std::string color;
    std::string room;
    std::uint64_t generation = 0;

    friend bool operator==(const Thing &, const Thing &) = default;
};

/// A storage in the test's hand. Thread-safe.
class ThingStorage final : public Storage<Thing>
{
public:
    using Script = std::function<std::optional<Fetched<Thing>>(const Attempt &)>;

    void put(const ObjectId &id, Thing thing)
    {
        const std::lock_guard lock(m_mutex);
        m_things[id] = std::move(thing);
    }
    void drop(const ObjectId &id)
    {
        const std::lock_guard lock(m_mutex);
        m_things.erase(id);
    }
    /// Asked first; nothing: the usual answer.
    void onGet(Script script)
    {
        const std::lock_guard lock(m_mutex);
        m_script = std::move(script);
    }
    [[nodiscard]] int gets() const
    {
        const std::lock_guard lock(m_mutex);
        return m_gets;
    }

    Fetched<Thing> get(const Attempt &attempt) override
    {
        Script script;
        {
            const std::lock_guard lock(m_mutex);
            ++m_gets;
            script = m_script;
        }
        if (script) {
            if (auto answer = script(attempt))
                return *std::move(answer);
        }
        const std::lock_guard lock(m_mutex);
        const auto place = m_things.find(attempt.id);
        return place == m_things.end()
                   ? Fetched<Thing>::gone()
                   : Fetched<Thing>::found(std::make_shared<const Thing>(place->second));
    }

private:
    mutable std::mutex m_mutex;
    std::map<ObjectId, Thing> m_things;
    Script m_script;
    int m_gets = 0;
};

/// A world of things with a source and a storage, and the shared caches of them. Change the
/// public members, then open().
class CacheRig
{
public:
    ~CacheRig()
    {
        for (Latch &latch : m_latches)
            latch.open();
        if (!eventually([this] { return source.use_count() == 1; })) // of a loop that has ended
            qFatal("a cache still runs");
    }

    /// For each cache an owner of it: else what the threads of one did to it would not have happened
    /// before its end.
    [[nodiscard]] std::shared_ptr<Clock> sharedClock() const { return m_clock; }
    /// A latch that is opened before the rig goes.
    [[nodiscard]] Latch &latch() { return m_latches.emplace_back(); }

    /// The thing is there, and the watch says so.
    void put(const ObjectId &id, Thing thing, Version version = 0)
    {
        storage->put(id, std::move(thing));
        source->modified(id, version);
    }
    /// … and nothing says so.
    void putSilently(const ObjectId &id, Thing thing, Version version = 0)
    {
        storage->put(id, std::move(thing));
        source->put(id, version);
    }
    void drop(const ObjectId &id)
    {
        storage->drop(id);
        source->deleted(id);
    }

    [[nodiscard]] std::shared_ptr<SharedCache<Thing>> open(const std::string &name = "things")
    {
        return *caches.open<Thing>(name, [this] {
            ++made;
            CacheParts<Thing> parts{source, storage};
            parts.indexes = {{"room", [](const ObjectId &, const Thing &thing) {
                                  return std::vector<std::string>{thing.room};
                              }}};
            parts.options = options;
            parts.options.clock = m_clock;
            parts.hash = hash;
            return parts;
        });
    }
    /// … and waits for its first list and its watch.
    [[nodiscard]] std::shared_ptr<SharedCache<Thing>> openAndList()
    {
        auto cache = open();
        cache->start();
        if (!eventually([&] { return cache->wasComplete() && source->watchStands(); }))
            qWarning("the cache is not complete");
        return cache;
    }
    /// Has the source listed once more.
    [[nodiscard]] bool relist()
    {
        const int lists = source->listsEnded();
        return eventually([&] {
            if (source->listsEnded() > lists)
                return true;
            if (const TimePoint next = clock.nextDeadline(); next != TimePoint::max())
                clock.advance(next - clock.now());
            return false;
        });
    }

    std::shared_ptr<ScriptedSource> source = std::make_shared<ScriptedSource>();
    std::shared_ptr<ThingStorage> storage = std::make_shared<ThingStorage>();
    std::function<std::uint64_t(const Thing &)> hash;
    CacheOptions options{.resyncInterval = std::chrono::hours(1)};
    int made = 0; ///< caches

private:
    const std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>();
    std::deque<Latch> m_latches;

public:
    ManualClock &clock = *m_clock;
    Caches caches;
};

} // namespace qontroller::test
