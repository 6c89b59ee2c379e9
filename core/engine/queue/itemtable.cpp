// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/itemtable.h"

#include "core/base/text/texthash.h"

#include <algorithm>
#include <bit>

namespace qontroller {

namespace {

constexpr std::size_t SmallestPart = 8;

/// The first bits of a hash say in which part, the last where in it.
std::uint32_t inPart(std::uint64_t hash)
{
    return static_cast<std::uint32_t>(hash);
}

std::size_t next(std::size_t slot, std::size_t slots)
{
    return slot + 1 == slots ? 0 : slot + 1;
}

} // namespace

std::uint64_t IdHash::operator()(std::string_view id) const
{
    return hashOf(id, m_salt);
}

ItemTable::~ItemTable()
{
    for (Walk all; !all.hasEnded();)
        walk(all, [this](Item &item) { destroy(&item); });
}

void ItemTable::destroy(Item *item)
{
    const std::size_t size = Item::size(item->id().size());
    Item::destroy(item);
    m_slab.give(item, size);
}

const ItemTable::Part &ItemTable::partOf(std::uint64_t hash) const
{
    return m_parts[hash >> (64 - std::bit_width(Parts - 1))];
}

Item *ItemTable::find(std::string_view id) const
{
    const std::uint64_t hash = m_hashOf(id);
    const Part &part = partOf(hash);
    return part.cells.empty() ? nullptr : part.cells[slotOf(id, inPart(hash), part)].item;
}

ItemTable::Found ItemTable::findOrCreate(std::string_view id, std::uint64_t hash)
{
    Part &part = partOf(hash);
    if ((part.used + 1) * 5 > part.cells.size() * 4) // at most four fifths are used
        grow(part);
    Slot &slot = part.cells[slotOf(id, inPart(hash), part)];
    if (slot.item)
        return {slot.item, false};
    slot.item = Item::createIn(m_slab.take(Item::size(id.size())), id);
    slot.hash = inPart(hash);
    ++part.used;
    ++m_size;
    return {slot.item, true};
}

void ItemTable::fetchSlot(std::uint64_t hash) const
{
    const Part &part = partOf(hash);
    if (!part.cells.empty())
        __builtin_prefetch(&part.cells[homeOf(inPart(hash), part)]);
}

void ItemTable::fetchItem(std::uint64_t hash) const
{
    const Part &part = partOf(hash);
    if (!part.cells.empty())
        __builtin_prefetch(part.cells[homeOf(inPart(hash), part)].item, 1);
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
    const std::uint64_t hash = m_hashOf(item->id());
    Part &part = partOf(hash);
    closeGap(part, slotOf(item->id(), inPart(hash), part));
    destroy(item);
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
