// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/rules.h"

#include <list>
#include <unordered_map>

namespace qontroller {

/// Items that run again and again although nothing says that they have changed: a watch tells of
/// what the handler writes, or two handlers ask for each other's object.
///
/// Each such run fills a vessel by its weight (weightOf()), which empties as time goes by. An
/// item whose vessel runs over *loops* (Item::looping): from then on it runs once a second. It
/// does so until something says that it has changed. It is told of for a minute longer, so that
/// one that changes now and then is not told of each time. Not thread-safe.
class Loops
{
public:
    /// While it loops an item rests for so long after each of its runs.
    static constexpr Duration Rest = std::chrono::seconds(1);

    /// A run of \a item has ended, and Item::lastRun is still the end of the one before. True: it
    /// loops now, and was not told of.
    [[nodiscard]] bool count(Item &item, Duration weight, TimePoint now);
    /// \a item has changed.
    static void acquit(Item &item)
    {
        item.unrest = 0;
        item.looping = false;
    }
    /// \a item is about to be destroyed.
    void forget(Item &item);
    /// Ends the loops of items that have rested for long enough, and gives each to \a rested.
    template<class Function>
    void look(TimePoint now, Function rested)
    {
        while (!m_told.empty() && m_told.front()->lastRun + Memory < now) {
            Item &item = *m_told.front();
            forget(item);
            rested(item);
        }
    }
    /// How many are told of.
    [[nodiscard]] std::size_t size() const { return m_told.size(); }

    /// Until when \a item, of which a run was asked for, does not run; TimePoint{}: it may. An
    /// operator's word counts at once.
    [[nodiscard]] static TimePoint restsUntil(const Item &item)
    {
        const bool rests = item.looping && (item.causes() & bit(Cause::Operator)) == 0;
        return rests ? later(item.lastRun, Rest) : TimePoint{};
    }

private:
    static constexpr Duration Memory = std::chrono::minutes(1);

    std::list<Item *> m_told; // the one that has run longest ago first
    std::unordered_map<ItemKey, std::list<Item *>::iterator> m_places;
};

} // namespace qontroller
