// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/controllerview.h"

namespace qontroller {

std::string_view name(ControllerState state)
{
    switch (state) {
    case ControllerState::Starting: return "Starting";
    case ControllerState::Running: return "Running";
    case ControllerState::Paused: return "Paused";
    case ControllerState::Draining: return "Draining";
    case ControllerState::Stopped: return "Stopped";
    }
    return {};
}

std::string_view name(WatchState state)
{
    switch (state) {
    case WatchState::None: return "none";
    case WatchState::Starting: return "starting";
    case WatchState::Live: return "live";
    case WatchState::Retrying: return "retrying";
    }
    return {};
}

} // namespace qontroller
