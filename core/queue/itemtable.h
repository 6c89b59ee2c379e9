// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

#include <absl/container/flat_hash_set.h>

#include <array>
#include <functional>

namespace qontroller {

/// All known items by id; owns them.
///
/// Cut into parts by hash, so that growing one moves 1/256 of the items and a walk
/// over all can stop after each part. Not thread-safe.
class ItemTable
{
public:
    static constexpr std::size_t Parts = 256;

    ItemTable() = default;
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

    /// Calls \a function for every item of part \a index (0 to Parts - 1). It may
    /// erase the item that it is given.
    template<class Function>
    void forEachInPart(std::size_t index, Function function)
    {
        Part &part = m_parts[index];
        for (auto it = part.begin(); it != part.end();) {
            Item *item = *it;
            ++it; // erasing leaves other iterators valid
            function(*item);
        }
    }

private:
    // Not the library's own hash: it is salted by address, and a walk has to come
    // out the same when a test replays it.
    static std::size_t hashOf(std::string_view id) { return std::hash<std::string_view>{}(id); }
    static std::size_t partOf(std::size_t hash) { return hash >> (sizeof(hash) * 8 - 8); }

    struct Key
    {
        std::string_view id;
        std::size_t hash;
    };
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(const Item *item) const { return hashOf(item->id()); }
        std::size_t operator()(const Key &key) const { return key.hash; }
    };
    struct Equal
    {
        using is_transparent = void;
        bool operator()(const Item *a, const Item *b) const { return a == b; }
        bool operator()(const Item *a, const Key &b) const { return a->id() == b.id; }
        bool operator()(const Key &a, const Item *b) const { return a.id == b->id(); }
    };
    using Part = absl::flat_hash_set<Item *, Hash, Equal>;

    void giveMemoryBack(Part &part);

    std::array<Part, Parts> m_parts;
    std::size_t m_size = 0;
    std::size_t m_erased = 0; // since memory was last given back
};

} // namespace qontroller
