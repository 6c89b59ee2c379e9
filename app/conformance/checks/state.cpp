// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

namespace qontroller::conformance {

namespace {

/// Brings everything in order with a new instance for each call.
void settleAfresh(Bench &bench, const World &world, IdSet &known)
{
    Listing listing;
    {
        Instance lister = bench.makeInstance(world);
        listing = Stepper(bench, lister).list();
    }
    IdSet all = listing.ids;
    all.insert(known.begin(), known.end());
    finish(bench, std::move(all), [&](const ObjectId &id) {
        Instance instance = bench.makeInstance(world);
        static_cast<void>(
            Stepper(bench, instance).list()); // as the engine does before anything else
        return listing.ids.contains(id) ? instance.handle(id) : instance.remove(id);
    });
    known = listing.ids;
}

/// A life of a few objects. \a settle brings everything in order.
void live(const Bench &bench, const World &world, Dice dice, const std::string &with,
          const std::function<void()> &settle)
{
    const auto step = [&](const std::string &after) {
        settle();
        if (const Difference wrong = await(world, missingIn, bench.afterDone()))
            fail(wrong.id, wrong.text + ", after it was " + after + ' ' + with);
    };
    const std::uint64_t again = choice(dice);
    world.change(Change::Create, again);
    create(world, dice, 3);
    step("added");
    world.change(Change::Modify, choice(dice));
    world.change(Change::Modify, choice(dice));
    step("modified and handled");
    if (world.canBeSpoilt()) {
        world.spoil(choice(dice));
        step("damaged and handled");
    }
    deleteAll(world, dice);
    settle();
    world.change(Change::Create, again);
    create(world, dice, 1);
    step("deleted, made again and handled");
}

} // namespace

std::string checkState(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const Dice same(dice.seed());
    {
        const World world = bench.makeWorld();
        IdSet known;
        live(bench, world, same, "by an instance that knows nothing of it",
             [&] { settleAfresh(bench, world, known); });
    }
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    live(bench, world, same, "by the instance that handled it before", [&] { stepper.settle(); });
    return {};
}

} // namespace qontroller::conformance
