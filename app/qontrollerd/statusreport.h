// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"

#include <string>
#include <vector>

namespace qontroller {

enum class ReportStyle : unsigned char {
    Text,
    JsonLines,
};

enum class ReportKind : unsigned char {
    Status,
    Summary, ///< the last words; says which removals are held, too
    DryRun,  ///< the same; what was added and removed only would have been
};

/// What is said before the summary of isolated controllers that were not stopped in order: a line
/// for each; empty: there are none.
[[nodiscard]] std::string notStoppedReport(ReportStyle style,
                                           const std::vector<std::string> &controllers);

/// What standard output shows of \a controllers after \a elapsed: one line for each,
/// or one JSON object as the contract has it. Ends in a line break.
[[nodiscard]] std::string statusReport(ReportStyle style, ReportKind kind,
                                       const std::vector<ControllerStatus> &controllers,
                                       Duration elapsed);

} // namespace qontroller
