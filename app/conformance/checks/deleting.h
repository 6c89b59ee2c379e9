// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/stepper.h"

#include <functional>
#include <string>

/// What checks of deletions share.
namespace qontroller::conformance {

/// Deletes at least one object that is desired; refuses a world that deletes none.
void deleteOne(const Bench &bench, const World &world, Dice &dice);

/// The ids that \a hand knows and a list does not show any more.
[[nodiscard]] IdSet vanished(const Stepper &stepper);

/// Fails the check if something is there after \a limit that is not desired; \a when is the end of
/// the sentence. Calls \a again before each look.
void expectNothingLeft(const World &world, Duration limit, const std::string &when,
                       const std::function<void()> &again = {});

} // namespace qontroller::conformance
