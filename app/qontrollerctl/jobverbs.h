// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that are jobs of the host, and those on jobs.
namespace qontroller {

/// requeue, pause, resume, discard, remove and keep.
[[nodiscard]] CtlAnswer steerItems(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showJobs(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer stopJob(const CtlLine &line, CtlHost host);

} // namespace qontroller
