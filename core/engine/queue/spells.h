// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/keys.h"

namespace qontroller {

/// One that there was never before: where this life of the program begins to count is left to
/// chance, so it meets none of another life. Thread-safe.
[[nodiscard]] Spell newSpell();

} // namespace qontroller
