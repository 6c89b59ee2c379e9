// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/concealer.h"
#include "core/engine/api/controllerparts.h"

#include <memory>

namespace qontroller {

/// \a parts with every secret replaced in what they say: results, errors, exceptions,
/// descriptions. Ids, objects and records pass as they are. Without secrets \a parts themselves.
/// For parts as plugins make them, also if they call into a process of their own.
[[nodiscard]] ControllerParts concealed(ControllerParts parts, const Concealer &secrets);
/// The same, of a locker. Null stays null.
[[nodiscard]] std::shared_ptr<ObjectLocker> concealed(std::shared_ptr<ObjectLocker> locker,
                                                      const Concealer &secrets);

} // namespace qontroller
