// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

#include <string>

namespace qontroller {

/// The verb `hosts`: a line for each socket that is there.
[[nodiscard]] CtlAnswer showHosts(const CtlLine &line);

/// Where the host is that \a host names: an address, or empty for the only one here.
[[nodiscard]] tl::expected<remote::Address, CtlProblem> chooseHost(const std::string &host);

} // namespace qontroller
