// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/exitguard.h"

#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "core/base/faults/forkedcopy.h"
#include "core/plugins/load/crashnotes.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

namespace qontroller {

namespace {

enum class Guard : unsigned char {
    Off,
    On,
    Ending, ///< an exit() was caught
};
std::atomic<Guard> s_guard = Guard::Off;
std::atomic<pid_t> s_guarded = 0; ///< a child that foreign code has forked is not

std::string_view libraryOf(void *address)
{
    Dl_info found{};
    return ::dladdr(address, &found) != 0 && found.dli_fname ? found.dli_fname : "";
}

/// The first library on the stack below exit() that is not exit()'s own.
std::string callerOfExit()
{
    std::array<void *, 64> frames{};
    const auto depth = static_cast<std::size_t>(
        std::max(::backtrace(frames.data(), static_cast<int>(frames.size())), 0));
    const std::string_view library = libraryOf(reinterpret_cast<void *>(&std::exit));
    std::size_t frame = 0;
    while (frame < depth && libraryOf(frames[frame]) != library)
        ++frame;
    while (frame < depth && libraryOf(frames[frame]) == library)
        ++frame;
    return std::string(frame < depth ? libraryOf(frames[frame]) : "unknown code");
}

/// Each exit() takes a handler out of the C library's list. Where several threads call it at once,
/// one too few would let the next destroy what all of them use.
constexpr int ThreadsAtOnce = 4;

void takeExit()
{
    if (s_guarded != ::getpid())
        return;
    Guard found = s_guard;
    if (found != Guard::Off)
        std::atexit(takeExit); // in the place of this one
    found = Guard::On;
    if (!s_guard.compare_exchange_strong(found, Guard::Ending)) {
        while (found == Guard::Ending) // another thread's exit() as well: the first one ends it all
            ::pause();
        return;
    }
    crashnotes::noteExit();
    log(LogLevel::Error,
        callerOfExit()
            + " has called exit(): the program ends, and nothing that was under way "
              "is completed");
    finishLog();
    std::_Exit(numberOf(ExitStatus::InternalError));
}

} // namespace

ExitGuard::ExitGuard()
{
    endForkedCopies();
    s_guarded = ::getpid();
    s_guard = Guard::On;
    renew();
}

ExitGuard::~ExitGuard()
{
    s_guard = Guard::Off;
}

void ExitGuard::renew()
{
    // Handlers run in the reverse order. Without memory for another one the earlier ones serve.
    for (int i = 0; i < ThreadsAtOnce; ++i)
        std::atexit(takeExit);
}

} // namespace qontroller
