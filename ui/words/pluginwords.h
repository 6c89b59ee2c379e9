// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/applicationport.h"

#include "core/engine/observe/items/itemstate.h"

/// Plugins as they are shown and copied.
namespace qontroller::ui {

[[nodiscard]] QString nameOf(PluginInfo::Verdict verdict);
[[nodiscard]] QString nameOf(PluginInfo::Kind kind);
/// The state of items whose icon means the same.
[[nodiscard]] ItemState iconStateOf(PluginInfo::Verdict verdict);

/// Everything about the plugins and the program that an author needs to help, as text
/// in English. No parameters stand in it.
[[nodiscard]] QString pluginDiagnostics(const QList<PluginInfo> &plugins);

} // namespace qontroller::ui
