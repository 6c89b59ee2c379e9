// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/rundesktop.h"

int main(int argc, char **argv)
{
    return qontroller::runDesktop(argc, argv);
}
