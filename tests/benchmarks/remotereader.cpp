// SPDX-License-Identifier: LGPL-3.0-or-later
// A front end for bench_readers.cpp, in a process of its own. It pulls ten times a second from the
// socket that its argument names. A line says when it has everything; at the end of its standard
// input it prints the percent of a core that it has used since then.
#include "bench.h"

#include "core/engine/observe/feed/delta.h"
#include "core/remote/client/remotehost.h"

#include <poll.h>
#include <sys/prctl.h>

#include <csignal>
#include <cstdio>

using namespace qontroller;

namespace {

bool isWhole(const Delta &delta)
{
    return std::all_of(delta.controllers.begin(), delta.controllers.end(),
                       [](const auto &each) { return each.rowsPending == 0; });
}

} // namespace

int main(int argc, char **argv)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 2)
        return 2;
    const auto host = remote::RemoteHost::connect(std::string(argv[1]));
    if (!host)
        return 1;
    FeedReader reader(**host);
    while (!isWhole(reader.pull())) {
    }
    std::puts("whole");
    std::fflush(stdout);
    const auto start = benchmarks::BenchClock::now();
    const double cpu = benchmarks::cpuSeconds();
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, 100) == 0)
        static_cast<void>(reader.pull());
    const double used = benchmarks::cpuSeconds() - cpu;
    std::printf("%f\n", 100 * used / benchmarks::secondsSince(start));
    return 0;
}
