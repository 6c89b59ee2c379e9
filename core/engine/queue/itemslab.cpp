// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/itemslab.h"

#include <new>
#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

namespace qontroller {

namespace {

std::byte *bytesOf(void *memory)
{
    return static_cast<std::byte *>(memory);
}

} // namespace

ItemSlab::~ItemSlab()
{
    for (void *region : m_regions) {
        ASAN_UNPOISON_MEMORY_REGION(region, RegionSize);
        munmap(region, RegionSize);
    }
}

void *ItemSlab::take(std::size_t bytes)
{
    if (bytes > LargestPiece)
        return ::operator new(bytes);
    const std::size_t piece = (bytes + Grain - 1) / Grain * Grain;
    Block &block = blockWithRoom(piece);
    void *taken = block.freed;
    if (taken) {
        ASAN_UNPOISON_MEMORY_REGION(taken, piece);
        block.freed = block.freed->next;
    } else {
        taken = bytesOf(&block) + block.untouched;
        block.untouched += static_cast<std::uint32_t>(piece);
    }
    ++block.used;
    if (!hasRoom(block, piece))
        m_withRoom[piece / Grain].remove(block);
    return taken;
}

void ItemSlab::give(void *piece, std::size_t bytes)
{
    if (bytes > LargestPiece)
        return ::operator delete(piece);
    const std::size_t size = (bytes + Grain - 1) / Grain * Grain;
    const auto address = reinterpret_cast<std::uintptr_t>(piece);
    auto &block = *reinterpret_cast<Block *>(address & ~(std::uintptr_t(BlockSize) - 1));
    LinkedList<Block> &withRoom = m_withRoom[size / Grain];
    if (!hasRoom(block, size))
        withRoom.append(block);
    block.freed = new (piece) FreePiece{block.freed};
    ASAN_POISON_MEMORY_REGION(piece, size);
    if (--block.used == 0 && withRoom.first() != withRoom.last()) { // one stays for the next item
        withRoom.remove(block);
        m_empty.push_back(&block);
    }
}

bool ItemSlab::giveBack()
{
    const std::size_t before = m_empty.size();
    while (!m_empty.empty() && before - m_empty.size() < AtOnce) {
        madvise(m_empty.back(), BlockSize, MADV_DONTNEED);
        m_bare.push_back(m_empty.back());
        m_empty.pop_back();
    }
    return before > 0;
}

bool ItemSlab::hasRoom(const Block &block, std::size_t piece)
{
    return block.freed || block.untouched + piece <= BlockSize;
}

ItemSlab::Block &ItemSlab::blockWithRoom(std::size_t piece)
{
    LinkedList<Block> &withRoom = m_withRoom[piece / Grain];
    if (withRoom.isEmpty()) {
        withRoom.append(*new (emptyBlock()) Block{.untouched = sizeof(Block)});
    }
    return *withRoom.first();
}

void *ItemSlab::emptyBlock()
{
    for (std::vector<void *> *blocks : {&m_empty, &m_bare}) {
        if (!blocks->empty()) {
            void *block = blocks->back();
            blocks->pop_back();
            ASAN_UNPOISON_MEMORY_REGION(block, BlockSize);
            return block;
        }
    }
    constexpr std::size_t PerRegion = RegionSize / BlockSize;
    if (m_blocks == m_regions.size() * PerRegion)
        addRegion();
    void *block = bytesOf(m_regions.back()) + m_blocks % PerRegion * BlockSize;
    if (m_blocks >= PerRegion && m_blocks % AtOnce == 0) // there are many items
        madvise(block, AtOnce * BlockSize, MADV_POPULATE_WRITE);
    ++m_blocks;
    return block;
}

void ItemSlab::addRegion()
{
    m_regions.reserve(m_regions.size() + 1);
    for (std::vector<void *> *blocks : {&m_empty, &m_bare}) // give() must not fail
        blocks->reserve((m_regions.size() + 1) * (RegionSize / BlockSize));
    void *region = mmap(nullptr, RegionSize, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED)
        throw std::bad_alloc();
    m_regions.push_back(region);
}

} // namespace qontroller
