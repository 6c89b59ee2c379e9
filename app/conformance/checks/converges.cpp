// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/faults/enginerun.h"
#include "core/base/text/duration.h"

namespace qontroller::conformance {

namespace {

constexpr int Changes = 12;
constexpr unsigned MoreLists = 10;
constexpr std::uint64_t LongestPauseMs = 20;
constexpr Faults Everything{.lostEvents = 30,
                            .repeatedEvents = 20,
                            .heldBackEvents = 20,
                            .cutLists = 40,
                            .failedList = 3,
                            .failedGets = 10,
                            .cutCalls = 15};

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

void expectOrder(const Bench &bench, const World &world, const EngineRun &run,
                 const std::string &when)
{
    if (const Difference wrong = await(world, missingIn, bench.limits().settle))
        fail(wrong.id, wrong.text + ", " + formatDuration(bench.limits().settle) + " after " + when
                           + run.lastWord(wrong.id));
}

} // namespace

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
    create(world, dice, 2); // else all may be deleted by now
    expectOrder(bench, world, run, "the last change");
    // Calls fail and come again as before: what they find in order they must leave so.
    run.awaitLists(MoreLists, bench.limits().settle);
    expectOrder(bench, world, run, "it was in order for the first time");
    return {};
}

} // namespace qontroller::conformance
