// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/failurecause.h"
#include "core/engine/queue/item.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace qontroller {

/// Counts the items that are given up by what their errors have in common. An item whose cause
/// finds no place any more is counted with all such, until it fails anew. Not thread-safe.
class FailureCauses
{
public:
    /// \a item is given up: counts it where its error belongs, unless it is counted there already.
    void count(Item &item);
    /// \a item is not given up any more, or about to be destroyed.
    void forget(Item &item);

    /// In no order; those without a place last.
    [[nodiscard]] std::vector<FailureCause> all() const;

private:
    struct Tally
    {
        std::string signature;
        SharedText text;
        std::uint64_t count = 0;
        std::uint64_t parked = 0;
        TimePoint since;
        TimePoint newest;
    };
    /// The number of the tally for \a signature.
    [[nodiscard]] std::uint8_t placeFor(std::string signature);
    void enter(Item &item, ItemExtra &extra);
    void leave(ItemExtra &extra);

    static constexpr std::uint8_t Others = MostFailureCauses;
    std::array<Tally, MostFailureCauses + 1> m_tallies;
};

} // namespace qontroller
