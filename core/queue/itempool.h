// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

#include <array>
#include <vector>

namespace qontroller {

/// Makes and destroys items, and keeps the memory of some for the next.
///
/// What comes and goes often is made by one thread and destroyed by another, which
/// is what malloc is slowest at. Only few are kept: a burst gives its memory back.
/// Not thread-safe; items may outlive it only until they are destroyed by it.
class ItemPool
{
public:
    ItemPool() = default;
    ~ItemPool();
    ItemPool(const ItemPool &) = delete;
    ItemPool &operator=(const ItemPool &) = delete;

    [[nodiscard]] Item *create(std::string_view id);
    void destroy(Item *item);

private:
    static constexpr std::size_t Step = 8;        // ids are rounded up to it …
    static constexpr std::size_t Sizes = 13;      // … and longer ones than 12 steps are not kept
    static constexpr std::size_t KeptOfASize = 64;

    std::array<std::vector<void *>, Sizes> m_kept;
};

} // namespace qontroller
