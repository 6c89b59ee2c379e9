// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/api/controllerplugin.h"
#include "core/plugins/load/pluginmetadata.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller {

/// Reads and judges a file's metadata. Runs none of its code and does not map it.
[[nodiscard]] MetadataReading inspectLibrary(const std::string &file);

/// Why a plugin cannot be used.
struct PluginFault
{
    std::string text;
    bool isThrown = false; ///< by its code, which says nothing of what it was asked for
};

/// A plugin in memory. It stays there until the process ends, whatever becomes of
/// this value: unloading would take away code that its objects still call.
struct LoadedPlugin
{
    ControllerPlugin *controller = nullptr; ///< null unless the kind is Controller
    LockerPlugin *locker = nullptr;         ///< null unless the kind is Locker
};

/// Judges \a file again, then loads it. Here its code runs for the first time. The
/// error ends a sentence that begins with the file's name.
[[nodiscard]] tl::expected<LoadedPlugin, PluginFault> loadLibrary(const std::string &file);

} // namespace qontroller
