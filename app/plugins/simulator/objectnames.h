// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace qontroller::simulator {

/// The id of object number \a object, as a computing centre would name its servers: `web-001`.
[[nodiscard]] ObjectId idOf(std::uint32_t object);

/// The number in \a id; nothing if idOf() would not give it.
[[nodiscard]] std::optional<std::uint32_t> objectOf(std::string_view id);

} // namespace qontroller::simulator
