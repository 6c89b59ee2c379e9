// SPDX-License-Identifier: LGPL-3.0-or-later
// Mirrors a folder until it is killed: foldermirror-child SOURCE TARGET
#include "app/plugins/foldermirror/mirrorparts.h"
#include "core/engine/host/host.h"

#include <sys/prctl.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace qontroller;
using namespace qontroller::foldermirror;

int main(int argc, char **argv)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 3)
        return 2;
    ControllerOptions options;
    options.resyncInterval = std::chrono::seconds(1);
    options.massDeletionGuard = false; // lives that were too short leave much to remove
    auto parts = makeMirrorParts({argv[1], argv[2], {}, Durability::Left, {}, {}}, options);
    if (!parts) {
        std::fprintf(stderr, "%s\n", parts.error().c_str());
        return 2;
    }
    Host host;
    if (!host.add({"mirror", "folder-mirror", *std::move(parts), options}))
        return 2;
    while (true)
        ::pause();
}
