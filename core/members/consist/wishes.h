// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/consistoptions.h"
#include "core/members/consist/lifecycle.h"

#include <span>

namespace qontroller::consist {

/// The part of a lifecycle that does what the employee's own object asks for: begins what is
/// wanted and was not served, ends what is finished, undoes what is wanted no longer. \a facts
/// without a command. The same wishes twice change nothing. Of an employee that is gone, what may
/// be worked on is not undone: it goes on when the employee is back, or when an operator ends it.
///
/// The author of the object acts as the operator of what it asks for, so *finished* stands for
/// start and finish. If the object calls an operation finished before the member was drained, the
/// operation is undone, because the work did not wait for the drain.
[[nodiscard]] Step heed(const Lifecycle &state, std::span<const WantedOperation> wishes,
                        Facts facts, const LifecyclePolicy &policy);

} // namespace qontroller::consist
