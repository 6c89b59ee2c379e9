// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/itemtable.h"

#include <algorithm>
#include <malloc.h>

namespace qontroller {

ItemTable::~ItemTable()
{
    for (Part &part : m_parts)
        std::for_each(part.begin(), part.end(), Item::Deleter{});
}

Item *ItemTable::find(std::string_view id) const
{
    const Key key{id, hashOf(id)};
    const Part &part = m_parts[partOf(key.hash)];
    const auto it = part.find(key);
    return it == part.end() ? nullptr : *it;
}

ItemTable::Found ItemTable::findOrCreate(std::string_view id)
{
    const Key key{id, hashOf(id)};
    bool isNew = false;
    const auto it = m_parts[partOf(key.hash)].lazy_emplace(key, [&](const auto &construct) {
        isNew = true;
        construct(Item::create(id).release());
    });
    m_size += isNew;
    return {*it, isNew};
}

void ItemTable::erase(Item *item)
{
    const Key key{item->id(), hashOf(item->id())};
    Part &part = m_parts[partOf(key.hash)];
    part.erase(part.find(key));
    Item::destroy(item);
    --m_size;
    ++m_erased;
    giveMemoryBack(part);
}

void ItemTable::giveMemoryBack(Part &part)
{
    constexpr std::size_t Many = 100'000;
    if (part.empty() && part.capacity() > 64)
        part = Part();
    if (m_erased < Many || m_erased < 4 * m_size)
        return;
    m_erased = 0;
    malloc_trim(0);
}

} // namespace qontroller
