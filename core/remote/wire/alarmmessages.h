// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/alarms/alarmport.h"

#include <qontroller.pb.h>

/// What alarms at a host, and who has seen what.
namespace qontroller::remote {

void write(const AlarmStatus &status, v1::Alarms &message);
[[nodiscard]] AlarmStatus read(const v1::Alarms &message);

/// Who asks is not in the message: the host knows.
void write(const AcknowledgeRequest &request, v1::AcknowledgeRequest &message);
[[nodiscard]] AcknowledgeRequest read(const v1::AcknowledgeRequest &message);

} // namespace qontroller::remote
