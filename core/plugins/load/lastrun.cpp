// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/load/lastrun.h"

#include "core/base/files/ownfiles.h"
#include "core/base/files/uniquefd.h"
#include "core/base/text/randomdigits.h"
#include "core/plugins/load/crashnotes.h"

#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace qontroller {

namespace {

constexpr const char *RunEnding = ".run";

/// A line on the program, one on the signal, one on the controller. Empty: it has not crashed.
std::string crashIn(const std::string &content)
{
    std::istringstream lines(content);
    std::string program;
    std::string how;
    std::string controller;
    std::getline(lines, program);
    std::getline(lines, how);
    std::getline(lines, controller);
    if (how.empty())
        return {};
    return "an earlier run of " + program + " was ended by " + how
           + (controller.empty() ? " in a thread that belongs to no controller"
                                 : " in a call of the controller " + controller
                                       + R"(: give it "isolation": "process", and it ends alone)");
}

} // namespace

LastRun::LastRun(std::string folder)
    : m_folder(std::move(folder))
{
    if (m_folder.empty())
        return;
    std::error_code error;
    for (std::filesystem::directory_iterator it(m_folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == RunEnding)
            read(it->path().string());
    }
}

void LastRun::read(const std::string &file)
{
    const UniqueFd run(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (run && ::flock(run.get(), LOCK_SH | LOCK_NB) != 0)
        return; // it lives
    const auto content = readOwnFile(file);
    if (content && !*content)
        return; // released meanwhile
    if (content) {
        if (std::string crash = crashIn(**content); !crash.empty())
            m_crashes.push_back(std::move(crash));
    }
    ::unlink(file.c_str());
}

void LastRun::begin()
{
    const std::string folder = std::exchange(m_folder, {});
    if (folder.empty())
        return;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string program =
        std::filesystem::read_symlink("/proc/self/exe", error).filename().string();
    const std::string file = folder + '/' + program + '-' + randomDigits() + RunEnding;
    auto written = writeLockedFile(file, program + '\n', Outlives::Program);
    if (!written)
        return; // the marks of starts, which are beside it, say so
    m_file = file;
    m_lock = *std::move(written);
    crashnotes::setRun(m_lock.get());
}

void LastRun::release()
{
    if (!m_lock)
        return;
    crashnotes::setRun(-1);
    ::unlink(m_file.c_str()); // before its lock goes
    m_lock.reset();
}

} // namespace qontroller
