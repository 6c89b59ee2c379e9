// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptoptions.h"
#include "core/engine/api/controllerparts.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::script {

/// Makes the parts of a controller called \a controller. Starts nothing, but looks
/// whether the programs are there. The error is a sentence that begins with the
/// parameter that is wrong, and says what would be right.
[[nodiscard]] tl::expected<ControllerParts, std::string> makeScriptParts(
    const ScriptOptions &options, const std::string &controller);

} // namespace qontroller::script
