// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"

namespace qontroller::top {

/// The verb `top`: shows a host live in the terminal, and steers it, until a key or a signal ends
/// it. Makes its connections itself.
[[nodiscard]] CtlAnswer showTop(const CtlLine &line);

} // namespace qontroller::top
