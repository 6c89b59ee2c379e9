// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

namespace qontroller {

/// A list of items linked through Item::previous and Item::next; owns nothing.
class ItemList
{
public:
    [[nodiscard]] bool isEmpty() const { return m_first == nullptr; }
    [[nodiscard]] Item *first() const { return m_first; }
    [[nodiscard]] Item *last() const { return m_last; }

    void append(Item &item)
    {
        item.previous = m_last;
        item.next = nullptr;
        (m_last ? m_last->next : m_first) = &item;
        m_last = &item;
    }

    void remove(Item &item)
    {
        (item.previous ? item.previous->next : m_first) = item.next;
        (item.next ? item.next->previous : m_last) = item.previous;
        item.previous = item.next = nullptr;
    }

private:
    Item *m_first = nullptr;
    Item *m_last = nullptr;
};

} // namespace qontroller
