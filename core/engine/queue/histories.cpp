// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/histories.h"

#include "core/engine/observe/events/heapbytes.h"

#include <numeric>

namespace qontroller {

namespace {

constexpr std::size_t BytesOfHistory = 128; // two nodes and a vector
constexpr int ForgottenAtOnce = 256;

std::size_t bytesOf(const AttemptRecord &attempt)
{
    return sizeof(attempt) + heapBytes(attempt.outcome.text);
}

bool isTooMuch(const std::vector<AttemptRecord> &attempts)
{
    const auto add = [](std::size_t bytes, const AttemptRecord &attempt) {
        return bytes + heapBytes(attempt.outcome.text);
    };
    return attempts.size() > Histories::AttemptsKept
           || (attempts.size() > 1
               && std::accumulate(attempts.begin(), attempts.end(), std::size_t{0}, add)
                      > Histories::TextBytesKept);
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
    m_bytes += bytesOf(attempt);
    history.attempts.push_back(std::move(attempt));
    while (isTooMuch(history.attempts)) {
        m_bytes -= bytesOf(history.attempts.front());
        history.attempts.erase(history.attempts.begin());
    }
    trim();
}

// The one that was added to last stays.
bool Histories::trim()
{
    const auto isTooMuch = [this] { return m_bytes > m_mostBytes && m_order.size() > 1; };
    for (int i = 0; i < ForgottenAtOnce && isTooMuch(); ++i)
        forget(m_order.front());
    return isTooMuch();
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
