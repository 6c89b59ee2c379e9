// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/statuslines.h"

#include <vector>

namespace qontroller {

/// Of the host that says \a status, what is worst first; of what is as bad the newest, and last
/// those whose begin is not known; what is acknowledged behind what is not. Nothing that passes by
/// itself.
[[nodiscard]] std::vector<Need> needsOf(const StatusAnswer &status);

/// A row for each of \a needs, at \a now.
[[nodiscard]] TextTable needTable(const std::vector<Need> &needs, const Moment &now);

/// `needs`.
[[nodiscard]] CtlAnswer showNeeds(const CtlLine &line, CtlHost host);

} // namespace qontroller
