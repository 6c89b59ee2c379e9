// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/incidents.h"
#include "core/engine/controller/refusedids.h"
#include "core/engine/observe/items/knownitem.h"
#include "core/engine/queue/workqueue.h"

#include <cstddef>
#include <vector>

namespace qontroller {

/// Puts what is known of ids into a queue before its first list, a few hundred for each hold
/// of its lock. For one thread.
class KnownBatch final : public KnownSink
{
public:
    KnownBatch(WorkQueue &queue, Clock &clock)
        : m_queue(queue)
        , m_clock(clock)
    {}

    void add(KnownItem item) override;
    void pause(const KnownPause &pause) override;
    void goOn(const KnownWave &wave) override;
    /// All are in. What could not be is counted and shown.
    void end(Incidents &incidents);

private:
    static constexpr std::size_t MostItems = 256;

    void flush();

    WorkQueue &m_queue;
    Clock &m_clock;
    std::vector<KnownItem> m_items;
    RefusedIds m_refused;
};

} // namespace qontroller
