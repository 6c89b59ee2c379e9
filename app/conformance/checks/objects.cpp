// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include <map>

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
    expectContent(bench, world, hand, "after it was added");
    const IdSet ids = hand.known();
    const auto handle = [&](const ObjectId &id) { return instance.handle(id); };
    const auto remove = [&](const ObjectId &id) { return instance.remove(id); };
    finish(bench, ids, remove);
    finish(bench, ids, handle);
    if (const Difference wrong = lookAt(bench, world))
        notRun(quoted(wrong.id)
               + " is not made again after its removal, not even from an object "
                 "that was just read");

    std::map<ObjectId, Fetched<void>> kept;
    for (const ObjectId &id : ids)
        kept.emplace(id, instance.get(id));
    const auto addKept = [&](const ObjectId &id) {
        const auto &object = kept.at(id).object();
        return object ? instance.add(id, object) : Outcome::done();
    };
    finish(bench, ids, addKept);
    finish(bench, ids, remove);
    finish(bench, ids, addKept);
    if (const Difference wrong = lookAt(bench, world))
        fail(wrong.id, wrong.text + ", after add() was given the same object a second time");
    return {};
}

} // namespace qontroller::conformance
