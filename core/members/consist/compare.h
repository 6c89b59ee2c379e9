// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/anyadapter.h"

#include <functional>
#include <vector>

namespace qontroller::consist {

/// What has to be done so that what is becomes what should be. Each list in the order of ids.
struct Difference
{
    std::vector<AnyItem> create;    ///< expected only
    std::vector<AnyItem> update;    ///< the expected ones of those that differ
    std::vector<AnyItem> outdated;  ///< the current ones of those, one for each of \a update
    std::vector<AnyItem> unchanged; ///< the expected ones of those that are equal
    std::vector<AnyItem> found;     ///< the current ones of those, one for each of \a unchanged
    std::vector<AnyItem> remove;    ///< current only
};

using ItemsEqual = std::function<bool(const AnyItem &, const AnyItem &)>;

/// Compares by id. The error is a sentence: an item without an id, an employee without a name,
/// two items of one id.
[[nodiscard]] tl::expected<Difference, Error> compare(std::vector<AnyItem> expected,
                                                      std::vector<AnyItem> current,
                                                      const ItemsEqual &isEqual);

} // namespace qontroller::consist
