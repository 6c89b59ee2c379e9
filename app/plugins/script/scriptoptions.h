// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/members/consist/consistrules.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace qontroller::script {

/// How a list command prints what there is.
enum class ListFormat : unsigned char {
    Text, ///< ids
    Json, ///< objects with an `id` each
};

/// What a script controller is told. Plain values; see script.json.
struct ScriptOptions
{
    using Words = std::vector<std::string>; ///< a program and its arguments; empty: none

    Words list;
    Words watch;
    Words get;
    Words add;
    Words remove;
    Words afterBurst;

    /// The commands of an adapter, in the place of `add` and `delete`, by their names:
    /// `expected`, `current`, `create`, `update`, `delete`. Empty: an ordinary controller.
    std::map<std::string, Words> consist;
    /// Members are drained before they are operated on.
    bool followLifecycle = true;
    /// What has to be true before an operation on a member of the adapter.
    ConsistRules preCheck{EmployeeShare{1}, {}, {}, {}};

    std::map<std::string, std::string> environment;
    std::string workingDirectory;
    Duration timeout = std::chrono::seconds(60);
    ListFormat listFormat = ListFormat::Text;
    char idSeparator = '\n';
    std::size_t outputLimit = std::size_t{64} << 20;

    /// Between SIGTERM and SIGKILL; shorter in tests.
    Duration grace = std::chrono::seconds(5);
};

} // namespace qontroller::script
