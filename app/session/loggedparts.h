// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/controllerspec.h"

namespace qontroller {

/// Has the controller of \a spec log at LogLevel::Debug each object that was added or removed, as
/// many as LineBudget allows, and how many were left out. Changes nothing if that level is not
/// logged.
void logObjects(ControllerSpec &spec);

} // namespace qontroller
