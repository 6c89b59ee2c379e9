// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

#include <array>
#include <cstddef>
#include <vector>

namespace qontroller {

/// All known items by id; owns them.
///
/// Open addressing with linear probing. A slot keeps the hash beside the item, so
/// that neither growing nor looking past a neighbour touches an item: with a
/// million of them each touch is a cache miss. Cut into parts by hash, so that
/// growing one moves one of 2048 and a walk over all can pause after each
/// part. The hash is salted: whoever chooses the ids cannot have them meet in one place.
/// A walk comes out the same for the same salt. Not thread-safe.
class ItemTable
{
public:
    static constexpr std::size_t Parts = 2048;

    explicit ItemTable(std::uint64_t salt)
        : m_salt(salt)
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
    /// Finds \a id or makes a new item for it.
    [[nodiscard]] Found findOrCreate(std::string_view id);

    /// Forgets and destroys \a item. Gives memory back to the system after many.
    void erase(Item *item);

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] std::size_t sizeOfPart(std::size_t index) const { return m_parts[index].used; }
    /// Calls \a function for every item of part \a index, 0 to Parts - 1. It must
    /// neither add nor erase items.
    template<class Function>
    void forEachInPart(std::size_t index, Function function)
    {
        for (const Slot &slot : m_parts[index].cells) {
            if (slot.item)
                function(*slot.item);
        }
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

    [[nodiscard]] static std::size_t homeOf(std::uint32_t hash, const Part &part);
    /// The slot of \a id, or the free one where it would be. The part has a free slot.
    [[nodiscard]] static std::size_t slotOf(std::string_view id, std::uint32_t hash, const Part &part);
    static void grow(Part &part);
    static void closeGap(Part &part, std::size_t gap);
    void giveMemoryBack(Part &part);

    std::uint64_t m_salt;
    std::array<Part, Parts> m_parts;
    std::size_t m_size = 0;
    std::size_t m_erased = 0; // since memory was last given back
};

} // namespace qontroller
