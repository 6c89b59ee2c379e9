// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/item.h"

namespace qontroller {

/// A list of items or of others that are linked through their `previous` and `next`; owns nothing.
template<class Node>
class LinkedList
{
public:
    [[nodiscard]] bool isEmpty() const { return m_first == nullptr; }
    [[nodiscard]] Node *first() const { return m_first; }
    [[nodiscard]] Node *last() const { return m_last; }

    void append(Node &node)
    {
        node.previous = m_last;
        node.next = nullptr;
        (m_last ? m_last->next : m_first) = &node;
        m_last = &node;
    }

    void prepend(Node &node)
    {
        node.previous = nullptr;
        node.next = m_first;
        (m_first ? m_first->previous : m_last) = &node;
        m_first = &node;
    }

    void remove(Node &node)
    {
        (node.previous ? node.previous->next : m_first) = node.next;
        (node.next ? node.next->previous : m_last) = node.previous;
        node.previous = node.next = nullptr;
    }

private:
    Node *m_first = nullptr;
    Node *m_last = nullptr;
};

using ItemList = LinkedList<Item>;

} // namespace qontroller
