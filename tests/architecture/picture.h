// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "layers.h"

#include <string>

namespace qontroller::architecture {

/// The layers of the programs as an SVG picture: a box for each wing of core, each part of app
/// and the window, above all that it may include. An arrow says that one may include another; one
/// that follows from others is left out. Tests, resources and the installer are not in it. The same
/// table, the same text.
[[nodiscard]] std::string pictureOf(std::span<const Layer> layers);

} // namespace qontroller::architecture
