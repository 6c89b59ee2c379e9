// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/items/itemmark.h"

/// The engine's words in the operator's language, and what they weigh.
namespace qontroller::ui {

[[nodiscard]] QString nameOf(ItemState state);
[[nodiscard]] QString nameOf(Cause cause);
[[nodiscard]] QString nameOf(Band band);
[[nodiscard]] QString nameOf(ControllerState state);
[[nodiscard]] QString nameOf(WatchState state);
[[nodiscard]] QString nameOf(EventRecord::Kind kind);

/// The causes in a set of `1 << Cause`, with commas between.
[[nodiscard]] QString namesOfCauses(std::uint16_t causes);

/// How much a state wants an operator's eye.
enum class Severity {
    Quiet,
    Normal,
    Degraded,
    Bad
};
[[nodiscard]] Severity severityOf(ItemState state);

/// Sort order: what needs a person first.
[[nodiscard]] int rankOf(ItemState state);

/// One word without spaces, the same in every language: `in-sync`, `back-off`. For
/// the filter, for icon files and settings.
[[nodiscard]] QString keyOf(ItemState state);
[[nodiscard]] QString keyOf(Band band);
[[nodiscard]] QString keyOf(Cause cause);
[[nodiscard]] QString keyOf(Mark mark);
[[nodiscard]] QString keyed(std::string_view name);

[[nodiscard]] constexpr ItemState stateAt(int index)
{
    return static_cast<ItemState>(index);
}

} // namespace qontroller::ui
