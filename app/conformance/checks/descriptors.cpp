// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "core/testing/recordingwatch.h"

#include <filesystem>
#include <thread>

namespace qontroller::conformance {

namespace {

namespace fs = std::filesystem;

/// The descriptors of this process by their numbers, and what they are of.
State openDescriptors()
{
    State open;
    std::error_code error;
    for (const fs::directory_entry &each : fs::directory_iterator("/proc/self/fd")) {
        const fs::path target = fs::read_symlink(each.path(), error);
        if (!error && !target.string().ends_with("/fd")) // it is the one that reads
            open[each.path().filename().string()] = target.string();
    }
    return open;
}

/// Everything that an instance does, from create() to its end.
void live(Bench &bench, const World &world)
{
    Instance instance = bench.makeInstance(world);
    Hand hand(bench, instance);
    const Listing listing = hand.list();
    test::RecordingWatch told;
    std::jthread watching;
    if (instance.parts().listerWatcher->watchMode() != WatchMode::None)
        watching = std::jthread([&](const std::stop_token &stop) {
            static_cast<void>(instance.watch(told, listing.result.text(), stop));
        });
    hand.settle();
    for (const ObjectId &id : hand.known())
        instance.describe(id);
    static_cast<void>(told.waitFor("ready", watching.joinable() ? bench.afterDone() : Duration()));
}

/// What is open and was not before, as the end of a sentence.
std::string opened(const State &before, const State &after)
{
    std::string text;
    for (const auto &[number, target] : after) {
        if (const auto it = before.find(number); it == before.end() || it->second != target)
            text += (text.empty() ? "" : ", ") + target;
    }
    return text;
}

} // namespace

std::string checkDescriptors(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 3);
    live(bench, world); // what is opened once for the whole process is open from here on
    const State before = openDescriptors();
    live(bench, world);
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    while (openDescriptors().size() > before.size()) {
        if (SteadyClock::instance().now() >= deadline)
            fail({}, "an instance that has ended leaves "
                         + std::to_string(openDescriptors().size() - before.size())
                         + " more open: " + opened(before, openDescriptors()));
        Bench::wait(std::chrono::milliseconds(20));
    }
    return {};
}

} // namespace qontroller::conformance
