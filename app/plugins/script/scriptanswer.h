// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/script/scriptoptions.h"
#include "core/engine/api/outcome.h"
#include "core/engine/api/storage.h"
#include "core/plugins/programs/programend.h"

#include <string>
#include <string_view>

/// What the end of a command means. Pure functions.
namespace qontroller::script::answer {

/// Exit statuses with a meaning, after BSD's sysexits.h and Automake's 77.
enum ScriptStatus : int {
    Success = 0,
    Gone = 66,
    TryAgain = 75,
    Ignored = 77,
    Parked = 78,
};

/// An end, and what it takes to speak of it.
struct Ended
{
    std::string_view verb; ///< "list", "add" …
    const std::string &program;
    const ScriptOptions &options;
    const ProgramEnd &end;
};

[[nodiscard]] bool isSuccess(const ProgramEnd &end);

/// Why it failed: what the command said on standard error, or a sentence on how it ended.
[[nodiscard]] std::string failure(const Ended &ended);

/// … where the reader does not see which command it was: with its name and its end.
[[nodiscard]] std::string fullFailure(const Ended &ended);

/// Of `get`.
[[nodiscard]] Fetched<std::string> fetched(const Ended &ended);

/// Of `add` and `delete`.
[[nodiscard]] Outcome outcome(const Ended &ended);

} // namespace qontroller::script::answer
