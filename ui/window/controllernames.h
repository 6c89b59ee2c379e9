// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/livestate.h"

#include <vector>

namespace qontroller::ui {

/// The controllers \a ids as a sentence names them: by their names, or by how many they are.
[[nodiscard]] QString controllerNames(const std::vector<ControllerId> &ids, const LiveState &state);

/// The same for questions: with their hosts, also if there is only one.
[[nodiscard]] QString controllerPlaces(const std::vector<ControllerId> &ids,
                                       const LiveState &state);
/// Of one of them; empty: it is gone.
[[nodiscard]] QString placeOf(const LiveState &state, ControllerId id);

} // namespace qontroller::ui
