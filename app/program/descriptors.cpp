// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/descriptors.h"

#include <initializer_list>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace qontroller {

namespace {

/// Nothing, if there was no descriptor for a witness.
int s_witness = -1;
struct stat s_identity
{
};

} // namespace

int highDuplicate(int descriptor)
{
    for (const int least : {512, 64}) { // the second where the limit is low
        const int high = ::fcntl(descriptor, F_DUPFD_CLOEXEC, least);
        if (high >= 0)
            return high;
    }
    return descriptor;
}

void watchDescriptors()
{
    s_witness = ::memfd_create("witness", MFD_CLOEXEC); // a file that no other descriptor has
    if (s_witness >= 0)
        ::fstat(s_witness, &s_identity);
}

bool areDescriptorsClosed()
{
    if (s_witness < 0)
        return false;
    struct stat now
    {
    };
    return ::fstat(s_witness, &now) != 0 || now.st_ino != s_identity.st_ino
           || now.st_dev != s_identity.st_dev;
}

} // namespace qontroller
