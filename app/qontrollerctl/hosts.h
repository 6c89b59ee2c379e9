// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

#include <string>

namespace qontroller {

/// The verb `hosts`: a line for each socket that is there.
[[nodiscard]] CtlAnswer showHosts(const CtlLine &line);

/// The path of the socket that \a host names: a path, a host's name, or empty for the only one.
[[nodiscard]] tl::expected<std::string, CtlProblem> chooseHost(const std::string &host);

} // namespace qontroller
