// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/passes.h"

namespace qontroller::conformance {

void finishPasses(const Bench &bench, Stepper &stepper, Instance &instance)
{
    stepper.settle();
    finish(bench, stepper.known(), [&](const ObjectId &id) {
        Outcome outcome = instance.handle(id);
        return outcome.kind() == Outcome::Kind::RequeueAfter
                   ? Outcome::wait("the last of its passes", outcome.delay())
                   : outcome;
    });
}

} // namespace qontroller::conformance
