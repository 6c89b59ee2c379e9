// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/timingwheel.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace qontroller {

TimingWheel::TimingWheel(TimePoint start)
    : m_start(start)
{}

void TimingWheel::add(Item &item)
{
    assert(item.place == Place::Nowhere);
    constexpr std::uint64_t LastTick = (std::uint64_t(1) << (SlotBits * Levels)) - 1;
    const std::uint64_t tick = tickOf(item);
    const std::uint64_t possible = std::clamp(tick, m_current + 1, LastTick);
    if (possible != tick)
        item.due = m_start + Tick * static_cast<std::int64_t>(possible);

    const Spot spot = spotOf(possible);
    m_slots[spot.level][spot.slot].append(item);
    m_occupied[spot.level][spot.slot / WordBits] |= std::uint64_t(1) << (spot.slot % WordBits);
    item.place = Place::Delayed;
    ++m_size;
}

void TimingWheel::remove(Item &item)
{
    assert(item.place == Place::Delayed);
    const Spot spot = spotOf(tickOf(item));
    ItemList &list = m_slots[spot.level][spot.slot];
    list.remove(item);
    if (list.isEmpty())
        m_occupied[spot.level][spot.slot / WordBits] &= ~(std::uint64_t(1) << (spot.slot % WordBits));
    item.place = Place::Nowhere;
    --m_size;
}

TimePoint TimingWheel::nextDue() const
{
    if (m_size == 0)
        return TimePoint::max();
    return m_start + Tick * static_cast<std::int64_t>(nextTick());
}

std::uint64_t TimingWheel::tickBefore(TimePoint time) const
{
    return time <= m_start ? 0 : static_cast<std::uint64_t>((time - m_start) / Tick);
}

std::uint64_t TimingWheel::tickOf(const Item &item) const
{
    return tickBefore(item.due + Tick - Duration(1));
}

// An item lies on the level of the highest byte in which its tick differs from the
// current one. That byte is then larger than the current one's, and stays the
// highest that differs until the wheel comes to the slot.
TimingWheel::Spot TimingWheel::spotOf(std::uint64_t tick) const
{
    const auto width = static_cast<unsigned>(std::bit_width(tick ^ m_current));
    const unsigned level = width == 0 ? 0 : (width - 1) / SlotBits;
    return {level, (tick >> (level * SlotBits)) & SlotMask};
}

bool TimingWheel::step(std::uint64_t target)
{
    while (m_size > 0) {
        const std::uint64_t next = nextTick();
        if (next > target)
            break;
        m_current = next;
        for (unsigned level = Levels - 1; level > 0; --level)
            cascade(level);
        if (!m_slots[0][m_current & SlotMask].isEmpty())
            return true;
    }
    m_current = std::max(m_current, target);
    return false;
}

void TimingWheel::cascade(unsigned level)
{
    const std::size_t slot = (m_current >> (level * SlotBits)) & SlotMask;
    ItemList items = m_slots[level][slot];
    if (items.isEmpty())
        return;
    m_slots[level][slot] = ItemList();
    m_occupied[level][slot / WordBits] &= ~(std::uint64_t(1) << (slot % WordBits));
    while (Item *item = items.first()) {
        items.remove(*item);
        const Spot spot = spotOf(tickOf(*item));
        m_slots[spot.level][spot.slot].append(*item);
        m_occupied[spot.level][spot.slot / WordBits] |= std::uint64_t(1) << (spot.slot % WordBits);
    }
}

std::size_t TimingWheel::distance(unsigned level) const
{
    const std::size_t current = (m_current >> (level * SlotBits)) & SlotMask;
    for (std::size_t slot = current + 1; slot < Slots; slot = (slot / WordBits + 1) * WordBits) {
        const std::uint64_t word = m_occupied[level][slot / WordBits] >> (slot % WordBits);
        if (word != 0)
            return slot + static_cast<std::size_t>(std::countr_zero(word)) - current;
    }
    return 0;
}

// Everything on a level comes before everything on the next, so the first level
// that has items tells.
std::uint64_t TimingWheel::nextTick() const
{
    for (unsigned level = 0; level < Levels; ++level) {
        if (const std::size_t slots = distance(level)) {
            const std::uint64_t block = m_current >> (level * SlotBits);
            return (block + slots) << (level * SlotBits);
        }
    }
    assert(false && "size is not 0, so some slot is occupied");
    return m_current + 1;
}

} // namespace qontroller
