// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/checks/check.h"

#include <string>
#include <vector>

namespace qontroller::conformance {

/// One check to be run in a process of its own.
struct CheckOrder
{
    std::string check;
    std::string plugin;
    std::string file;
    std::string folder; ///< for worlds; exists
    std::uint64_t seed = 0;
    std::uint64_t rounds = 1;
    Limits limits;
};

/// The first argument of a process that runs one check: not for people, so not in --help.
inline constexpr const char *ChildWord = "--check-child";

/// As arguments of such a process, after ChildWord.
[[nodiscard]] std::vector<std::string> argumentsOf(const CheckOrder &order);

/// What such a process does: runs a check that \a arguments name and writes what goes
/// on to descriptor 3. Gives the exit status.
[[nodiscard]] int runCheckHere(const std::vector<std::string> &arguments);

} // namespace qontroller::conformance
