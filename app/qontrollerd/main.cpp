// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/signals.h"
#include "app/qontrollerd/runserver.h"

namespace {

void keepHangUpFromHereOn(int, char **, char **)
{
    qontroller::keepHangUp();
}

/// Runs before the initialisers of libraries, which take most of the time until main().
[[gnu::section(".preinit_array"), gnu::used]] void (*const s_first)(int, char **,
                                                                    char **) = keepHangUpFromHereOn;

} // namespace

int main(int argc, char **argv)
{
    return qontroller::runServer(argc, argv);
}
