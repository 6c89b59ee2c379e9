// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/itemlist.h"

#include <array>
#include <cstdint>

namespace qontroller {

/// Items that wait for a time, in a hierarchical timing wheel (Varghese and Lauck
/// 1987): adding, cancelling and expiring cost the same however many wait.
///
/// Times are rounded up to the next tick of 1 ms, so nothing comes early. Item::due
/// says when; it must not change while the item is in here. Not thread-safe.
class TimingWheel
{
public:
    static constexpr Duration Tick = std::chrono::milliseconds(1);

    explicit TimingWheel(TimePoint start);

    /// \a item is in no place; it comes out of the first expire() at or after its due time.
    void add(Item &item);
    void remove(Item &item);

    /// Takes out everything whose time has come, earlier ticks first, and gives it
    /// to \a expired, which may add and remove items.
    template<class Function>
    void expire(TimePoint now, Function expired)
    {
        const std::uint64_t target = tickBefore(now);
        while (step(target)) {
            ItemList &slot = m_slots[0][m_current & SlotMask];
            while (Item *item = slot.first()) {
                remove(*item);
                expired(*item);
            }
        }
    }

    /// No item comes out before this; TimePoint::max() when empty. For items far
    /// away it may be too early by some.
    [[nodiscard]] TimePoint nextDue() const;

    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    static constexpr unsigned SlotBits = 8;
    static constexpr std::size_t Slots = std::size_t(1) << SlotBits;
    static constexpr std::uint64_t SlotMask = Slots - 1;
    static constexpr unsigned Levels = 5; // 2^40 ms: 34 years
    static constexpr std::size_t WordBits = 64;

    struct Spot
    {
        unsigned level;
        std::size_t slot;
    };

    [[nodiscard]] std::uint64_t tickBefore(TimePoint time) const;
    [[nodiscard]] std::uint64_t tickOf(const Item &item) const;
    [[nodiscard]] Spot spotOf(std::uint64_t tick) const;
    /// Goes to the next tick up to \a target that has items; false when there is none.
    bool step(std::uint64_t target);
    void cascade(unsigned level);
    /// How many slots after the current one the next occupied of \a level is; 0: none.
    [[nodiscard]] std::size_t distance(unsigned level) const;
    [[nodiscard]] std::uint64_t nextTick() const;

    std::array<std::array<ItemList, Slots>, Levels> m_slots;
    std::array<std::array<std::uint64_t, Slots / WordBits>, Levels> m_occupied{};
    TimePoint m_start;
    std::uint64_t m_current = 0; // everything before this tick has expired
    std::size_t m_size = 0;
};

} // namespace qontroller
