// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/forkedcopy.h"

#include <pthread.h>
#include <unistd.h>

#include <string_view>

namespace qontroller {

std::atomic<bool> detail::s_isForkedCopy = false;

void endForkedCopies()
{
    ::pthread_atfork(nullptr, nullptr, [] { detail::s_isForkedCopy.store(true); });
}

// Only what a forked child of many threads may call.
void detail::endForkedCopy() noexcept
{
    constexpr int SoftwareFault = 70; // EX_SOFTWARE of sysexits.h
    constexpr std::string_view Line =
        "a plugin has called fork() and come back in the child: the copy "
        "of the program is ended\n";
    static_cast<void>(::write(STDERR_FILENO, Line.data(), Line.size()) < 0);
    ::_exit(SoftwareFault);
}

} // namespace qontroller
