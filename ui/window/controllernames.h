// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/livestate.h"

#include <vector>

namespace qontroller::ui {

/// The controllers \a ids as a sentence names them: by their names, or by how many they are.
[[nodiscard]] QString controllerNames(const std::vector<ControllerId> &ids, const LiveState &state);

} // namespace qontroller::ui
