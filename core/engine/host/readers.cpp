// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/readers.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

constexpr std::size_t MostCopied = std::size_t{1} << 20; ///< bytes, under the lock

} // namespace

Readers::Reader *Readers::find(ReaderId reader)
{
    const auto found = std::ranges::find(m_readers, reader, &Reader::id);
    return found == m_readers.end() ? nullptr : &*found;
}

ReaderId Readers::attach(Reads reads)
{
    MutexLock lock(m_mutex);
    m_readers.push_back({++m_last, {reads}, {}});
    return m_last;
}

void Readers::detach(ReaderId reader)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_readers, [reader](const Reader &each) { return each.id == reader; });
    m_lastWords.forget(reader);
}

std::vector<ReaderId> Readers::all() const
{
    MutexLock lock(m_mutex);
    std::vector<ReaderId> ids;
    for (const Reader &each : m_readers)
        ids.push_back(each.id);
    return ids;
}

std::optional<Readers::Turn> Readers::nextTurn(ReaderId reader)
{
    MutexLock lock(m_mutex);
    Reader *attached = find(reader);
    if (!attached)
        return std::nullopt;
    const Turn turn = attached->next;
    ++attached->next.number;
    return turn;
}

void Readers::addGone(ReaderId reader, Delta &delta, std::size_t room)
{
    MutexLock lock(m_mutex);
    Reader *attached = find(reader);
    if (!attached)
        return;
    room = std::min(room, MostCopied);
    m_lastWords.read(reader, delta, room);
    std::set<ControllerId> there;
    for (const ControllerDelta &controller : delta.controllers)
        there.insert(controller.id);
    for (const ControllerId id : attached->told) { // it came too late for their last words
        if (!there.contains(id))
            delta.removed.push_back(id);
    }
    for (const ControllerId gone : delta.removed)
        there.erase(gone);
    attached->told = std::move(there);
}

void Readers::addWords(ControllerDelta words, LastWords::Places places)
{
    MutexLock lock(m_mutex);
    std::erase_if(places, [this](const auto &each) QONTROLLER_REQUIRES(m_mutex) {
        return !find(each.first);
    });
    m_lastWords.add(std::move(words), std::move(places));
}

} // namespace qontroller
