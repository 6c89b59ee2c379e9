// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/item.h"

#include <memory>
#include <new>

namespace qontroller::test {

struct ItemDeleter
{
    void operator()(Item *item) const
    {
        Item::destroy(item);
        ::operator delete(item);
    }
};
using ItemPointer = std::unique_ptr<Item, ItemDeleter>;

/// An item that is in no table.
inline ItemPointer makeItem(std::string_view id)
{
    return ItemPointer(Item::createIn(::operator new(Item::size(id.size())), id));
}

} // namespace qontroller::test
