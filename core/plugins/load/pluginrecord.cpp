// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/pluginrecord.h"

namespace qontroller {

std::string_view name(PluginState state)
{
    switch (state) {
    case PluginState::Ready: return "ready";
    case PluginState::Loaded: return "loaded";
    case PluginState::Untrusted: return "untrusted";
    case PluginState::Disabled: return "disabled";
    case PluginState::Crashed: return "crashed";
    case PluginState::Refused: return "refused";
    }
    return {};
}

} // namespace qontroller
