// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/cli/commandline.h"
#include "app/debugrun/debugrun.h"
#include "app/log/log.h"
#include "app/serve/sessionline.h"

namespace qontroller {

/// What a person asked `qontrollerd` for. Each field has the name of its option.
struct ServerLine : SessionLine
{
    std::optional<Duration> runFor;
    std::optional<Duration> statusInterval;
    LogSettings log;  ///< --log-level, --log
    std::string only; ///< CONTROLLER or CONTROLLER/ID; empty: all of the session
    bool once = false;
    bool dryRun = false;
    bool check = false;
    bool untilIdle = false;
    bool json = false;

    [[nodiscard]] Reach reach() const
    {
        return dryRun ? Reach::Look : once ? Reach::Once : Reach::Always;
    }
    /// Where it listens; empty: nowhere. A run that ends by itself has nobody to listen to.
    [[nodiscard]] std::string socket() const;
    /// It ends by itself when nothing is left to do.
    [[nodiscard]] bool endsWhenIdle() const { return untilIdle || reach() != Reach::Always; }
};

/// What is said of the program.
[[nodiscard]] const ProgramText &serverText();

/// Reads \a arguments, those after the program's name. The error is a sentence that says what is
/// wrong and what would be right. With --help or --version nothing else is judged.
[[nodiscard]] tl::expected<ServerLine, std::string> parseServerLine(
    const std::vector<std::string> &arguments);

/// What --help prints.
[[nodiscard]] std::string serverHelp();

} // namespace qontroller
