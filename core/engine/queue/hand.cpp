// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/hand.h"

#include "core/engine/queue/run.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

/// What its worker does without the lock takes about so long. Longer than that nobody who comes
/// for an item is to wait behind others.
constexpr Duration Share = std::chrono::microseconds(50);
/// So long it keeps to itself what has ended.
constexpr Duration LongestHold = std::chrono::microseconds(200);

/// Nothing follows from it, so it may be noted later.
bool hasNoConsequence(const RunResult &result)
{
    return result.outcome.kind() == Outcome::Kind::Done
           && (result.ran == Ran::Add || result.ran == Ran::Get);
}

} // namespace

Hand::Entry *Hand::upcoming(const RunResult &result, TimePoint now)
{
    const Word word = load();
    if (word.begun == word.end || !hasNoConsequence(result) || now - m_dealtAt >= LongestHold)
        return nullptr;
    Entry &entry = (*this)[word.begun];
    entry.startedAt = now;
    return &entry;
}

bool Hand::goOn(const RunResult &result, TimePoint now)
{
    Word word = load();
    Entry &ended = (*this)[word.begun - 1];
    ended.result = result;
    ended.endedAt = now;
    // It fails only when the hand was closed.
    return word.begun != word.end
           && m_word.compare_exchange_strong(word, {word.begun + 1, word.end},
                                             std::memory_order_acq_rel);
}

void Hand::deal(std::uint32_t count, TimePoint now)
{
    m_word.store({m_first + 1, m_first + count}, std::memory_order_release); // its worker is here
    m_band = (*this)[m_first].item->band;
    m_dealtAt = now;
}

Hand::Range Hand::close()
{
    Word word = load();
    while (!m_word.compare_exchange_weak(word, {word.begun, word.begun}, std::memory_order_acq_rel))
        ;
    return {std::exchange(m_first, word.begun), word.begun, word.end};
}

void Hand::learn(Duration time, std::uint32_t runs)
{
    const Duration each = std::max<Duration>(time / std::max(runs, 1U), Duration(1));
    const auto fit = static_cast<std::uint64_t>(Share / each);
    m_most = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(std::min<std::uint64_t>(fit, 2 * runs), 1, Most));
}

} // namespace qontroller
