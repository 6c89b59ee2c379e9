// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/histogram.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace qontroller {

namespace {

constexpr auto Relaxed = std::memory_order_relaxed;

std::uint64_t addend(Duration duration)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
}

} // namespace

std::size_t HistogramLayout::indexOf(Duration duration)
{
    const auto nanoseconds = static_cast<std::uint64_t>(
        std::max<std::int64_t>(duration.count(), 0));
    const auto width = static_cast<unsigned>(std::bit_width(nanoseconds));
    const unsigned octave = width > SubBits ? width - SubBits - 1 : 0;
    if (octave >= Octaves)
        return Buckets - 1;
    return (static_cast<std::size_t>(octave) << SubBits) + (nanoseconds >> octave);
}

Duration HistogramLayout::lowerEdge(std::size_t index)
{
    const std::size_t base = std::size_t(1) << SubBits;
    if (index < 2 * base)
        return Duration(static_cast<std::int64_t>(index));
    const std::size_t octave = (index >> SubBits) - 1;
    return Duration(static_cast<std::int64_t>((base + (index & (base - 1))) << octave));
}

Duration HistogramLayout::middle(std::size_t index)
{
    if (index + 1 >= Buckets)
        return lowerEdge(index);
    const Duration lower = lowerEdge(index);
    return lower + (lowerEdge(index + 1) - lower - Duration(1)) / 2;
}

void Histogram::record(Duration duration, std::uint64_t times)
{
    m_buckets.resize(HistogramLayout::Buckets);
    m_buckets[HistogramLayout::indexOf(duration)] += times;
    m_count += times;
    m_sum += duration * static_cast<std::int64_t>(times);
}

void Histogram::merge(const Histogram &other)
{
    if (other.m_buckets.empty())
        return;
    m_buckets.resize(HistogramLayout::Buckets);
    for (std::size_t i = 0; i < m_buckets.size(); ++i)
        m_buckets[i] += other.m_buckets[i];
    m_count += other.m_count;
    m_sum += other.m_sum;
}

Histogram Histogram::since(const Histogram &earlier) const
{
    Histogram result = *this;
    if (earlier.m_buckets.empty())
        return result;
    result.m_count = 0;
    result.m_buckets.resize(HistogramLayout::Buckets);
    for (std::size_t i = 0; i < result.m_buckets.size(); ++i) {
        result.m_buckets[i] -= std::min(result.m_buckets[i], earlier.m_buckets[i]);
        result.m_count += result.m_buckets[i];
    }
    result.m_sum -= earlier.m_sum;
    return result;
}

Histogram Histogram::of(std::vector<std::uint64_t> buckets, Duration sum)
{
    assert(buckets.empty() || buckets.size() == HistogramLayout::Buckets);
    Histogram result;
    result.m_count = std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
    result.m_buckets = std::move(buckets);
    result.m_sum = sum;
    return result;
}

Duration Histogram::percentile(double fraction) const
{
    if (m_count == 0)
        return Duration::zero();
    const double wanted = std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(m_count));
    const auto rank = std::max<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        seen += m_buckets[i];
        if (seen >= rank)
            return HistogramLayout::middle(i);
    }
    return HistogramLayout::middle(HistogramLayout::Buckets - 1);
}

std::uint64_t Histogram::countUpTo(Duration bound) const
{
    if (m_buckets.empty())
        return 0;
    std::uint64_t count = 0;
    const std::size_t last = HistogramLayout::indexOf(bound);
    for (std::size_t i = 0; i <= last; ++i)
        count += m_buckets[i];
    return count;
}

void SharedHistogram::record(Duration duration)
{
    m_buckets[HistogramLayout::indexOf(duration)].fetch_add(1, Relaxed);
    m_sum.fetch_add(addend(duration), Relaxed);
}

void SharedHistogram::recordAlone(Duration duration)
{
    std::atomic<std::uint64_t> &bucket = m_buckets[HistogramLayout::indexOf(duration)];
    bucket.store(bucket.load(Relaxed) + 1, Relaxed);
    m_sum.store(m_sum.load(Relaxed) + addend(duration), Relaxed);
}

void SharedHistogram::addTo(Histogram &target) const
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        const std::uint64_t times = m_buckets[i].load(std::memory_order_relaxed);
        if (times == 0)
            continue;
        target.m_buckets.resize(HistogramLayout::Buckets);
        target.m_buckets[i] += times;
        count += times;
    }
    target.m_count += count;
    target.m_sum += Duration(static_cast<std::int64_t>(m_sum.load(std::memory_order_relaxed)));
}

} // namespace qontroller
