// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/reserve.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace qontroller {

namespace {

/// Whether so many numbers below the limit are free. poll() says of each that it is not open.
bool hasDescriptors(int wanted)
{
    constexpr rlim_t AtOnce = 64;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return true;
    // poll() takes no more than the limit, which may be less than a portion.
    const rlim_t portion = std::min(AtOnce, limit.rlim_cur);
    std::array<pollfd, AtOnce> numbers{};
    int free = 0;
    for (rlim_t begin = 0; begin < limit.rlim_cur && free < wanted; begin += portion) {
        const rlim_t count = std::min(portion, limit.rlim_cur - begin);
        for (rlim_t i = 0; i < count; ++i)
            numbers.at(i) = {static_cast<int>(begin + i), 0, 0};
        if (::poll(numbers.data(), count, 0) < 0)
            return errno != ENOMEM;
        free += static_cast<int>(
            std::count_if(numbers.begin(), numbers.begin() + count,
                          [](const pollfd &each) { return (each.revents & POLLNVAL) != 0; }));
    }
    return free >= wanted;
}

bool hasMemory(std::size_t bytes)
{
    void *const piece = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                               -1, 0);
    return piece != MAP_FAILED && ::munmap(piece, bytes) == 0;
}

} // namespace

std::string whatIsShort(const Reserve &wanted)
{
    if (wanted.descriptors > 0 && !hasDescriptors(wanted.descriptors))
        return "it has hardly any descriptors left";
    if (wanted.bytes > 0 && !hasMemory(wanted.bytes))
        return "it has hardly any memory left";
    return {};
}

} // namespace qontroller
