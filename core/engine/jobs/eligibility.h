// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/jobs/job.h"

#include <string_view>

namespace qontroller {

struct ItemRow;
struct NamedController;

/// Why a job leaves an object out; empty: it does not. \a row is null if the object is not known.
[[nodiscard]] std::string_view skipReason(ItemVerb verb, const ItemRow *row);

/// … if its turn comes after it was meant, in the spell \a meant of a command for one.
[[nodiscard]] std::string_view skipReason(ItemVerb verb, const ItemRow *row, Spell meant);

/// The one that \a verb means \a row in; 0: whatever it is in.
[[nodiscard]] Spell spellOf(ItemVerb verb, const ItemRow &row);

/// Why the run that was asked for of an object cannot begin now, until a person does something;
/// empty: it can, or has begun.
[[nodiscard]] std::string_view blockReason(const NamedController &controller, const ItemRow &row);

inline constexpr std::string_view NotKnownReason = "not known";
inline constexpr std::string_view NoIdReason = "no id: one has 1 to 65536 bytes";

} // namespace qontroller
