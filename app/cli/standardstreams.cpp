// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/cli/standardstreams.h"

#include "app/cli/exitstatus.h"

#include <cerrno>
#include <cstdlib>
#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace qontroller {

void fillStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        const bool isClosed = ::fcntl(stream, F_GETFD) == -1 && errno == EBADF;
        // What is printed to a closed standard output is lost, so each write fails.
        const int mode = stream == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (isClosed && ::open("/dev/null", mode) != stream) // the lowest number that is free
            std::_Exit(numberOf(ExitStatus::InternalError));
    }
}

} // namespace qontroller
