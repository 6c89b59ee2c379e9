// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/givenup.h"

#include "core/engine/observe/items/itemrow.h"

namespace qontroller {

bool runsByItself(ItemState state)
{
    switch (state) {
    case ItemState::Held:
    case ItemState::Paused:
    case ItemState::Ignored:
    case ItemState::Elsewhere: return false;
    default: return true;
    }
}

// An older host does not tell what is given up while it is tried once more.
bool countsAsGivenUp(const ItemRow &row)
{
    const bool isNow = row.state == ItemState::Failed || row.state == ItemState::Parked;
    return isNow || (row.givenUp && runsByItself(row.state));
}

} // namespace qontroller
