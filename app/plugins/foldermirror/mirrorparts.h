// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirror.h"
#include "core/engine/api/controllerparts.h"
#include "core/engine/api/options.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::foldermirror {

/// Makes the parts of a controller that keeps a target folder equal to a source
/// folder. Changes nothing on the disk. The error is a sentence that names the
/// parameter and says what would be right.
[[nodiscard]] tl::expected<ControllerParts, std::string> makeMirrorParts(
    const MirrorOptions &mirror, const ControllerOptions &controller);

} // namespace qontroller::foldermirror
