// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/itemstate.h"

namespace qontroller {

struct ItemRow;

/// Neither an operator nor another host decides whether an object of \a state runs.
[[nodiscard]] bool runsByItself(ItemState state);

/// \a row is one of those that Gauges::givenUp counts, and ControllerView::failures by cause.
[[nodiscard]] bool countsAsGivenUp(const ItemRow &row);

} // namespace qontroller
