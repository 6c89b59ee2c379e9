// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/changelog.h"

#include <utility>

namespace qontroller {

void ChangeLog::detach()
{
    for (Item *item : m_changed)
        item->changedIndex = Item::NotChanged;
    m_attached = false;
    m_changed = {};
    m_removed = {};
    m_cursor = 0;
}

void ChangeLog::forget(Item &item)
{
    if (item.changedIndex != Item::NotChanged)
        takeOut(item.changedIndex);
    if (m_attached && item.shown)
        m_removed.push_back(item.key);
    item.shown = false;
}

Item *ChangeLog::take()
{
    if (m_changed.empty())
        return nullptr;
    m_cursor = m_cursor < m_changed.size() ? m_cursor : 0;
    Item *item = m_changed[m_cursor];
    takeOut(m_cursor++);
    item->shown = true;
    return item;
}

std::vector<ItemKey> ChangeLog::takeRemoved()
{
    return std::exchange(m_removed, {});
}

void ChangeLog::takeOut(std::size_t index)
{
    Item *last = m_changed.back();
    m_changed[index]->changedIndex = Item::NotChanged;
    if (last != m_changed[index]) {
        m_changed[index] = last;
        last->changedIndex = static_cast<std::uint32_t>(index);
    }
    m_changed.pop_back();
}

} // namespace qontroller
