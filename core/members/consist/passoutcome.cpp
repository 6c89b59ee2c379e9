// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/passoutcome.h"

namespace qontroller::consist {

/// A gate that closes queues its employers; this is for what does not.
constexpr Duration ClosedGateDelay = std::chrono::seconds(1);
constexpr Duration UnsureDelay = std::chrono::seconds(1);

Outcome outcomeOf(const PassFindings &findings, Duration retryInterval)
{
    if (findings.error) {
        return findings.error->isShortage() ? Outcome::shortage(findings.error->text)
                                            : Outcome::retry(findings.error->text);
    }
    if (findings.failures > 0) {
        return retryInterval > Duration::zero() ? Outcome::requeueAfter(retryInterval)
                                                : Outcome::retry(findings.firstFailure);
    }
    if (findings.gatesClosed > 0)
        return Outcome::wait("a pass with the gates that have just closed", ClosedGateDelay);
    if (findings.isUnsure)
        return Outcome::wait("its source to say what has become of its members", UnsureDelay);
    if (findings.lookAgain > Duration::zero()) {
        return Outcome::wait(findings.firstDraining.empty()
                                 ? "another system to make the change"
                                 : "the end of the traffic of " + findings.firstDraining,
                             findings.lookAgain);
    }
    return findings.held.empty() ? Outcome::done() : Outcome::retry(findings.held);
}

} // namespace qontroller::consist
