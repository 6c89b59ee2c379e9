// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

namespace qontroller::conformance {

std::string checkOutage(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    if (!world.canBeAway())
        notRun("needs \"world.away\" and \"world.back\" in " + bench.subject().file);
    create(world, dice, 4);
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    stepper.settle();
    const IdSet known = stepper.known();
    world.takeAway();
    const Listing listing = instance.list();
    for (const ObjectId &id : known) {
        if (listing.result.kind() == ListResult::Kind::Complete && !listing.ids.contains(id))
            fail(id, "is not in a list that says it is complete, but its source is away: it would "
                     "count as deleted");
        if (instance.get(id).kind() == Fetched<void>::Kind::Gone)
            fail(id, "is gone as its get() says, but its source is away: it would be removed");
    }
    world.bringBack();
    expectContent(bench, world, stepper, "after its source was away and came back");
    return {};
}

} // namespace qontroller::conformance
