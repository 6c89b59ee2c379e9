// SPDX-License-Identifier: LGPL-3.0-or-later
// A schedule maps a region for its items, and unmaps it in the end. For a million schedules one
// after the other that takes longer than all they do, so a region is kept for the next.
#include <sys/mman.h>
#include <utility>

namespace {

void *kept = nullptr;
std::size_t keptSize = 0;

} // namespace

// The linker gives these names: see --wrap in CMakeLists.txt.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

void *__real_mmap(void *address, std::size_t size, int protection, int flags, int file,
                  off_t offset);
int __real_munmap(void *address, std::size_t size);

void *__wrap_mmap(void *address, std::size_t size, int protection, int flags, int file,
                  off_t offset)
{
    if (kept && size == keptSize)
        return std::exchange(kept, nullptr);
    return __real_mmap(address, size, protection, flags, file, offset);
}

int __wrap_munmap(void *address, std::size_t size)
{
    if (kept)
        return __real_munmap(address, size);
    kept = address;
    keptSize = size;
    return 0;
}
}
// NOLINTEND(bugprone-reserved-identifier)
