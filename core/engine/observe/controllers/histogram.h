// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace qontroller {

/// Where a histogram puts a duration: log-linear buckets, 64 to an octave, so a
/// value read back is within 0.8 % (after G. Tene's HdrHistogram). Durations from
/// 0 to 4.9 h; longer ones fall into the last bucket.
class HistogramLayout
{
public:
    static constexpr unsigned SubBits = 6;
    static constexpr unsigned Octaves = 44 - SubBits;
    static constexpr std::size_t Buckets = (Octaves + 1) << SubBits;

    [[nodiscard]] static std::size_t indexOf(Duration duration);
    /// The smallest duration in bucket \a index.
    [[nodiscard]] static Duration lowerEdge(std::size_t index);
    /// The value that stands for bucket \a index.
    [[nodiscard]] static Duration middle(std::size_t index);
};

/// A distribution of durations: a value that can be added, subtracted and asked.
/// Percentiles come from merged histograms, never from averages of percentiles.
class Histogram
{
public:
    void record(Duration duration, std::uint64_t times = 1);
    void merge(const Histogram &other);
    /// What was recorded since \a earlier, an older state of this histogram.
    [[nodiscard]] Histogram since(const Histogram &earlier) const;

    /// What buckets() and sum() of another have said.
    [[nodiscard]] static Histogram of(std::vector<std::uint64_t> buckets, Duration sum);
    /// The count of each bucket of the layout; none at all as long as nothing was recorded.
    [[nodiscard]] std::span<const std::uint64_t> buckets() const { return m_buckets; }

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] Duration sum() const { return m_sum; }
    /// \a fraction from 0 to 1, as 0.95. Zero when nothing was recorded.
    [[nodiscard]] Duration percentile(double fraction) const;
    /// How many were at most \a bound; exact for a bound itself, else within 1.6 %.
    [[nodiscard]] std::uint64_t countUpTo(Duration bound) const;

private:
    friend class SharedHistogram;

    std::vector<std::uint64_t> m_buckets; // empty until something is recorded
    std::uint64_t m_count = 0;
    Duration m_sum{};
};

/// A histogram that several threads record into and another one reads. Lock-free;
/// what is read lags behind by at most the records under way.
class SharedHistogram
{
public:
    void record(Duration duration);
    /// As record(), while no other thread records here; without locked operations.
    void recordAlone(Duration duration);
    /// Adds what was recorded here to \a target.
    void addTo(Histogram &target) const;

private:
    std::array<std::atomic<std::uint64_t>, HistogramLayout::Buckets> m_buckets{};
    std::atomic<std::uint64_t> m_sum{0};
};

} // namespace qontroller
