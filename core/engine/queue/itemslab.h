// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/itemlist.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qontroller {

/// Memory for many items of few sizes, apart from all other memory of the process (Bonwick 1994,
/// "The Slab Allocator").
///
/// A block is a page and holds pieces of one size; where it begins follows from the address of a
/// piece. So a piece costs nothing beside itself, items lie side by side, and what else comes and
/// goes, such as the words of an outage, keeps no page of theirs. Blocks are cut from regions that
/// are asked of the system and never given back; the memory of empty blocks is: see giveBack().
/// A block is as small as it can be, for it stays as long as one piece of it does. Not thread-safe.
class ItemSlab
{
public:
    ItemSlab() = default;
    /// All pieces were given back.
    ~ItemSlab();
    ItemSlab(const ItemSlab &) = delete;
    ItemSlab &operator=(const ItemSlab &) = delete;

    /// Memory of \a bytes. Throws std::bad_alloc.
    [[nodiscard]] void *take(std::size_t bytes);
    /// What take() gave for \a bytes.
    void give(void *piece, std::size_t bytes);
    /// Gives the memory of some empty blocks back to the system. False: there are none.
    bool giveBack();

private:
    static constexpr std::size_t Grain = 8;
    static constexpr std::size_t LargestPiece = 1024; // more than that has memory of its own
    static constexpr std::size_t BlockSize = 4096;    // where pages are larger, none goes back
    static constexpr std::size_t AtOnce = 16;         // blocks for one call of the system
    static constexpr std::size_t RegionSize = 2 * 1024 * 1024;

    struct FreePiece
    {
        FreePiece *next;
    };
    /// At the beginning of its memory.
    struct Block
    {
        Block *previous = nullptr; // neighbours among those of its size that have room
        Block *next = nullptr;
        FreePiece *freed = nullptr;
        std::uint32_t untouched; // offset of what was never given out
        std::uint32_t used = 0;  // pieces
    };

    [[nodiscard]] static bool hasRoom(const Block &block, std::size_t piece);
    [[nodiscard]] Block &blockWithRoom(std::size_t piece);
    [[nodiscard]] void *emptyBlock();
    void addRegion();

    std::array<LinkedList<Block>, LargestPiece / Grain + 1> m_withRoom; // by size
    std::vector<void *> m_empty;                                        // blocks in memory
    std::vector<void *> m_bare; // … whose memory the system has
    std::vector<void *> m_regions;
    std::size_t m_blocks = 0; // that were cut
};

} // namespace qontroller
