// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/sourcerecall.h"

namespace qontroller::consist {

std::optional<Error> SourceRecall::begin()
{
    if (m_isRestored || !m_memory.text)
        return std::nullopt;
    auto kept = m_store->memoryOf(m_name);
    if (!kept)
        return std::move(kept.error());
    m_kept = *std::move(kept);
    if (m_kept)
        m_memory.restore(*m_kept);
    m_isRestored = true;
    return std::nullopt;
}

void SourceRecall::end()
{
    if (!m_memory.text)
        return;
    std::string text = m_memory.text();
    if (m_kept != text && m_store->setMemory(m_name, text))
        m_kept = std::move(text);
}

} // namespace qontroller::consist
