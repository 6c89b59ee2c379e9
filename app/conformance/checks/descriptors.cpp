// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/living.h"

#include <filesystem>

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

} // namespace

std::string checkDescriptors(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    live(bench, world, dice); // what is opened once for the whole process is open from here on
    const State before = openDescriptors();
    live(bench, world, dice);
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    while (openDescriptors().size() > before.size()) {
        if (SteadyClock::instance().now() >= deadline)
            fail({}, "an instance that has ended leaves "
                         + std::to_string(openDescriptors().size() - before.size())
                         + " more open: " + newIn(openDescriptors(), before));
        Bench::wait(std::chrono::milliseconds(20));
    }
    return howFarLived(world);
}

} // namespace qontroller::conformance
