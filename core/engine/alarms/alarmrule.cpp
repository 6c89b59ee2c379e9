// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/alarmrule.h"

namespace qontroller {

std::vector<AlarmRule> defaultAlarmRules()
{
    return {{"fault", Severity::Fault, std::chrono::minutes(2), Severity::Fault},
            {"decision", Severity::Decision, {}, Severity::Decision}};
}

} // namespace qontroller
