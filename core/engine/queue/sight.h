// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/item.h"

#include <cstddef>
#include <cstdint>

namespace qontroller {

/// Which items the last list that has begun has shown, or its source has spoken of since: those
/// are *seen*, the others missing. Counts them, so that nobody walks over all to find none.
/// Not thread-safe.
class Sight
{
public:
    /// A list begins: all are missing.
    void begin()
    {
        ++m_list;
        m_seen = 0;
    }
    /// \a item is new.
    void welcome(Item &item)
    {
        item.eventListNumber = m_list;
        ++m_seen;
    }
    void forget(const Item &item) { m_seen -= !isMissing(item); }
    /// The list under way shows \a item.
    void show(Item &item)
    {
        m_seen += isMissing(item);
        item.listNumber = m_list;
    }
    /// Its source speaks of \a item.
    void hearOf(Item &item)
    {
        m_seen += isMissing(item);
        item.eventListNumber = m_list;
    }
    /// The list under way says that \a item, of which nothing was known, is gone.
    void showGone(Item &item)
    {
        forget(item);
        item.eventListNumber = m_list - 1;
    }
    /// \a item, which is new, was known before this began.
    void restore(Item &item)
    {
        constexpr std::uint32_t FormerList = UINT32_MAX;
        forget(item);
        item.listNumber = FormerList;
        m_seen += !isMissing(item);
    }

    [[nodiscard]] bool isMissing(const Item &item) const
    {
        return item.listNumber != m_list && item.eventListNumber != m_list;
    }
    /// Its source has spoken of it since the list began.
    [[nodiscard]] bool isNewerThanList(const Item &item) const
    {
        return item.eventListNumber == m_list;
    }
    [[nodiscard]] std::size_t seen() const { return m_seen; }

private:
    std::size_t m_seen = 0;
    std::uint32_t m_list = 0;
};

} // namespace qontroller
