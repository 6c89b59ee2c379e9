// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/check.h"

#include "app/conformance/cutshort.h"
#include "app/conformance/enginerun.h"
#include "core/base/duration.h"

namespace qontroller::conformance {

namespace {

constexpr int Changes = 12;
constexpr std::uint64_t LongestPauseMs = 20;
constexpr Faults Everything{.lostEvents = 30,
                            .repeatedEvents = 20,
                            .heldBackEvents = 20,
                            .cutLists = 40,
                            .failedList = 3,
                            .failedGets = 10,
                            .cutCalls = 15};

/// Calls handle() for all that is listed and remove() for all that no longer is, each
/// asked to stop.
void cutAll(Bench &bench, Instance &instance, const Ids &before, Dice &dice)
{
    const Ids listed = Hand(bench, instance).list().ids;
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

/// Until the engine has nothing left to do; fails the check after the limit.
void awaitIdle(const Bench &bench, const EngineRun &run)
{
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.limits().settle);
    while (!run.status().isIdle() || run.status().troubled() > 0) {
        if (SteadyClock::instance().now() >= deadline)
            fail({}, "the engine still has work to do " + formatDuration(bench.limits().settle)
                         + " after its start");
        Bench::wait(std::chrono::milliseconds(20));
    }
}

} // namespace

std::string checkCancels(Bench &bench, Dice &dice)
{
    needWorld(bench);
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    Hand hand(bench, instance);
    for (int i = 0; i < 2; ++i) {
        create(world, dice, 3);
        world.change(Change::Modify, choice(dice));
        if (i > 0)
            world.change(Change::Delete, choice(dice));
        cutAll(bench, instance, hand.known(), dice);
        expectContent(bench, world, hand, "after a call was cut short and a whole one followed");
        if (const Difference left = await(world, tooMuchIn, bench.afterDone()))
            fail(left.id, left.text + ", after its removal was cut short and a whole one followed");
    }
    return {};
}

std::string checkConverges(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 4);
    EngineRun run(bench, world, Everything, dice);
    if (!world.isVisible()) {
        awaitIdle(bench, run);
        return OutcomesOnly;
    }
    for (int i = 0; i < Changes; ++i) {
        world.change(static_cast<Change>(dice.below(3)), choice(dice));
        for (const auto &[id, state] : world.desired())
            run.describe(id);
        Bench::wait(std::chrono::milliseconds(dice.below(LongestPauseMs)));
    }
    if (const Difference wrong = await(world, missingIn, bench.limits().settle))
        fail(wrong.id, wrong.text + ", " + formatDuration(bench.limits().settle)
                           + " after the last change" + run.lastWord(wrong.id));
    return {};
}

} // namespace qontroller::conformance
