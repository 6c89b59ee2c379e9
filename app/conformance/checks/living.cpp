// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/living.h"

#include "core/sdk/testing/recordingwatch.h"

#include <thread>

namespace qontroller::conformance {

void live(Bench &bench, const World &world, Dice &dice)
{
    create(world, dice, 2);
    Instance instance = bench.makeInstance(world);
    Stepper stepper(bench, instance);
    const Listing listing = stepper.list();
    test::RecordingWatch told;
    std::jthread watching;
    if (instance.parts().listerWatcher->watchMode() != WatchMode::None)
        watching = std::jthread([&](const std::stop_token &stop) {
            static_cast<void>(instance.watch(told, listing.result.text(), stop));
        });
    stepper.settle();
    for (const ObjectId &id : stepper.known())
        instance.describe(id);
    static_cast<void>(told.waitFor("ready", watching.joinable() ? bench.afterDone() : Duration()));
    deleteAll(world, dice);
    stepper.settle();
}

std::string howFarLived(const World &world)
{
    return world.isVisible() ? "" : "not all the way: without a world nothing is made or removed";
}

std::string newIn(const State &after, const State &before)
{
    std::string text;
    for (const auto &[number, what] : after) {
        if (const auto it = before.find(number); it == before.end() || it->second != what)
            text += (text.empty() ? "" : ", ") + what;
    }
    return text;
}

} // namespace qontroller::conformance
