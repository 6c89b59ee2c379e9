// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/ownershipinbox.h"

#include <utility>

namespace qontroller {

void OwnershipInbox::say(std::uint32_t part, bool isOwned)
{
    if (part >= Ownership::MostParts)
        return;
    {
        MutexLock lock(m_mutex);
        if (m_closed)
            return;
        Word &word = m_words[part];
        word.wasLost = word.wasLost || !isOwned;
        word.isOwned = isOwned;
    }
    m_changed.notifyOne();
}

std::optional<OwnershipInbox::Changes> OwnershipInbox::take()
{
    MutexLock lock(m_mutex);
    while (m_words.empty() && !m_closed)
        m_changed.wait(lock);
    if (m_closed)
        return std::nullopt;
    Changes changes;
    for (const auto &[part, word] : std::exchange(m_words, {})) {
        if (word.wasLost)
            changes.lost.push_back(part);
        if (word.isOwned)
            changes.gained.push_back(part);
    }
    return changes;
}

void OwnershipInbox::close()
{
    {
        MutexLock lock(m_mutex);
        m_closed = true;
        m_words.clear();
    }
    m_changed.notifyAll();
}

} // namespace qontroller
