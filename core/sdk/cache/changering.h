// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/sdk/cache/cached.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace qontroller {

/// The last changes of a cache, numbered from 0, for any number of readers at their own pace.
///
/// A reader is a number. One that is further behind than the ring is long has missed changes,
/// and is told so. Not thread-safe.
class ChangeRing
{
public:
    using Change = std::shared_ptr<const CacheChange<void>>;

    /// \a capacity is not 0.
    explicit ChangeRing(std::size_t capacity)
        : m_capacity(capacity)
    {}

    /// Adds \a change; gives the one that had to go for it, or null: what it keeps alive ends
    /// with the caller.
    [[nodiscard]] Change push(Change change);

    /// The number of the next change.
    [[nodiscard]] std::uint64_t end() const { return m_end; }

    struct Portion
    {
        std::vector<Change> changes; ///< oldest first
        bool hasMissed = false;      ///< there were others before
    };
    /// What came since \a position, \a most at a time; moves \a position behind it.
    [[nodiscard]] Portion read(std::uint64_t &position, std::size_t most) const;

private:
    const std::size_t m_capacity;
    std::vector<Change> m_changes; // number n stands at n modulo capacity
    std::uint64_t m_end = 0;
};

} // namespace qontroller
