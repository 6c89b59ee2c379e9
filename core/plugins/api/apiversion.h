// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// The version of core/engine/api and core/plugins/api that this program has. A plugin that
/// asks for the same major and no higher minor number works with it.
inline constexpr int PluginApiMajor = 3;
inline constexpr int PluginApiMinor = 0;

} // namespace qontroller
