// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/itemref.h"

#include "core/engine/observe/items/itemrow.h"

namespace qontroller::ui {

ItemRef ItemRef::of(ControllerId controller, const ItemRow &row)
{
    return {controller, row.key, row.id, row.state, row.absent, row.paused};
}

} // namespace qontroller::ui
