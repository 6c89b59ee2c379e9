// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmcondition.h"

#include <string>
#include <vector>

namespace qontroller {

/// When somebody is to be told.
struct AlarmRule
{
    std::string name; ///< no other rule has it
    AlarmCondition when;
    Duration lasts{}; ///< so long it has to be so before the alarm begins
    Severity severity = Severity::Fault;
    std::vector<std::string> controllers = {}; ///< empty: all, and the host

    friend bool operator==(const AlarmRule &, const AlarmRule &) = default;
};

/// Those of a session that says nothing of alarms: any fault once it has lasted for two minutes,
/// any decision at once.
[[nodiscard]] std::vector<AlarmRule> defaultAlarmRules();

/// What a session says of alarms.
struct AlarmSettings
{
    std::vector<AlarmRule> rules = defaultAlarmRules();
    /// A program and its arguments, which gets alarms as JSON on its standard input. Empty: none.
    std::vector<std::string> notify = {};

    friend bool operator==(const AlarmSettings &, const AlarmSettings &) = default;
};

} // namespace qontroller
