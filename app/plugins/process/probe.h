// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/processspec.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// Asks once whether the process of \a spec is ready, and blocks for its timeout at
/// the most. Nothing: it is. Else why not, to follow "it is not ready: ".
/// \a environment is what a probe that is a command gets.
[[nodiscard]] std::optional<std::string> probe(const ProcessSpec &spec,
                                               const std::vector<std::string> &environment,
                                               const std::stop_token &stop);

} // namespace qontroller::supervision
