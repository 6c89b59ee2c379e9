// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that steer.
namespace qontroller {

/// `workers CONTROLLER N`; without a number those that there are.
[[nodiscard]] CtlAnswer workers(const CtlLine &line, CtlHost host);
/// Shows what can be changed of a controller's options, or changes it.
[[nodiscard]] CtlAnswer options(const CtlLine &line, CtlHost host);
/// Does what the verb says to a whole controller, which is named without an id, or to objects.
[[nodiscard]] CtlAnswer steer(const CtlLine &line, CtlHost host);

} // namespace qontroller
