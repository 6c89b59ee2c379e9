// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/process/childprocess.h"
#include "app/plugins/process/processspec.h"
#include "core/api/objectid.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>
#include <vector>

namespace qontroller::supervision {

/// The variables of the process \a id.
[[nodiscard]] std::vector<std::string> environmentOf(const ProcessSpec &spec, const ObjectId &id);

struct NotLaunched
{
    std::string text;        ///< one sentence
    bool isShortage = false; ///< the host has no more of something
};

/// Starts the process of \a spec; standard output and error go to the file \a log.
/// Limits are set by prlimit(1), which becomes the program, so nothing of it runs
/// without them.
[[nodiscard]] tl::expected<std::unique_ptr<ChildProcess>, NotLaunched> launch(
    const ProcessSpec &spec, const ObjectId &id, const std::string &log);

} // namespace qontroller::supervision
