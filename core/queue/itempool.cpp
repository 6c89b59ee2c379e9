// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/itempool.h"

namespace qontroller {

ItemPool::~ItemPool()
{
    for (const auto &kept : m_kept) {
        for (void *memory : kept)
            ::operator delete(memory);
    }
}

Item *ItemPool::create(std::string_view id)
{
    const std::size_t size = (id.size() + Step - 1) / Step;
    if (size >= Sizes || m_kept[size].empty())
        return Item::createIn(::operator new(Item::bytesFor(size * Step)), id);
    void *memory = m_kept[size].back();
    m_kept[size].pop_back();
    return Item::createIn(memory, id);
}

void ItemPool::destroy(Item *item)
{
    const std::size_t size = (item->id().size() + Step - 1) / Step;
    void *memory = Item::release(item);
    if (size < Sizes && m_kept[size].size() < KeptOfASize)
        m_kept[size].push_back(memory);
    else
        ::operator delete(memory);
}

} // namespace qontroller
