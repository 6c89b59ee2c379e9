// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that steer.
namespace qontroller {

/// `workers CONTROLLER N`; without a number those that there are.
[[nodiscard]] CtlAnswer workers(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer resync(const CtlLine &line, CtlHost host);
/// Shows what can be changed of a controller's options, or changes it.
[[nodiscard]] CtlAnswer options(const CtlLine &line, CtlHost host);
/// Pauses a whole controller, which is named without an id, or objects.
[[nodiscard]] CtlAnswer pause(const CtlLine &line, CtlHost host);
/// … and has them go on.
[[nodiscard]] CtlAnswer resume(const CtlLine &line, CtlHost host);
/// Drains a controller and removes it.
[[nodiscard]] CtlAnswer drain(const CtlLine &line, CtlHost host);

} // namespace qontroller
