// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"
#include "core/engine/control/verbtable.h"

/// The verbs that are jobs of the host, and those on jobs.
namespace qontroller {

/// Does \a verb to the objects that \a line is for.
[[nodiscard]] CtlAnswer steerItems(const CtlLine &line, CtlHost host, ItemVerb verb);
[[nodiscard]] CtlAnswer showJobs(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer stopJob(const CtlLine &line, CtlHost host);

} // namespace qontroller
