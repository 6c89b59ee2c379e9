// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/controllerstatus.h"
#include "core/engine/observe/controllers/latencies.h"

#include <array>
#include <memory>
#include <vector>

namespace qontroller {

enum class Measure : std::uint8_t {
    Queue,
    Work,
    StorageOk,
    StorageFailed,
    ListOk,
    ListFailed,
    AddOk,
    AddFailed,
    RemoveOk,
    RemoveFailed,
};
inline constexpr std::size_t MeasureCount = 10;

/// Keeps one controller's latencies.
///
/// Workers record into stripes of their own, so that they neither fight for cache lines nor lock
/// them; reading adds the stripes up. Lock-free, thread-safe.
class Recorder
{
public:
    Recorder();

    /// \a worker is the number of the worker that calls, which no other that lives has, or 0: the
    /// call is another thread's.
    void record(Measure measure, Duration duration, int worker);

    [[nodiscard]] LatencyBreakdown breakdown() const;
    [[nodiscard]] Latencies latencies() const;

private:
    using Stripe = std::array<SharedHistogram, MeasureCount>;

    void addTo(Histogram &target, Measure measure) const;

    std::vector<std::unique_ptr<Stripe>> m_stripes; // the first is shared
};

} // namespace qontroller
