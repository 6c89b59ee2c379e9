// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/listerwatcher.h"
#include "core/sdk/cache/subscriber.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// Keeps a controller from its first run until all caches that it reads are complete.
///
/// A handler that looks into a cache which has not been filled takes what is there for all there
/// is, and deletes or makes too much. So the controller's own source is put behind this one: its
/// list waits for the first complete list of every cache, and no run begins before the first
/// list has ended. When the time is up the list fails and names what is missing; then each list
/// that the engine makes after its back-off looks again, without waiting. But a cache that lacks
/// nothing but objects that cannot be read is waited for no longer: the list is partial, and names
/// them. Once open, it stays open. Thread-safe.
class StartGate final : public ListerWatcher
{
public:
    static constexpr Duration Patience = std::chrono::minutes(2);

    using Needed = std::vector<std::shared_ptr<const Subscriber>>;

    /// \a source is the controller's own. Waits for \a patience in all, from the first list on.
    StartGate(std::shared_ptr<ListerWatcher> source, Needed needed, Duration patience = Patience);

    ListResult list(ListSink &sink, std::stop_token stop) override;
    [[nodiscard]] WatchMode watchMode() const override { return m_source->watchMode(); }
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override
    {
        return m_source->watch(sink, cursor, std::move(stop));
    }
    void takeOver() override { m_source->takeOver(); }

private:
    /// What has to be said of caches that are not complete.
    struct Missing
    {
        std::string all;  ///< … of those that were never listed; empty: each was
        std::string some; ///< … of those that lack objects which cannot be read
    };
    [[nodiscard]] Missing awaitNeeded(const std::stop_token &stop);
    [[nodiscard]] TimePoint deadline();

    const std::shared_ptr<ListerWatcher> m_source;
    const Needed m_needed;
    const Duration m_patience;
    Mutex m_mutex;
    std::optional<TimePoint> m_deadline QONTROLLER_GUARDED_BY(m_mutex); // from the first list on
};

} // namespace qontroller
