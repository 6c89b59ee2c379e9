// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/engine/api/outcome.h"

#include <cstddef>
#include <optional>
#include <string>

namespace qontroller::consist {

/// What was found in a pass that decides when the next one comes.
struct PassFindings
{
    std::optional<Thrown> error; ///< hard: it ended the pass
    std::size_t failures = 0;    ///< soft
    std::string firstFailure;
    std::string held;            ///< members that a person has to decide about; empty: none
    std::size_t gatesClosed = 0; ///< employees that were to get traffic when their gate closed
    bool isUnsure = false;       ///< sources have still to say what has become of members
    Duration lookAgain = Duration::zero(); ///< more than 0: another system makes a change
    std::string firstDraining; ///< a member whose last traffic is waited for; empty: none
};

/// Error beats times: hard before soft before the rest. What is held is a failure once nothing else
/// is to be waited for. Soft failures come again after
/// \a retryInterval and are no failure then; with 0 they are.
[[nodiscard]] Outcome outcomeOf(const PassFindings &findings, Duration retryInterval);

} // namespace qontroller::consist
