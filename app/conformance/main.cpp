// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/conformance/runkit.h"

int main(int argc, char **argv)
{
    return qontroller::conformance::runKit(argc, argv);
}
