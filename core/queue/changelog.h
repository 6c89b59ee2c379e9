// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

#include <vector>

namespace qontroller {

/// Which items a front end has to be told about.
///
/// An item is in here at most once, so a thousand changes between two pulls cost
/// one row. Costs nothing while nobody looks. Not thread-safe.
class ChangeLog
{
public:
    [[nodiscard]] bool isAttached() const { return m_attached; }
    void attach() { m_attached = true; }
    void detach();

    void mark(Item &item)
    {
        if (!m_attached || item.changedIndex != Item::NotChanged)
            return;
        item.changedIndex = static_cast<std::uint32_t>(m_changed.size());
        m_changed.push_back(&item);
    }

    /// \a item is about to be destroyed.
    void forget(Item &item);

    /// An item that is to be shown, taken out of the log; null when there is none.
    [[nodiscard]] Item *take();
    [[nodiscard]] std::size_t pending() const { return m_changed.size(); }
    /// The keys of shown items that are gone.
    [[nodiscard]] std::vector<ItemKey> takeRemoved();

private:
    void takeOut(std::size_t index);

    std::vector<Item *> m_changed;
    std::vector<ItemKey> m_removed;
    std::size_t m_cursor = 0; // goes round, so that nothing waits for ever under load
    bool m_attached = false;
};

} // namespace qontroller
