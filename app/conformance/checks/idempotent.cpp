// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/deleting.h"

namespace qontroller::conformance {

namespace {

constexpr const char *NeverAdded = "conformance-never-added";

/// Calls \a again, which must change nothing that is visible.
void expectNoChange(const World &world, const std::string &what, const std::function<void()> &again)
{
    const State before = world.actual();
    again();
    if (const Difference changed = changedBetween(before, world.actual()))
        fail(changed.id, what + ": it " + changed.text);
}

} // namespace

std::string checkIdempotent(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 4);
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    expectContent(bench, world, stepper, "after it was added");
    expectNoChange(world, "was changed when it was added a second time", [&] {
        finish(bench, stepper.known(), [&](const ObjectId &id) { return instance.handle(id); });
    });

    for (int i = 0; i < 2; ++i) {
        if (world.isVisible())
            deleteOne(bench, world, dice);
        else
            world.change(Change::Delete, choice(dice));
    }
    const auto remove = [&](const ObjectId &id) { return instance.remove(id); };
    const IdSet gone = vanished(stepper);
    finish(bench, gone, remove);
    expectNoChange(world, "was changed when another was removed a second time",
                   [&] { finish(bench, gone, remove); });
    expectNoChange(world, "was changed when something was removed that had never been added",
                   [&] { finish(bench, {NeverAdded}, remove); });
    return world.isVisible() ? "" : OutcomesOnly;
}

} // namespace qontroller::conformance
