// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/itemlist.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace qontroller {

/// Items that wait for a time, in a hierarchical timing wheel (Varghese and Lauck
/// 1987): adding, cancelling and expiring cost the same however many wait. A level
/// reaches a whole turn ahead of now, so that what comes within a second is put in
/// its place at once and not moved again by the thousand when its block begins.
///
/// Times are rounded up to the next tick of 1 ms, so nothing comes early. Item::due
/// says when; it must not change while the item is in here. Not thread-safe.
class TimingWheel
{
public:
    static constexpr Duration Tick = std::chrono::milliseconds(1);

    explicit TimingWheel(TimePoint start);

    /// \a item is in no place and goes to \a as; it comes out of the first expire() at or
    /// after its due time.
    void add(Item &item, Place as);
    void remove(Item &item);

    /// Takes out what is due, earlier ticks first, and gives it with the place where it was to
    /// \a expired, which may add and remove items. Touches \a atMost items, so it may take
    /// several calls: true if there is more to do. Then nextDue() is not after \a now.
    template<class Function>
    [[nodiscard]] bool expire(TimePoint now, std::size_t atMost, Function expired)
    {
        const std::uint64_t target = tickBefore(now);
        if (m_earliest > target) { // as almost always
            m_current = std::max(m_current, target);
            return false;
        }
        do {
            if (!cascade(atMost))
                return true;
            ItemList &slot = m_levels[0].lists[m_current & SlotMask];
            for (; Item *item = slot.first(); --atMost) {
                if (atMost == 0)
                    return true;
                const Place place = item->place;
                remove(*item);
                expired(*item, place);
            }
        } while (step(target));
        return false;
    }

    /// No item comes out before this; TimePoint::max() when empty. May be too early.
    [[nodiscard]] TimePoint nextDue() const;

    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    static constexpr unsigned SlotBits = 10;
    static constexpr std::size_t Slots = std::size_t(1) << SlotBits;
    static constexpr std::uint64_t SlotMask = Slots - 1;
    static constexpr unsigned Levels = 4; // 2^40 ms: 34 years
    static constexpr std::size_t WordBits = 64;

    struct Level
    {
        std::array<ItemList, Slots> lists;
        std::array<std::uint64_t, Slots / WordBits> occupied{};
    };

    [[nodiscard]] std::uint64_t tickBefore(TimePoint time) const;
    [[nodiscard]] std::uint64_t tickOf(const Item &item) const;
    /// Puts \a item where \a tick belongs, seen from the current one.
    void place(Item &item, std::uint64_t tick);
    /// Goes to the next tick up to \a target that has something to do, the current one being
    /// done with; false when there is none.
    bool step(std::uint64_t target);
    /// Moves what the current tick's blocks hold down to its level, \a atMost items, which it
    /// counts down. False: there are more.
    [[nodiscard]] bool cascade(std::size_t &atMost);
    /// How many slots after the current one the next occupied of \a level is; 0: none.
    [[nodiscard]] std::size_t distance(unsigned level) const;
    /// The next tick at which a slot expires or cascades.
    [[nodiscard]] std::uint64_t nextTick() const;

    std::array<Level, Levels> m_levels;
    TimePoint m_start;
    std::uint64_t m_current = 0; // everything before this tick has expired
    // nextTick() is not before; m_current while that tick is not done with.
    std::uint64_t m_earliest = UINT64_MAX;
    std::size_t m_size = 0;
};

} // namespace qontroller
