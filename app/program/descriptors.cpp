// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/descriptors.h"

#include "core/base/fileidentity.h"

#include <array>
#include <initializer_list>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>

namespace qontroller {

namespace {

/// Nothing, if there was no descriptor for a witness.
int s_witness = -1;
std::optional<FileIdentity> s_identity;
/// What 0, 1 and 2 are.
using Streams = std::array<std::optional<FileIdentity>, 3>;
std::optional<Streams> s_streams; // nothing: they are not watched

Streams streams()
{
    return {FileIdentity::of(0), FileIdentity::of(1), FileIdentity::of(2)};
}

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
    s_identity = FileIdentity::of(s_witness);
    s_streams = streams();
}

bool areDescriptorsClosed()
{
    return (s_witness >= 0 && FileIdentity::of(s_witness) != s_identity)
           || (s_streams && streams() != *s_streams);
}

} // namespace qontroller
