// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/deleting.h"

#include <algorithm>
#include <iterator>

namespace qontroller::conformance {

void deleteOne(const Bench &bench, const World &world, Dice &dice)
{
    constexpr int Tries = 10;
    const std::size_t before = world.desired().size();
    for (int i = 0; i < Tries; ++i) {
        world.change(Change::Delete, choice(dice));
        if (world.desired().size() < before)
            return;
    }
    refuseToJudge(
        bench.subject().file
        + ": world.change delete deleted nothing that world.desired shows, ten times in a row");
}

IdSet vanished(const Stepper &stepper)
{
    const IdSet listed = stepper.list().ids;
    IdSet gone;
    std::ranges::set_difference(stepper.known(), listed, std::inserter(gone, gone.end()));
    return gone;
}

void expectNothingLeft(const World &world, Duration limit, const std::string &when,
                       const std::function<void()> &again)
{
    if (const Difference left = await(world, tooMuchIn, limit, again))
        fail(left.id, left.text + ", " + when);
}

} // namespace qontroller::conformance
