// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/hands.h"

#include <algorithm>

namespace qontroller {

namespace {

/// By then its worker would have been back if its runs were as short as those before.
constexpr Duration Overdue = std::chrono::milliseconds(1);

} // namespace

Hands::Hands(Schedule &schedule, Runs &runs)
    : m_schedule(schedule)
    , m_runs(runs)
{
    m_schedule.setSurfacer(*this);
}

Hands::Taken Hands::take(Seat &seat, bool isOneIdle, TimePoint now)
{
    closeOverdue(now);
    closeIfAhead();
    const bool mayFill = seat.hand && seat.hand->most() > 1 && !m_schedule.isClosed();
    if (mayFill) {
        static_cast<void>(m_schedule.expire(now));
        const std::uint32_t most = isOneIdle ? 1 : std::min(seat.hand->most(), fairShare());
        if (Hand::Entry *entry = fill(*seat.hand, most, now))
            return {entry};
    }
    return {nullptr, m_runs.take(seat.number, now)};
}

Hand::Entry *Hands::fill(Hand &hand, std::uint32_t most, TimePoint now)
{
    const std::uint32_t first = hand.range().end;
    std::uint32_t count = 0;
    while (count < most && stage(hand, hand[first + count], hand[first], now))
        ++count;
    if (count == 0)
        return nullptr;
    hand.deal(count, now);
    hand[first].startedAt = now;
    m_open.append(hand);
    ++openBy(hand.band());
    return &hand[first];
}

/// So that who comes for an item meanwhile finds one.
std::uint32_t Hands::fairShare() const
{
    constexpr std::size_t Shares = 4; // of what is ready, and for each hand as many
    std::size_t hands = 1;
    for (const std::uint32_t open : m_openBy)
        hands += open;
    const std::size_t share = m_schedule.places().depth() / (Shares * hands);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(share, 1, Hand::Most));
}

bool Hands::stage(Hand &hand, Hand::Entry &entry, const Hand::Entry &first, TimePoint now)
{
    Item *item = m_schedule.places().popPlain(now);
    if (!item)
        return false;
    m_runs.claim(*item, hand.seat().number);
    const bool isOfBand = &entry == &first || item->band == first.item->band;
    if (!isOfBand || !m_schedule.owns(item->id())) {
        recall(*item);
        return false;
    }
    item->run = RunState::InHand;
    item->hand = &hand;
    entry.item = item;
    entry.readySince = item->queueSince;
    entry.cause = attemptCauseOf(item->runCauses);
    return true;
}

void Hands::finish(Seat &seat, Item &item, const RunResult &result, TimePoint now)
{
    if (verdict(result) == Said::Kind::HostIsShort) // how many run counts then
        closeAll();
    const bool wasInHand = item.isInHand();
    if (wasInHand)
        empty(*seat.hand, now);
    const Duration took = now - item.queueSince;
    seat.run = nullptr;
    seat.item = nullptr;
    seat.count(took);
    if (!seat.hand)
        seat.hand = std::make_unique<Hand>(seat);
    if (!wasInHand)
        seat.hand->learn(took, 1);
    m_runs.finish(item, result, now);
}

void Hands::empty(Hand &hand, TimePoint now)
{
    const Hand::Range range = hand.range();
    hand.learn(now - hand.dealtAt(), range.begun - range.first);
    if (hand.hasStaged())
        close(hand);
    else
        closeAlone(hand);
}

void Hands::close(Hand &hand)
{
    while (m_open.last() != &hand)
        closeAlone(*m_open.last());
    closeAlone(hand);
}

void Hands::closeAlone(Hand &hand)
{
    m_open.remove(hand);
    --openBy(hand.band());
    const Hand::Range range = hand.close();
    noteEnded(hand, range);
    promote(hand, hand[range.begun - 1]);
    recallStaged(hand, range);
}

void Hands::noteEnded(Hand &hand, const Hand::Range &range)
{
    for (std::uint32_t i = range.first; i != range.begun - 1; ++i)
        note(hand, hand[i]);
}

void Hands::note(const Hand &hand, const Hand::Entry &entry)
{
    hand.seat().count(entry.endedAt - entry.startedAt);
    entry.item->next = nullptr;
    entry.item->queueSince = entry.startedAt;
    m_runs.finish(*entry.item, entry.result, entry.endedAt);
}

void Hands::promote(const Hand &hand, const Hand::Entry &entry)
{
    hand.seat().run = entry.run;
    hand.seat().item = entry.item;
    entry.item->next = nullptr;
    entry.item->run = RunState::Running;
    entry.item->queueSince = entry.startedAt;
    m_schedule.settle(*entry.item, entry.startedAt);
}

// What comes first goes back last, so that it is first again.
void Hands::recallStaged(Hand &hand, const Hand::Range &range)
{
    for (std::uint32_t i = range.end; i != range.begun; --i)
        recall(*hand[i - 1].item);
}

void Hands::recall(Item &item)
{
    m_runs.unclaim(item);
    m_schedule.places().putBack(item);
}

void Hands::closeAll()
{
    while (!m_open.isEmpty())
        closeAlone(*m_open.last());
}

void Hands::closeOverdue(TimePoint now)
{
    if (!m_open.isEmpty() && now - m_open.first()->dealtAt() >= Overdue)
        closeAll();
}

void Hands::closeIfOvertaken()
{
    for (int worst = BandCount; worst-- > 0;) {
        if (openBy(static_cast<Band>(worst)) == 0)
            continue;
        if (m_schedule.places().bestBand() < worst)
            closeAll();
        return;
    }
}

void Hands::closeIfAhead()
{
    if (m_open.isEmpty())
        return;
    const int best = m_schedule.places().bestBand();
    for (Hand *hand = m_open.first(); hand; hand = hand->next) {
        if (static_cast<int>(hand->band()) < best && hand->hasStaged())
            return close(*hand);
    }
}

} // namespace qontroller
