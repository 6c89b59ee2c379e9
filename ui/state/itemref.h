// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QMetaType>

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/itemstate.h"

#include <vector>

namespace qontroller {
struct ItemRow;
}

namespace qontroller::ui {

/// An item as commands need it: by name, never by row.
struct ItemRef
{
    ControllerId controller = 0;
    ItemKey key = 0;
    ObjectId id;
    ItemState state = ItemState::InSync;
    bool absent = false;
    bool paused = false; ///< also in another state
    bool operator==(const ItemRef &) const = default;

    [[nodiscard]] static ItemRef of(ControllerId controller, const ItemRow &row);
};
using ItemRefs = std::vector<ItemRef>;

} // namespace qontroller::ui

Q_DECLARE_METATYPE(qontroller::ui::ItemRef)
