// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// Tells systemd that the service has started (`READY=1`, as sd_notify() of libsystemd does), if
/// it asks for that by $NOTIFY_SOCKET: a unit with Type=notify. What goes wrong is logged.
void tellThatServiceRuns();

} // namespace qontroller
