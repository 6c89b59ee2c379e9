// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/load/pluginsearch.h"

#include <filesystem>

namespace qontroller {

/// The folder of this program; empty if the system does not say.
[[nodiscard]] std::filesystem::path programFolder();

/// A folder that is named twice keeps its first place; being the installation's wins.
void addPluginFolder(PluginSearch &search, const std::filesystem::path &path, PluginOrigin origin);

/// The folders of $QONTROLLER_PLUGIN_PATH, then those beside this program, where its plugins are
/// in the build tree and installed.
void addInstalledPlugins(PluginSearch &search);

} // namespace qontroller
