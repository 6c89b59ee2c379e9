// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/checks/check.h"

#include <sys/stat.h>

#include <filesystem>

namespace qontroller::conformance {

namespace {

namespace fs = std::filesystem;

/// What is in \a folder and below, and how it looks from outside.
State contentOf(const std::string &folder)
{
    State state;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        struct stat info
        {
        };
        if (::lstat(it->path().c_str(), &info) == 0)
            state[it->path().lexically_relative(folder).string()] =
                "inode " + std::to_string(info.st_ino) + ", mode " + std::to_string(info.st_mode)
                + ", " + std::to_string(info.st_size) + " bytes, written at "
                + std::to_string(info.st_mtim.tv_sec) + '.' + std::to_string(info.st_mtim.tv_nsec);
    }
    if (error)
        refuseToJudge("the folder " + folder + " cannot be read: " + error.message());
    return state;
}

std::string workingFolder()
{
    std::error_code error;
    return fs::current_path(error).string();
}

} // namespace

std::string checkCreates(Bench &bench, Dice &dice)
{
    const World world = bench.makeWorld();
    create(world, dice, 2);
    const State before = contentOf(world.places().world);
    const std::string folder = workingFolder();
    const Instance instance = bench.makeInstance(world);
    if (const std::string now = workingFolder(); now != folder)
        fail({},
             "create() has changed the working folder of the process from " + folder + " to " + now,
             "give whole paths instead: the process is not yours alone");
    if (const Difference changed = changedBetween(before, contentOf(world.places().world)))
        fail(changed.id, "in the world's folder was touched by create(): it " + changed.text);
    return world.isVisible() ? "" : OutcomesOnly;
}

} // namespace qontroller::conformance
