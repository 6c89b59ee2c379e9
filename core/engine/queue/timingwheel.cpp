// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/timingwheel.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace qontroller {

TimingWheel::TimingWheel(TimePoint start)
    : m_start(start)
{}

void TimingWheel::add(Item &item, Place as)
{
    assert(item.place == Place::Nowhere && isDelayed(as));
    constexpr std::uint64_t LastTick = (std::uint64_t(1) << (SlotBits * Levels)) - 1;
    const std::uint64_t tick = tickOf(item);
    const std::uint64_t possible = std::clamp(tick, m_current + 1, LastTick);
    if (possible != tick)
        item.due = m_start + Tick * static_cast<std::int64_t>(possible);
    place(item, possible);
    item.place = as;
    ++m_size;
}

void TimingWheel::remove(Item &item)
{
    assert(isDelayed(item.place));
    Level &level = m_levels[item.wheelLevel];
    const std::size_t slot = (tickOf(item) >> (item.wheelLevel * SlotBits)) & SlotMask;
    level.lists[slot].remove(item);
    if (level.lists[slot].isEmpty())
        level.occupied[slot / WordBits] &= ~(std::uint64_t(1) << (slot % WordBits));
    item.place = Place::Nowhere;
    --m_size;
}

TimePoint TimingWheel::nextDue() const
{
    return m_size == 0 ? TimePoint::max() : m_start + Tick * static_cast<std::int64_t>(m_earliest);
}

std::uint64_t TimingWheel::tickBefore(TimePoint time) const
{
    return time <= m_start ? 0 : static_cast<std::uint64_t>((time - m_start) / Tick);
}

std::uint64_t TimingWheel::tickOf(const Item &item) const
{
    return tickBefore(item.due + Tick - Duration(1));
}

// On the lowest level that reaches it in less than a turn: so the slot of the current
// tick holds nothing of a later turn, and an item is moved down when its block begins.
void TimingWheel::place(Item &item, std::uint64_t tick)
{
    unsigned level = 0;
    unsigned shift = 0;
    while ((tick >> shift) - (m_current >> shift) >= Slots) {
        ++level;
        shift += SlotBits;
    }
    const std::size_t slot = (tick >> shift) & SlotMask;
    m_levels[level].lists[slot].append(item);
    m_levels[level].occupied[slot / WordBits] |= std::uint64_t(1) << (slot % WordBits);
    item.wheelLevel = level & (Levels - 1);
    m_earliest = std::min(m_earliest, (tick >> shift) << shift);
}

bool TimingWheel::step(std::uint64_t target)
{
    if (m_earliest <= target)
        m_earliest = nextTick();
    m_current = std::max(m_current, std::min(m_earliest, target));
    return m_earliest <= target;
}

bool TimingWheel::cascade(std::size_t &atMost)
{
    for (unsigned level = Levels - 1; level > 0; --level) {
        const std::size_t slot = (m_current >> (level * SlotBits)) & SlotMask;
        for (ItemList &items = m_levels[level].lists[slot]; !items.isEmpty(); --atMost) {
            if (atMost == 0)
                return false;
            Item &item = *items.first();
            const Place as = item.place;
            remove(item);
            place(item, tickOf(item));
            item.place = as;
            ++m_size;
        }
    }
    return true;
}

std::size_t TimingWheel::distance(unsigned level) const
{
    const std::size_t first = (m_current >> (level * SlotBits)) + 1;
    for (std::size_t seen = 0; seen < Slots;) {
        const std::size_t slot = (first + seen) & SlotMask;
        const std::uint64_t word = m_levels[level].occupied[slot / WordBits] >> (slot % WordBits);
        if (word != 0)
            return 1 + seen + static_cast<std::size_t>(std::countr_zero(word));
        seen += WordBits - slot % WordBits;
    }
    return 0;
}

std::uint64_t TimingWheel::nextTick() const
{
    std::uint64_t next = UINT64_MAX;
    for (unsigned level = 0; level < Levels; ++level) {
        if (const std::size_t slots = distance(level)) {
            const std::uint64_t block = m_current >> (level * SlotBits);
            next = std::min(next, (block + slots) << (level * SlotBits));
        }
    }
    return next;
}

} // namespace qontroller
