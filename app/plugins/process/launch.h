// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/obstacle.h"
#include "app/plugins/process/output.h"
#include "app/plugins/process/processspec.h"
#include "core/engine/api/objectid.h"
#include "core/plugins/process/childprocess.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// The variables of the process \a id.
[[nodiscard]] std::vector<std::string> environmentOf(const ProcessSpec &spec, const ObjectId &id);

/// Starts the process of \a spec in a session of its own, with \a mark as one more variable of its
/// environment. Limits are set by prlimit(1), which becomes the program, so nothing of it runs
/// without them.
[[nodiscard]] tl::expected<std::unique_ptr<ChildProcess>, Obstacle> launch(const ProcessSpec &spec,
                                                                           const ObjectId &id,
                                                                           OutputEnds ends,
                                                                           const std::string &mark);

} // namespace qontroller::supervision
