// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/stepper.h"

/// What checks of a consist controller's passes share.
namespace qontroller::conformance {

/// Why a check that wants changes at the provider is not run.
inline constexpr const char *NothingToChange =
    "no pass created anything at the provider: it wants an employer with something outside";

/// Until every pass is done and none has asked for another.
void finishPasses(const Bench &bench, Stepper &stepper, Instance &instance);

} // namespace qontroller::conformance
