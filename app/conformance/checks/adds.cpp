// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

namespace qontroller::conformance {

std::string checkAdds(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 5);
    if (world.isVisible() && world.desired().empty())
        refuseToJudge(bench.subject().file
                      + ": world.change create made nothing that world.desired shows");
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    expectContent(bench, world, stepper, "after it was added");
    return world.isVisible() ? "" : OutcomesOnly;
}

} // namespace qontroller::conformance
