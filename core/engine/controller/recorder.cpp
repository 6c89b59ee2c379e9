// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/recorder.h"

#include <algorithm>
#include <thread>

namespace qontroller {

Recorder::Recorder()
{
    constexpr unsigned MostStripes = 8; // 200 KB each
    m_stripes.resize(std::clamp(std::thread::hardware_concurrency() + 1, 2U, MostStripes));
    for (auto &stripe : m_stripes)
        stripe = std::make_unique<Stripe>();
}

void Recorder::record(Measure measure, Duration duration, int worker)
{
    const auto number = static_cast<std::size_t>(worker);
    const bool isAlone = number > 0 && number < m_stripes.size();
    SharedHistogram &histogram =
        (*m_stripes[isAlone ? number : 0])[static_cast<std::size_t>(measure)];
    if (isAlone)
        histogram.recordAlone(duration);
    else
        histogram.record(duration);
}

LatencyBreakdown Recorder::breakdown() const
{
    LatencyBreakdown result;
    addTo(result.queue, Measure::Queue);
    addTo(result.work, Measure::Work);
    addTo(result.storageOk, Measure::StorageOk);
    addTo(result.storageFailed, Measure::StorageFailed);
    addTo(result.listOk, Measure::ListOk);
    addTo(result.listFailed, Measure::ListFailed);
    addTo(result.addOk, Measure::AddOk);
    addTo(result.addFailed, Measure::AddFailed);
    addTo(result.removeOk, Measure::RemoveOk);
    addTo(result.removeFailed, Measure::RemoveFailed);
    return result;
}

Latencies Recorder::latencies() const
{
    Latencies result;
    addTo(result.queue, Measure::Queue);
    addTo(result.work, Measure::Work);
    for (const Measure handler :
         {Measure::AddOk, Measure::AddFailed, Measure::RemoveOk, Measure::RemoveFailed})
        addTo(result.handler, handler);
    return result;
}

void Recorder::addTo(Histogram &target, Measure measure) const
{
    for (const auto &stripe : m_stripes)
        (*stripe)[static_cast<std::size_t>(measure)].addTo(target);
}

} // namespace qontroller
