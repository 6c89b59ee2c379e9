// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/log/logline.h"
#include "core/engine/observe/items/objectrows.h"

#include <functional>
#include <vector>

namespace qontroller {

/// What a person has to know when the program ends, for nothing shows it any more: which removals
/// are held, and which objects were kept from theirs. A line for each controller and kind, with ten
/// ids at the most. Looks at objects until \a isOver, which ends a long look.
[[nodiscard]] std::vector<LogLine> undecided(ObjectRows &objects,
                                             const std::function<bool()> &isOver);

} // namespace qontroller
