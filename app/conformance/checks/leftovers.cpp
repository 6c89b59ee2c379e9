// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/deleting.h"

namespace qontroller::conformance {

std::string checkLeftovers(Bench &bench, Dice &dice)
{
    needWorld(bench);
    if (!bench.subject().namesLeftovers)
        notRun(bench.subject().file + " says that its lists cannot name what is left over");
    const World world = bench.makeWorld();
    create(world, dice, 4);
    {
        Instance first = bench.makeInstance(world);
        Stepper(bench, first).settle();
    }
    deleteOne(bench, world, dice);
    Instance second = bench.makeInstance(world);
    Stepper stepper(bench, second);
    stepper.settle();
    expectNothingLeft(world, bench.afterDone(),
                      "after it was deleted while nothing ran and a new instance listed",
                      [&] { stepper.settle(); });
    return {};
}

} // namespace qontroller::conformance
