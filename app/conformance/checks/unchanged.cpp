// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/passes.h"

namespace qontroller::conformance {

namespace {

/// One more pass over each employer, in which nothing may be changed.
void expectQuiet(const Bench &bench, const ConsistAccess &consist, Stepper &stepper,
                 Instance &instance, const char *when)
{
    finishPasses(bench, stepper, instance);
    static_cast<void>(consist.adapter->takeChanges());
    finish(bench, stepper.known(), [&](const ObjectId &id) { return instance.handle(id); });
    for (const auto &change : consist.adapter->takeChanges())
        fail(change.employer, "had a call to " + change.text
                                  + " in a pass before which nothing had changed, " + when);
}

} // namespace

std::string checkUnchanged(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    Stepper stepper(bench, instance);
    create(world, dice, 4);
    finishPasses(bench, stepper, instance);
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    expectQuiet(bench, consist, stepper, instance, "after it was created");
    world.change(Change::Modify, choice(dice));
    world.change(Change::Delete, choice(dice));
    expectQuiet(bench, consist, stepper, instance, "after others were modified and deleted");
    return {};
}

} // namespace qontroller::conformance
