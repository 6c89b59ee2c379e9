// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/harness/cutshort.h"

namespace qontroller::conformance {

namespace {

/// Calls handle() for all that is listed and remove() for all that no longer is, each
/// asked to stop.
void cutAll(Bench &bench, Instance &instance, const IdSet &before, Dice &dice)
{
    const IdSet listed = Stepper(bench, instance).list().ids;
    for (const ObjectId &id : listed)
        static_cast<void>(cutShort(someTimeIn(dice), {}, [&](const std::stop_token &stop) {
            return instance.handle(id, stop);
        }));
    for (const ObjectId &id : before) {
        if (!listed.contains(id))
            static_cast<void>(cutShort(someTimeIn(dice), {}, [&](const std::stop_token &stop) {
                return instance.remove(id, stop);
            }));
    }
}

} // namespace

std::string checkCancels(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    for (int i = 0; i < 2; ++i) {
        create(world, dice, 3);
        world.change(Change::Modify, choice(dice));
        if (i > 0)
            world.change(Change::Delete, choice(dice));
        cutAll(bench, instance, stepper.known(), dice);
        expectContent(bench, world, stepper, "after a call was cut short and a whole one followed");
        if (const Difference left = await(world, tooMuchIn, bench.afterDone()))
            fail(left.id, left.text + ", after its removal was cut short and a whole one followed");
    }
    return {};
}

} // namespace qontroller::conformance
