// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/changelog.h"

namespace qontroller {

ChangeLog::Reader &ChangeLog::reader(ReaderId id)
{
    const auto found = std::ranges::find(m_readers, id, &Reader::id);
    if (found != m_readers.end())
        return *found;
    return m_readers.emplace_back(Reader{id, NeverRead});
}

bool ChangeLog::restartIfBehind(Reader &reader)
{
    if (reader.next >= begin() && reader.next != NeverRead)
        return false;
    reader.next = m_mostRead = m_end; // all changes from now on are news to it
    reader.items = {};
    m_isRead = true;
    return true;
}

void ChangeLog::forget(ReaderId id)
{
    std::erase_if(m_readers, [id](const Reader &reader) { return reader.id == id; });
    m_mostRead = 0;
    m_isRead = false;
    for (const Reader &reader : m_readers) {
        if (reader.next == NeverRead)
            continue;
        m_mostRead = std::max(m_mostRead, reader.next);
        m_isRead = true;
    }
    trim(0);
}

void ChangeLog::leave(Item &item, std::size_t known)
{
    if (!m_isRead)
        return;
    supersede(item);
    append({nullptr, item.key});
    trim(known);
}

void ChangeLog::trim(std::size_t known)
{
    std::uint64_t needed = m_end;
    for (const Reader &reader : m_readers)
        needed = std::min(needed, reader.next);
    const std::size_t most = FewLines + 2 * known;
    while (!m_lines.empty() && (begin() < needed || m_lines.size() > most))
        m_lines.pop_front();
}

} // namespace qontroller
