// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/run/checkchild.h"
#include "app/program/signals.h"

#include <map>
#include <optional>
#include <string>

namespace qontroller::conformance {

/// Exceptions that left the plugin: how many, and the first of them, or of those that say nothing.
struct ExceptionsSeen
{
    std::uint64_t count = 0;
    std::string call;
    std::string text;
    bool saysNothing = false; ///< one of them was no std::exception, or had an empty text

    /// Adds \a others, which came later. Whether the first one is theirs now.
    bool take(const ExceptionsSeen &others);
};

struct CheckResult
{
    Verdict verdict;
    ExceptionsSeen thrown;
    std::optional<int> signal; ///< this program was asked to end: there is no verdict
};

/// Runs a check in a child process, so that a plugin that crashes, hangs or ends its
/// process ends that and is judged for it. Nothing of it is left on return.
[[nodiscard]] CheckResult runInChild(const CheckOrder &order, Signals &endRequests);

} // namespace qontroller::conformance
