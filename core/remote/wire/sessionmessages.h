// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/sessionport.h"

#include <qontroller.pb.h>

/// Another session for a host.
namespace qontroller::remote {

void write(const ApplyStatus &status, v1::ApplyReply &message);
[[nodiscard]] ApplyStatus read(const v1::ApplyReply &message);

} // namespace qontroller::remote
