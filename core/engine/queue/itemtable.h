// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/itemslab.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace qontroller {

/// The hash of ids in one table. Thread-safe.
class IdHash
{
public:
    explicit IdHash(std::uint64_t salt)
        : m_salt(salt)
    {}
    [[nodiscard]] std::uint64_t operator()(std::string_view id) const;

private:
    std::uint64_t m_salt;
};

/// All known items by id; owns them.
///
/// Open addressing with linear probing. A slot keeps the hash beside the item, so
/// that neither growing nor looking past a neighbour touches an item: with a
/// million of them each touch is a cache miss. Cut into parts by hash, so that
/// growing one moves 1/256 of the slots. The hash is salted: who chooses the ids
/// cannot have them meet in one place.
/// A walk comes out the same for the same salt. Not thread-safe.
class ItemTable
{
public:
    static constexpr std::size_t Parts = 256;

    explicit ItemTable(std::uint64_t salt)
        : m_hashOf(salt)
    {}
    ~ItemTable();
    ItemTable(const ItemTable &) = delete;
    ItemTable &operator=(const ItemTable &) = delete;

    /// Null if it is not known.
    [[nodiscard]] Item *find(std::string_view id) const;

    struct Found
    {
        Item *item;
        bool isNew;
    };
    /// Finds \a id, which is valid, or makes a new item for it; \a hash: hash() of it.
    [[nodiscard]] Found findOrCreate(std::string_view id, std::uint64_t hash);

    /// Whoever knows the id before the table may be used computes its hash then.
    [[nodiscard]] const IdHash &hash() const { return m_hashOf; }
    /// Has the slot of an id on its way into the cache, and then, in a second call later on, the
    /// item in it: two of the three that findOrCreate() waits for.
    void fetchSlot(std::uint64_t hash) const;
    void fetchItem(std::uint64_t hash) const;

    /// Forgets and destroys \a item.
    void erase(Item *item);

    /// See ItemSlab.
    bool giveBack() { return m_slab.giveBack(); }
    /// Makes part \a index, 0 to Parts - 1, as small as it may be. True if it was much larger.
    bool shrink(std::size_t index);

    [[nodiscard]] std::size_t size() const { return m_size; }

    /// How far a walk over all items has come. Items may come and go between its portions:
    /// one that is there all the time is met once.
    class Walk
    {
    public:
        [[nodiscard]] bool hasEnded() const { return m_part == Parts; }

    private:
        friend class ItemTable;
        std::size_t m_part = 0;
        std::uint64_t m_hash = 0; // of that part: all below it are done
    };
    /// About how many slots walk() looks at: at ten million items some 0.1 ms.
    static constexpr std::size_t Portion = 1024;
    /// About how many items \a walk has not met; 0 only if it has ended.
    [[nodiscard]] std::size_t left(const Walk &walk) const
    {
        return walk.hasEnded() ? 0 : 1 + m_size * (Parts - walk.m_part) / Parts;
    }
    /// Calls \a function for the items of the next portion. It must neither add nor erase
    /// items.
    template<class Function>
    void walk(Walk &walk, Function function)
    {
        for (std::size_t looked = 0; looked < Portion && !walk.hasEnded();)
            looked += walkRange(walk, function);
    }

private:
    // Packed: a third less memory for the table.
    struct [[gnu::packed]] Slot
    {
        Item *item = nullptr; // null: the slot is free
        std::uint32_t hash = 0;
    };
    struct Part
    {
        std::vector<Slot> cells; // "slots" is taken by Qt
        std::size_t used = 0;
    };

    [[nodiscard]] const Part &partOf(std::uint64_t hash) const;
    [[nodiscard]] Part &partOf(std::uint64_t hash)
    {
        return const_cast<Part &>(std::as_const(*this).partOf(hash));
    }
    [[nodiscard]] static std::size_t homeOf(std::uint32_t hash, const Part &part);
    /// The slot of \a id, or the free one where it would be. The part has a free slot.
    [[nodiscard]] static std::size_t slotOf(std::string_view id, std::uint32_t hash, const Part &);
    static void grow(Part &part);
    static void resize(Part &part, std::size_t size);
    static void closeGap(Part &part, std::size_t gap);
    /// Walks over a range of hashes of one part, which has about Portion slots; gives how many.
    // An item lies between the slot of its hash and the next free one, wherever others are. So
    // hashes cut the part in the same way while it grows and gaps are closed.
    template<class Function>
    std::size_t walkRange(Walk &walk, Function function)
    {
        constexpr std::uint64_t Hashes = std::uint64_t(1) << 32;
        const Part &part = m_parts[walk.m_part];
        const std::size_t size = part.cells.size();
        const std::uint64_t begin = walk.m_hash;
        const std::uint64_t end = size <= Portion
                                      ? Hashes
                                      : std::min(begin + Hashes * Portion / size, Hashes);
        walk.m_hash = end == Hashes ? 0 : end;
        walk.m_part += end == Hashes;
        if (size == 0)
            return 1;
        std::size_t slot = homeOf(static_cast<std::uint32_t>(begin), part);
        const std::size_t least = homeOf(static_cast<std::uint32_t>(end - 1), part) - slot + 1;
        std::size_t looked = 0;
        for (; looked < size && (looked < least || part.cells[slot].item); ++looked) {
            const Slot &at = part.cells[slot];
            if (at.item && at.hash >= begin && at.hash < end)
                function(*at.item);
            slot = slot + 1 == size ? 0 : slot + 1;
        }
        return looked;
    }

    void destroy(Item *item);

    IdHash m_hashOf;
    ItemSlab m_slab;
    std::array<Part, Parts> m_parts;
    std::size_t m_size = 0;
};

} // namespace qontroller
