// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/check.h"

namespace qontroller::conformance {

namespace {

Difference lookAt(Bench &bench, const World &world)
{
    return await(world, missingIn, bench.afterDone());
}

} // namespace

std::string checkObjects(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    create(world, dice, 3);
    Instance instance = bench.makeInstance(world);
    Hand hand(bench, instance);
    hand.settle();
    expectContent(bench, world, hand, "after it was added");
    for (const ObjectId &id : hand.known()) {
        const auto remove = [&] { hand.finish(id, [&] { return instance.remove(id); }); };
        remove();
        hand.finish(id, [&] { return instance.handle(id); });
        if (const Difference wrong = lookAt(bench, world))
            notRun(quoted(wrong.id)
                   + " is not made again after its removal, not even from an "
                     "object that was just read");

        const Fetched<void> kept = instance.get(id);
        if (kept.kind() != Fetched<void>::Kind::Found)
            continue;
        const auto add = [&] { hand.finish(id, [&] { return instance.add(id, kept.object()); }); };
        add();
        remove();
        add();
        if (const Difference wrong = lookAt(bench, world))
            fail(wrong.id, wrong.text + ", after add() was given the same object a second time");
    }
    return {};
}

} // namespace qontroller::conformance
