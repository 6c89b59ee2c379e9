// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How a journal writes ids into one column, whatever bytes are in them.
namespace qontroller {

[[nodiscard]] std::string packed(std::span<const ObjectId> ids);
/// Nothing: it is not what packed() gave.
[[nodiscard]] std::optional<Ids> unpacked(std::string_view bytes);
/// Spells are written with 8 bytes each.
[[nodiscard]] std::string packed(std::span<const Spell> spells);
[[nodiscard]] std::vector<Spell> unpackedSpells(std::string_view bytes);
/// What is in \a column, with zeros.
[[nodiscard]] std::string bytesOf(const SQLite::Column &column);

} // namespace qontroller
