// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

namespace qontroller {

/// The operations on members that are under way.
[[nodiscard]] CtlAnswer showOperations(const CtlLine &line, CtlHost host);

} // namespace qontroller
