// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/files/descriptors.h"

#include "core/base/files/fileidentity.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace qontroller {

namespace {

struct Watched
{
    int number = -1;
    std::optional<FileIdentity> identity; ///< as it was
};

/// 0, 1 and 2, and a witness that no other descriptor is like, if there was one for it. Before
/// watchDescriptors() none is there, and stays so.
std::array<Watched, 4> s_watched;

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
    const int witness = ::memfd_create("witness", MFD_CLOEXEC); // a file that no other has
    const auto watched = [](int number) { return Watched{number, FileIdentity::of(number)}; };
    s_watched = {watched(STDIN_FILENO), watched(STDOUT_FILENO), watched(STDERR_FILENO),
                 watched(witness)};
}

bool areDescriptorsClosed()
{
    return std::ranges::any_of(s_watched, [](const Watched &one) {
        return FileIdentity::of(one.number) != one.identity;
    });
}

} // namespace qontroller
