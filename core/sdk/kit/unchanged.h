// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/reconciler.h"

#include <functional>
#include <memory>
#include <unordered_map>

namespace qontroller {

/// Spares a handler the resync of objects that have not changed since it was done with them.
///
/// A run that only a resync has asked for is left out if the object has the version at which the
/// handler last said Done(), and that is not long ago: a world that others change is looked at
/// now and then all the same. Any other outcome, another cause, or an object without a version
/// is no reason to leave a run out. Thread-safe.
class Unchanged
{
public:
    struct Options
    {
        /// After this an object is looked at although it has not changed.
        Duration recheck = std::chrono::minutes(10);
        /// Null: the machine's. Outlives it.
        Clock *clock = nullptr;
    };
    using VersionOf = std::function<Version(const ObjectId &)>;

    /// \a versionOf is asked before the object is read: SharedCache::versionOf(), or a number in
    /// which the versions of all that the handler reads come together. 0: it cannot be told.
    explicit Unchanged(VersionOf versionOf);
    Unchanged(VersionOf versionOf, Options options);

    /// Nothing is left out before it was done once more.
    void forgetAll();

    [[nodiscard]] static std::shared_ptr<Reconciler> guard(std::shared_ptr<Unchanged> unchanged,
                                                           std::shared_ptr<Reconciler> reconciler);

private:
    class GuardedReconciler;

    struct Seen
    {
        Version done = 0;    ///< at which the handler was done; 0: it was not
        Version reading = 0; ///< of the run under way
        TimePoint at;
    };

    void beginReading(const ObjectId &id);
    /// Whether the run is left out. If not, nothing counts as done before its end.
    [[nodiscard]] bool leaveOut(const Attempt &attempt);
    void end(const ObjectId &id, const Outcome &outcome);
    void forget(const ObjectId &id);

    const VersionOf m_versionOf;
    const Options m_options;
    Clock &m_clock;
    mutable Mutex m_mutex;
    std::unordered_map<ObjectId, Seen> m_seen QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
