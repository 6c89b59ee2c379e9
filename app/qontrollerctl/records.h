// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that show what happened.
namespace qontroller {

/// With --follow it ends with the host or by a signal.
[[nodiscard]] CtlAnswer showEvents(const CtlLine &line, CtlHost host);
/// What operators asked for.
[[nodiscard]] CtlAnswer showOperatorLog(const CtlLine &line, CtlHost host);

} // namespace qontroller
