// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/supply.h"

#include "core/base/faults/reserve.h"
#include "core/base/files/uniquefd.h"

#include <cerrno>
#include <cstdlib>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>

namespace qontroller {

namespace {

std::string lack(const char *what, const std::string &why)
{
    return std::string("there are no ") + what + " for it (" + why + ')';
}

/// A thread has memory set aside for it when it asks for some first, which others then lack.
void takeMemory()
{
    void *volatile some = std::malloc(1);
    std::free(some);
}

/// What has to be left beside the threads. The C library sets 64 MiB of addresses aside for one
/// that asks for memory while the others do, so the same threads need now more, now less.
constexpr Reserve Beside{.bytes = std::size_t{256} << 20};

std::string lackOfThreads(int count)
{
    std::latch haveMemory(count);
    std::latch isOver(1);
    std::vector<std::jthread> threads;
    struct LetGo
    {
        std::latch &latch;
        ~LetGo() { latch.count_down(); }
    } const letGo{isOver}; // before they are joined
    try {
        for (int i = 0; i < count; ++i)
            threads.emplace_back([&] {
                takeMemory();
                haveMemory.count_down();
                isOver.wait();
            });
        haveMemory.wait(); // as much as all of them have asked for
        if (!whatIsShort(Beside).empty())
            return "there is not enough memory for it";
    } catch (const std::system_error &error) {
        return lack("threads", error.what());
    }
    return {};
}

std::string lackOfDescriptors(int count)
{
    std::vector<UniqueFd> descriptors;
    for (int i = 0; i < count; ++i) {
        descriptors.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (!descriptors.back())
            return lack("descriptors", std::generic_category().message(errno));
    }
    return {};
}

} // namespace

std::string whatLacks(const Supply &wanted)
{
    std::string text = lackOfDescriptors(wanted.descriptors);
    return text.empty() ? lackOfThreads(wanted.threads) : text;
}

} // namespace qontroller
