// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

#include <string>

namespace qontroller {

/// Asks the person at the terminal whether \a what is to be done; without a terminal: no.
[[nodiscard]] bool isConfirmed(const std::string &what);
/// That they said no, or were not there.
[[nodiscard]] CtlProblem notConfirmed(const std::string &what);

} // namespace qontroller
