// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/kepttext.h"
#include "core/engine/queue/item.h"

#include <unordered_map>
#include <utility>

namespace qontroller {

/// What attempts have left with their objects, of those with which something was left: the others
/// have nothing here, and stay as small as they are. Not thread-safe.
class KeptTexts
{
public:
    /// An empty \a text leaves nothing.
    void set(Item &item, KeptText text)
    {
        if (text.isEmpty())
            return forget(item);
        m_texts[item.key] = std::move(text);
        item.hasKept = true;
    }
    [[nodiscard]] KeptText of(const Item &item) const
    {
        return item.hasKept ? m_texts.at(item.key) : KeptText();
    }
    void forget(Item &item)
    {
        if (item.hasKept)
            m_texts.erase(item.key);
        item.hasKept = false;
    }

private:
    std::unordered_map<ItemKey, KeptText> m_texts;
};

} // namespace qontroller
