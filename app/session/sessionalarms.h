// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "core/plugins/json/jsonwriter.h"

namespace qontroller {

/// Reads what \a json, the alarms of a session, says into \a session, of which the controllers are
/// read. What it does not say is as by default.
[[nodiscard]] JsonProblems readAlarms(const QJsonObject &json, Session &session);
/// The command of \a alarms cannot be found; paths begin at the session.
[[nodiscard]] JsonProblems checkAlarms(const AlarmSettings &alarms);

/// Writes a member of a session, unless \a alarms are those by default.
void writeAlarms(JsonWriter &writer, const AlarmSettings &alarms);

} // namespace qontroller
