// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/plugins/load/pluginmetadata.h"
#include "core/plugins/load/pluginsearch.h"

#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

enum class PluginState : unsigned char {
    Ready, ///< judged usable; not loaded before a controller needs it
    Loaded,
    Untrusted, ///< the operator has not agreed to this file with this content
    Disabled,  ///< by --disable-plugin, --safe-mode or an operator's decision
    Crashed,   ///< programs ended while it was loaded or started, and no operator forgave it
    Refused,
};

/// One word: `untrusted`.
[[nodiscard]] std::string_view name(PluginState state);

/// What is known of one file, for the program and for Manage Plugins.
struct PluginRecord
{
    std::string file; ///< absolute
    PluginOrigin origin = PluginOrigin::Installation;
    PluginMetadata metadata;
    PluginState state = PluginState::Refused;
    std::string sentence;             ///< why it cannot be used, and what would help
    std::string distrust;             ///< while Untrusted: why alone, the middle of a sentence
    std::string sha256;               ///< of what was looked at last; empty: unreadable
    std::optional<Duration> loadTime; ///< nothing: it was not loaded

    [[nodiscard]] bool isUsable() const
    {
        return state == PluginState::Ready || state == PluginState::Loaded;
    }
};

} // namespace qontroller
