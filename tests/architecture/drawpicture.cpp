// SPDX-License-Identifier: LGPL-3.0-or-later
// Prints the picture of the architecture: architecture-picture > core/architecture.svg
#include "picture.h"

#include <cstdio>

int main()
{
    std::fputs(qontroller::architecture::pictureOf(qontroller::architecture::layers()).c_str(),
               stdout);
    return 0;
}
