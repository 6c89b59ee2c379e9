// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/deleting.h"
#include "app/conformance/faults/enginerun.h"
#include "core/base/text/duration.h"

namespace qontroller::conformance {

namespace {

constexpr Faults NoEvents{.lostEvents = 100};
constexpr Faults NoCompleteLists{.cutLists = 100, .failedList = 4};

/// The storage is asked about what lists show no longer, and what it finds is kept.
void expectNotFound(Instance &instance, const Stepper &stepper)
{
    const IdSet listed = stepper.list().ids;
    for (const ObjectId &id : stepper.known()) {
        if (listed.contains(id))
            continue;
        const Fetched<void> fetched = instance.get(id, {}, Instance::Listed::No);
        if (fetched.kind() == Fetched<void>::Kind::Found)
            fail(id, "is found as its get() says, but is not in a complete list: it would never be "
                     "removed");
    }
}

/// Nothing but the calls of remove() themselves, for a call for another object would make it again.
void expectOthersKept(const Bench &bench, const World &world, Instance &instance,
                      const Stepper &stepper)
{
    const State before = world.actual();
    if (missingIn(before, world.desired()))
        return; // another check's fault
    finish(bench, vanished(stepper), [&](const ObjectId &id) { return instance.remove(id); });
    if (const Difference lost = await(world, missingIn, bench.afterDone()))
        fail(lost.id, lost.text + ", after remove() was called for another object");
}

/// One after the other, all, and once more what was made again with the same name.
void deleteByHand(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    const auto settle = [&] { stepper.settle(); };
    const auto expectDone = [&] {
        settle();
        expectNothingLeft(world, bench.afterDone(), "after remove() was done with it", settle);
    };
    const std::uint64_t again = choice(dice);
    world.change(Change::Create, again);
    create(world, dice, 3);
    settle();
    deleteOne(bench, world, dice);
    expectNotFound(instance, stepper);
    expectOthersKept(bench, world, instance, stepper);
    expectDone();
    deleteAll(world, dice);
    expectDone();
    world.change(Change::Create, again);
    settle();
    deleteAll(world, dice);
    expectDone();
}

void deleteInTheEngine(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 4);
    const EngineRun run(bench, world, NoEvents, dice);
    static_cast<void>(await(world, missingIn, bench.limits().settle));
    deleteOne(bench, world, dice);
    deleteOne(bench, world, dice);
    expectNothingLeft(world, bench.limits().settle,
                      formatDuration(bench.limits().settle)
                          + " after its event was lost and lists show it no longer");
}

/// An id that is desired and not there.
Difference absentIn(const State &actual, const State &desired)
{
    for (const auto &[id, state] : desired) {
        if (!actual.contains(id))
            return {id, "is gone"};
    }
    return {};
}

/// What exists is not removed by lists that do not show it.
void keepThroughBadLists(Bench &bench, Dice &dice)
{
    constexpr unsigned Enough = 4;
    const World world = bench.makeWorld();
    create(world, dice, 4);
    {
        Instance instance = bench.makeInstance(world);
        Stepper(bench, instance).settle();
    }
    if (absentIn(world.actual(), world.desired()))
        return; // another check's fault
    const EngineRun run(bench, world, NoCompleteLists, dice);
    run.awaitLists(Enough, bench.limits().settle);
    if (const Difference lost = absentIn(world.actual(), world.desired()))
        fail(lost.id, lost.text + " although no complete list said so");
}

} // namespace

std::string checkDeletions(Bench &bench, Dice &dice)
{
    needWorld(bench);
    deleteByHand(bench, dice);
    deleteInTheEngine(bench, dice);
    keepThroughBadLists(bench, dice);
    return {};
}

} // namespace qontroller::conformance
