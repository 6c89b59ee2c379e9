// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/engine/api/error.h"
#include "core/members/run/operationmover.h"

#include <tl/expected.hpp>

#include <memory>

namespace qontroller::consist {

/// Makes parts that a host can run from those of a consist controller: \a parts as
/// makeConsistController() gave them. They keep \a mover. The error says what is wrong with its
/// options, or that a controller of its adapter's name runs already.
[[nodiscard]] tl::expected<ControllerParts, Error> runConsist(
    ControllerParts parts, const std::shared_ptr<OperationMover> &mover);

} // namespace qontroller::consist
