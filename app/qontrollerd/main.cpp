// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/runserver.h"

int main(int argc, char **argv)
{
    return qontroller::runServer(argc, argv);
}
