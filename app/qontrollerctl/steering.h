// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that steer.
namespace qontroller {

/// requeue, pause, resume, discard, confirm and refuse.
[[nodiscard]] CtlAnswer steerItems(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer setWorkers(const CtlLine &line, remote::RemoteHost &host);
[[nodiscard]] CtlAnswer resync(const CtlLine &line, remote::RemoteHost &host);

} // namespace qontroller
