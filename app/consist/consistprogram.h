// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/members/consist/consistoptions.h"
#include "core/members/run/chores.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// A Chores::RunProgram: starts the program, which is looked for as a shell does, with this
/// process' environment. What it says on standard error is the answer if it fails.
[[nodiscard]] consist::ProgramAnswer runConsistProgram(const std::string &store,
                                                       const std::vector<std::string> &command,
                                                       const consist::Work &work, Duration timeout,
                                                       const std::stop_token &stop);

/// A Chores::EndEarlier: finds what runConsistProgram() has started in an earlier life of this
/// program with the same \a store, ends it and says so in the log.
[[nodiscard]] bool endEarlierWork(const std::string &store, const consist::Work &work,
                                  const std::stop_token &stop);

/// What is wrong with the commands of rules and operations in \a options, as a sentence that begins
/// with where; nothing: each names a program that is there.
[[nodiscard]] std::optional<std::string> whyNotCommands(const ConsistOptions &options);

} // namespace qontroller
