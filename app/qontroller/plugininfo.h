// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plugins/load/pluginrecord.h"
#include "ui/applicationport.h"

namespace qontroller {

/// A record as the window shows it, with the verdict in words.
[[nodiscard]] ui::PluginInfo pluginInfo(const PluginRecord &record);

} // namespace qontroller
