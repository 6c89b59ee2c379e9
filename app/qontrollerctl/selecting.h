// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/snapshot.h"

#include <cstddef>
#include <vector>

namespace qontroller {

/// An object of a snapshot.
struct SelectedItem
{
    const ControllerDelta *controller = nullptr;
    const ItemRow *row = nullptr;
};

struct SelectedItems
{
    TimePoint now;
    std::vector<SelectedItem> shown; ///< sorted, no more than --limit
    std::size_t total = 0;
};

/// What the filter of \a line finds, which stands after the verb or with --filter.
[[nodiscard]] tl::expected<SelectedItems, CtlProblem> selectItems(const CtlLine &line,
                                                                  const Snapshot &snapshot);

} // namespace qontroller
