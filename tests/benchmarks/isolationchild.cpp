// SPDX-License-Identifier: LGPL-3.0-or-later
// What bench_isolation.cpp runs in a process of its own.
#include "bench.h"

#include "core/plugins/isolation/served/partsserver.h"

#include <sys/prctl.h>

#include <csignal>

int main()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    using namespace qontroller;
    return isolation::serveParts(
        UniqueFd(isolation::ControlDescriptor),
        [](const isolation::CreateRequest &request)
            -> tl::expected<ControllerParts, isolation::Refusal> {
            static const auto ids = benchmarks::makeIds(std::stoul(request.parameters));
            ControllerParts parts;
            parts.listerWatcher = benchmarks::listOf(ids);
            parts.reconciler = benchmarks::doNothing();
            return parts;
        });
}
