// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/loglevel.h"

#include <string>

namespace qontroller::remote {

/// Has what gRPC says of itself given to \a take, in any thread; else gRPC writes lines of its own
/// form to standard error. For the start of the program.
void takeGrpcLog(void (*take)(LogLevel level, const std::string &text));

} // namespace qontroller::remote
