// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/frozenscope.h"
#include "ui/state/livestate.h"

#include <set>

/// What operators are told of what they did.
namespace qontroller::ui {

using Skipped = std::map<QString, std::size_t>; ///< reason and how many

/// By an operator, and not for want of workers.
[[nodiscard]] bool isPaused(const ControllerView &view);

/// 0: all controllers.
[[nodiscard]] QString nameOfController(const LiveState &state, ControllerId id);

/// So many names stand in a sentence; of the others it says how many they are.
inline constexpr qsizetype MostNamed = 3;

/// `a, b, c, 9 more`.
[[nodiscard]] QString namesOf(const ItemRefs &items);

/// What \a verb did to \a count of \a items: by their names if that is all of them.
[[nodiscard]] QString doneSentence(ItemVerb verb, std::uint64_t count, const ItemRefs &items);

/// Whose workers \a scope wants something from.
[[nodiscard]] std::set<ControllerId> runnersOf(const FrozenScope &scope);

[[nodiscard]] QString withSkipped(const QString &sentence, const Skipped &skipped);

/// \a sentence, and which of the controllers \a ids run nothing now.
[[nodiscard]] QString withIdle(QString sentence, const std::set<ControllerId> &ids,
                               const LiveState &state);

} // namespace qontroller::ui
