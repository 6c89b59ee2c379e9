// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/histories.h"

namespace qontroller {

namespace {

constexpr std::size_t BytesOfHistory = 128; // two nodes and a vector

std::size_t bytesOf(const AttemptRecord &attempt)
{
    return sizeof(attempt) + attempt.outcome.text.capacity();
}

} // namespace

void Histories::watch(ItemKey key)
{
    const auto [entry, isNew] = m_histories.try_emplace(key);
    if (!isNew)
        return;
    entry->second.place = m_order.insert(m_order.end(), key);
    m_bytes += BytesOfHistory;
}

void Histories::add(ItemKey key, AttemptRecord attempt)
{
    watch(key);
    History &history = m_histories.at(key);
    m_order.splice(m_order.end(), m_order, history.place);
    if (history.attempts.size() == AttemptsKept) {
        m_bytes -= bytesOf(history.attempts.front());
        history.attempts.erase(history.attempts.begin());
    }
    m_bytes += bytesOf(attempt);
    history.attempts.push_back(std::move(attempt));
    while (m_bytes > m_mostBytes && m_order.front() != key)
        forget(m_order.front());
}

std::vector<AttemptRecord> Histories::of(ItemKey key) const
{
    const auto found = m_histories.find(key);
    return found == m_histories.end() ? std::vector<AttemptRecord>() : found->second.attempts;
}

void Histories::forget(ItemKey key)
{
    const auto found = m_histories.find(key);
    if (found == m_histories.end())
        return;
    m_bytes -= BytesOfHistory;
    for (const AttemptRecord &attempt : found->second.attempts)
        m_bytes -= bytesOf(attempt);
    m_order.erase(found->second.place);
    m_histories.erase(found);
}

} // namespace qontroller
