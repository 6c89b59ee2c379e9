// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

/// The verbs that look.
namespace qontroller {

[[nodiscard]] CtlAnswer showStatus(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showItems(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showWhy(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showDescription(const CtlLine &line, CtlHost host);
[[nodiscard]] CtlAnswer showAttempts(const CtlLine &line, CtlHost host);

/// `workers` without a number: all of the host or of one controller.
[[nodiscard]] CtlAnswer showWorkers(const CtlLine &line, CtlHost host);
/// Objects whose locks are held here, or wait for them.
[[nodiscard]] CtlAnswer showLocks(const CtlLine &line, CtlHost host);
/// What fails, grouped by error.
[[nodiscard]] CtlAnswer showFailures(const CtlLine &line, CtlHost host);

} // namespace qontroller
