// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/passes.h"
#include "app/conformance/harness/providerlook.h"

#include <map>

namespace qontroller::conformance {

std::string checkCleanup(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    Instance instance = bench.makeInstance(world);
    const ConsistAccess &consist = needConsist(instance);
    if (!world.isVisible())
        notRun("needs \"world\" in " + bench.subject().file
               + ": nothing else can delete an employer from outside");
    const ProviderLook look(instance, consist);
    Stepper stepper(bench, instance);
    create(world, dice, 3);
    finishPasses(bench, stepper, instance);
    if (consist.adapter->takeChanges().empty())
        notRun(NothingToChange);
    std::map<ObjectId, std::string> memos;
    for (const ObjectId &id : stepper.known())
        memos[id] = look.memoOf(id);
    deleteAll(world, dice);
    stepper.settle();
    std::erase_if(memos, [&](const auto &one) { return stepper.known().contains(one.first); });
    if (memos.empty())
        notRun(bench.subject().file + ": world.change delete deleted no employer");
    for (const auto &[id, memo] : memos) {
        if (const Difference left = look.leftOf(id, memo))
            fail(id, "was deleted, and " + left.text);
    }
    if (const Difference left = await(world, tooMuchIn, bench.afterDone()))
        fail(left.id, left.text + ", after its employer had gone");
    return {};
}

} // namespace qontroller::conformance
