// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/changelog.h"

#include <utility>

namespace qontroller {

namespace {

/// Lines that are forgotten at once: more would hold the lock for long.
constexpr std::size_t LinesAtOnce = std::size_t{64} << 10;

} // namespace

ChangeLog::Read ChangeLog::read() const
{
    Read read;
    for (const Reader &reader : m_readers) {
        read.events = std::min(read.events, reader.events.next);
        read.ticketEnds = std::min(read.ticketEnds, reader.ticketEnds.next);
    }
    return read;
}

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

ChangeLog::Lines ChangeLog::forget(ReaderId id, std::size_t known)
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
    if (!m_isRead)
        return std::exchange(m_lines, {});
    trim(known);
    return {};
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
    const std::size_t tooMany = m_lines.size() - std::min(m_lines.size(), most);
    const std::size_t read = needed > begin() ? needed - begin() : 0;
    const auto end = m_lines.begin()
                     + std::ptrdiff_t(
                         std::min({m_lines.size(), LinesAtOnce, std::max(tooMany, read)}));
    m_lines.erase(m_lines.begin(), end);
}

} // namespace qontroller
