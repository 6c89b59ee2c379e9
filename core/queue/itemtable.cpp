// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/itemtable.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace qontroller {

namespace {

constexpr std::size_t SmallestPart = 8;

/// The first bits of the hash say in which part, the last where in it.
struct Hash
{
    Hash(std::string_view id, std::uint64_t salt)
        : all(XXH3_64bits_withSeed(id.data(), id.size(), salt))
    {}
    [[nodiscard]] std::size_t part() const
    {
        return all >> (64 - std::bit_width(ItemTable::Parts - 1));
    }
    [[nodiscard]] std::uint32_t inPart() const { return static_cast<std::uint32_t>(all); }

    std::uint64_t all;
};

std::size_t next(std::size_t slot, std::size_t slots)
{
    return slot + 1 == slots ? 0 : slot + 1;
}

} // namespace

ItemTable::~ItemTable()
{
    for (Walk all; !all.hasEnded();)
        walk(all, [](Item &item) { Item::destroy(&item); });
}

Item *ItemTable::find(std::string_view id) const
{
    const Hash hash(id, m_salt);
    const Part &part = m_parts[hash.part()];
    return part.cells.empty() ? nullptr : part.cells[slotOf(id, hash.inPart(), part)].item;
}

ItemTable::Found ItemTable::findOrCreate(std::string_view id)
{
    const Hash hash(id, m_salt);
    Part &part = m_parts[hash.part()];
    if ((part.used + 1) * 5 > part.cells.size() * 4) // at most four fifths are used
        grow(part);
    Slot &slot = part.cells[slotOf(id, hash.inPart(), part)];
    if (slot.item)
        return {slot.item, false};
    slot.item = Item::create(id).release();
    slot.hash = hash.inPart();
    ++part.used;
    ++m_size;
    return {slot.item, true};
}

// Spreads the hash over any number of slots without a division (Lemire 2016), so
// that parts can grow by half and need not be a power of two.
std::size_t ItemTable::homeOf(std::uint32_t hash, const Part &part)
{
    return (std::uint64_t(hash) * part.cells.size()) >> 32;
}

std::size_t ItemTable::slotOf(std::string_view id, std::uint32_t hash, const Part &part)
{
    std::size_t i = homeOf(hash, part);
    while (part.cells[i].item && (part.cells[i].hash != hash || part.cells[i].item->id() != id))
        i = next(i, part.cells.size());
    return i;
}

void ItemTable::grow(Part &part)
{
    resize(part, std::max(SmallestPart, part.cells.size() + part.cells.size() / 2));
}

bool ItemTable::shrink(std::size_t index)
{
    Part &part = m_parts[index];
    const std::size_t enough = part.used == 0 ? 0 : std::max(SmallestPart, part.used * 2);
    const bool isMuch = part.cells.size() > 2 * enough; // so that it does not grow again soon
    if (isMuch)
        resize(part, enough);
    return isMuch;
}

void ItemTable::resize(Part &part, std::size_t size)
{
    std::vector<Slot> old(size);
    old.swap(part.cells);
    for (const Slot &slot : old) {
        if (!slot.item)
            continue;
        std::size_t i = homeOf(slot.hash, part);
        while (part.cells[i].item)
            i = next(i, part.cells.size());
        part.cells[i] = slot;
    }
}

void ItemTable::erase(Item *item)
{
    const Hash hash(item->id(), m_salt);
    Part &part = m_parts[hash.part()];
    closeGap(part, slotOf(item->id(), hash.inPart(), part));
    Item::destroy(item);
    --part.used;
    --m_size;
}

// Moves later items of the same run back, so that a search never meets a hole
// before what it looks for (Knuth, TAOCP 6.4, algorithm R).
void ItemTable::closeGap(Part &part, std::size_t gap)
{
    const std::size_t slots = part.cells.size();
    const auto distance = [slots](std::size_t from, std::size_t to) {
        return to >= from ? to - from : to + slots - from;
    };
    for (std::size_t i = next(gap, slots); part.cells[i].item; i = next(i, slots)) {
        if (distance(homeOf(part.cells[i].hash, part), i) < distance(gap, i))
            continue; // it must not come before its home
        part.cells[gap] = part.cells[i];
        gap = i;
    }
    part.cells[gap] = Slot();
}

} // namespace qontroller
