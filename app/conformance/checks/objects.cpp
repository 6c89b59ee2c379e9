// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include <map>

namespace qontroller::conformance {

namespace {

Difference lookAt(Bench &bench, const World &world)
{
    return await(world, missingIn, bench.afterDone());
}

/// Null for one that get() leaves out.
std::map<ObjectId, std::shared_ptr<const void>> objectsOf(const Bench &bench, Instance &instance,
                                                          const IdSet &ids)
{
    std::map<ObjectId, std::shared_ptr<const void>> objects;
    finish(bench, ids, [&](const ObjectId &id) {
        const Fetched<void> fetched = instance.get(id);
        objects[id] = fetched.object();
        return fetched.kind() == Fetched<void>::Kind::Failed ? Outcome::retry(fetched.error())
                                                             : Outcome::done();
    });
    return objects;
}

} // namespace

std::string checkObjects(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    create(world, dice, 3);
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    expectContent(bench, world, stepper, "after it was added");
    const IdSet ids = stepper.known();
    const auto handle = [&](const ObjectId &id) { return instance.handle(id); };
    const auto remove = [&](const ObjectId &id) { return instance.remove(id); };
    finish(bench, ids, remove);
    finish(bench, ids, handle);
    if (const Difference wrong = lookAt(bench, world))
        notRun(quoted(wrong.id)
               + " is not made again after its removal, not even from an object "
                 "that was just read");

    const std::map<ObjectId, std::shared_ptr<const void>> kept = objectsOf(bench, instance, ids);
    const auto addKept = [&](const ObjectId &id) {
        return kept.at(id) ? instance.add(id, kept.at(id)) : Outcome::done();
    };
    finish(bench, ids, addKept);
    finish(bench, ids, remove);
    finish(bench, ids, addKept);
    if (const Difference wrong = lookAt(bench, world))
        fail(wrong.id, wrong.text + ", after add() was given the same object a second time");
    return {};
}

} // namespace qontroller::conformance
