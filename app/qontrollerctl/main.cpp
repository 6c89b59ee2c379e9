// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/runctl.h"

int main(int argc, char **argv)
{
    return qontroller::runCtl(argc, argv);
}
