// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"

#include <cstdint>

namespace qontroller::ui {

/// Kinds of events that people look for together.
enum class EventGroup : std::uint8_t {
    Failures, ///< of attempts, and their ends
    Lists,    ///< and watches, and what follows from them
    Commands, ///< of operators, and ends of pauses
    Locks,
    Others,
};
inline constexpr int EventGroupCount = int(EventGroup::Others) + 1;
[[nodiscard]] EventGroup groupOf(EventRecord::Kind kind);

/// A set of them, a bit for each.
using EventGroups = unsigned;
[[nodiscard]] constexpr EventGroups bitOf(EventGroup group)
{
    return 1U << unsigned(group);
}

} // namespace qontroller::ui
