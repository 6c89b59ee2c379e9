// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include "app/conformance/checks/living.h"

#include <filesystem>
#include <fstream>

namespace qontroller::conformance {

namespace {

namespace fs = std::filesystem;

constexpr int Lives = 3;

/// The threads of this process by their numbers, and their names.
State runningThreads()
{
    State running;
    for (const fs::directory_entry &each : fs::directory_iterator("/proc/self/task")) {
        std::string name;
        if (std::getline(std::ifstream(each.path() / "comm"), name))
            running[each.path().filename().string()] = name;
    }
    return running;
}

/// Once no more than \a count run, or after a while.
State awaitThreads(const Bench &bench, std::size_t count)
{
    const TimePoint deadline = later(SteadyClock::instance().now(), bench.afterDone());
    State running = runningThreads();
    while (running.size() > count && SteadyClock::instance().now() < deadline) {
        Bench::wait(std::chrono::milliseconds(20));
        running = runningThreads();
    }
    return running;
}

} // namespace

std::string checkThreads(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    live(bench, world, dice); // what runs for the whole process runs from here on
    State before = runningThreads();
    std::string left;
    // A pool of a library grows now and then, and stops: what is left behind grows each time.
    for (int i = 0; i < Lives; ++i) {
        live(bench, world, dice);
        State after = awaitThreads(bench, before.size());
        if (after.size() <= before.size())
            return howFarLived(world);
        left = std::to_string(after.size() - before.size())
               + " more running: " + newIn(after, before);
        before = std::move(after);
    }
    fail({}, "each instance that has ended leaves threads, the last one " + left);
}

} // namespace qontroller::conformance
