// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qontroller::ui {

/// Where an item is in the store, for as long as it is there.
using Slot = std::uint32_t;

/// Counts the commits of a store that have changed something.
using Edition = std::uint32_t;

/// What one commit() of the store changed.
struct ItemChanges
{
    std::vector<Slot> added;
    std::vector<Slot> changed;
    std::vector<Slot> removed;
    [[nodiscard]] std::size_t count() const
    {
        return added.size() + changed.size() + removed.size();
    }
};

} // namespace qontroller::ui
