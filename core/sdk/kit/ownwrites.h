// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/reconciler.h"
#include "core/sdk/cache/subscriber.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// What the versions of a source say of time.
enum class VersionOrder : std::uint8_t {
    Growing,   ///< a later content has a higher version: numbers that count, times
    Unordered, ///< another content has another version: hashes
};

/// Keeps a handler from acting on a cache that is older than what it has written itself.
///
/// A handler makes an object and is called again before its cache has heard of it: so it makes a
/// second one. It therefore says what it wrote, and for which of its ids; and that id waits until
/// the caches show as much, or until a time is up and the objects are read from their storage.
/// With VersionOrder::Unordered only the very version counts as seen, so a write that is
/// overtaken by another is waited for until the time is up. Thread-safe.
class OwnWrites
{
public:
    struct Options
    {
        /// How long the caches are waited for. Then what was written is read from the storage.
        Duration patience = std::chrono::seconds(10);
        VersionOrder order = VersionOrder::Growing;
    };

    OwnWrites();
    explicit OwnWrites(Options options);

    /// On behalf of \a id, \a object of \a cache now has \a version, and that is not 0.
    void wrote(const ObjectId &id, std::shared_ptr<const Subscriber> cache, ObjectId object,
               Version version);
    /// … was deleted. One that is made anew at once under the same id is waited for in vain.
    void removed(const ObjectId &id, std::shared_ptr<const Subscriber> cache, ObjectId object);

    /// What to say in the place of a run for \a attempt; nothing: it may go on, for the caches
    /// are up to date. When the time is up this reads the objects, so it waits for foreign code.
    [[nodiscard]] std::optional<Outcome> hold(const Attempt &attempt);

    /// Whether something was written for \a id that the caches have not been seen to show.
    [[nodiscard]] bool isPending(const ObjectId &id) const;
    void forget(const ObjectId &id);

    /// \a reconciler, whose handler runs only when hold() has nothing to say. The object is read
    /// anew then.
    [[nodiscard]] static std::shared_ptr<Reconciler> guard(std::shared_ptr<OwnWrites> writes,
                                                           std::shared_ptr<Reconciler> reconciler);

private:
    struct Write
    {
        std::shared_ptr<const Subscriber> cache;
        ObjectId object;
        Version version; ///< 0: it was deleted
        TimePoint deadline;
    };
    using Writes = std::vector<Write>;

    void note(const ObjectId &id, Write write);
    [[nodiscard]] bool isSeen(const Write &write) const;
    /// Takes those out that are seen; the others.
    [[nodiscard]] Writes unseen(const ObjectId &id);

    const Options m_options;
    mutable Mutex m_mutex;
    std::unordered_map<ObjectId, Writes> m_writes QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
