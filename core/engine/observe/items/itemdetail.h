// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/attemptrecord.h"
#include "core/engine/observe/items/explanation.h"
#include "core/engine/observe/items/itemrow.h"

#include <vector>

namespace qontroller {

/// All that is known of one item.
struct ItemDetail
{
    ItemRow row;
    std::vector<Reason> reasons;          ///< why it was last queued
    std::vector<AttemptRecord> attempts;  ///< oldest first, the last 16; empty: it had no trouble
    std::vector<Explanation> explanation; ///< why nothing happens now, from the cause outwards
};

} // namespace qontroller
