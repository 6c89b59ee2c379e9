// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/engine/api/controllerparts.h"
#include "core/plugins/isolation/wire/protocol.h"

#include <tl/expected.hpp>

#include <functional>

namespace qontroller::isolation {

using MakeParts = std::function<tl::expected<ControllerParts, Refusal>(const CreateRequest &)>;

/// The whole life of an isolated controller's process: makes the parts as the other end of
/// \a control asks for, and serves calls of them until that end is closed. A thread for each
/// connection. Returns the exit status of the process.
[[nodiscard]] int serveParts(UniqueFd control, const MakeParts &make);

} // namespace qontroller::isolation
