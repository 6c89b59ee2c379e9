// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/instance.h"

namespace qontroller::conformance {

/// Fails the check if \a id, which \a where has told of ("a list"), cannot be an object's.
void expectUsable(const ObjectId &id, const std::string &where);

} // namespace qontroller::conformance
