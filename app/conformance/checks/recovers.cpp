// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/passes.h"
#include "app/conformance/harness/providerlook.h"

namespace qontroller::conformance {

namespace {

/// Fails the check unless the adapter says of each employer, soon, that all is as expected.
void expectEqual(const Bench &bench, const ProviderLook &look, Stepper &stepper, Instance &instance)
{
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    while (true) {
        finishPasses(bench, stepper, instance);
        Difference wrong;
        for (const ObjectId &id : stepper.known()) {
            wrong = look.missingAt(id);
            if (wrong)
                break;
        }
        if (!wrong)
            return;
        if (SteadyClock::instance().now() >= deadline)
            fail(wrong.id, "is not in order after calls that failed in part and whole ones that "
                           "followed: "
                               + wrong.text);
        Bench::wait(std::chrono::milliseconds(20));
    }
}

} // namespace

std::string checkRecovers(Bench &bench, Dice &dice)
{
    constexpr int Passes = 8;
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    Stepper stepper(bench, instance);
    create(world, dice, 4);
    consist.adapter->failFrom(dice.seed());
    for (int i = 0; i < Passes; ++i) {
        IdSet all = stepper.list().ids;
        for (const ObjectId &id : all)
            static_cast<void>(instance.handle(id)); // whatever comes of it
        world.change(i % 2 == 0 ? Change::Modify : Change::Create, choice(dice));
    }
    consist.adapter->failNoMore();
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    for (const auto &call : consist.adapter->takeUnrepeatable())
        fail(call.employer, "had a call again that had just succeeded: " + call.text);
    expectEqual(bench, ProviderLook(instance, consist), stepper, instance);
    expectContent(bench, world, stepper,
                  "after calls that failed in part and whole ones that followed");
    return {};
}

} // namespace qontroller::conformance
