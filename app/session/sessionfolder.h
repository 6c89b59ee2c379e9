// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"

namespace qontroller {

/// \a controller with the folder of its session file in the place of every `{session}` in its
/// parameters and those of its locker. Unchanged if it comes from no file.
[[nodiscard]] SessionController withSessionFolder(SessionController controller);

/// Where \a controller names `{session}` although it comes from no file, or `{env:NAME}`, which
/// nothing replaces. Paths begin at it.
[[nodiscard]] JsonProblems findWrongPlaceholders(const SessionController &controller);

} // namespace qontroller
