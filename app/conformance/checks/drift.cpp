// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

namespace qontroller::conformance {

std::string checkDrift(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    if (!world.canBeSpoilt())
        notRun("needs \"world.spoil\" in " + bench.subject().file);
    create(world, dice, 4);
    {
        Instance first = bench.makeInstance(world);
        Stepper stepper(bench, first);
        expectContent(bench, world, stepper, "after it was added");
    }
    const State before = world.actual();
    world.spoil(choice(dice));
    if (!changedBetween(before, world.actual()))
        refuseToJudge(bench.subject().file
                      + ": world.spoil changed nothing that world.actual shows");
    Instance second = bench.makeInstance(world);
    Stepper stepper(bench, second);
    expectContent(bench, world, stepper, "after it was damaged and handled again");
    return {};
}

} // namespace qontroller::conformance
