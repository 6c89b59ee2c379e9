// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/itemstore.h"

#include <algorithm>
#include <stop_token>
#include <vector>

namespace qontroller::ui {

/// Which items of a store somebody has to look at again: those that have changed, come or gone, or
/// all. Each counts once, however often it changes.
class DirtyItems final
{
public:
    using Slots = std::vector<Slot>;

    [[nodiscard]] bool isEmpty() const { return m_slots.empty() && !m_all; }
    [[nodiscard]] bool areAll() const { return m_all; }

    void note(const Slots &places)
    {
        if (!m_all)
            std::ranges::for_each(places, [this](Slot slot) { noteOne(slot); });
    }
    void note(const DirtyItems &more)
    {
        if (more.m_all)
            noteAll();
        else
            note(more.m_slots);
    }
    void noteAll()
    {
        clear();
        m_all = true;
    }
    void clear() { *this = {}; }

    [[nodiscard]] bool has(Slot slot) const
    {
        return m_all || (slot < m_isNoted.size() && m_isNoted[slot]);
    }

    /// Calls \a visit(slot, item) for those that are there, in no order, in any thread. False: it
    /// was asked to stop, and some are left.
    template<class Visitor>
    [[nodiscard]] bool visit(const ItemStore &store, const std::stop_token &stop,
                             Visitor visit) const
    {
        if (stop.stop_requested())
            return false;
        if (!m_all)
            return visitNoted(store, stop, visit);
        for (Slot first = 0; store.readChunk(first, AtOnce, visit); first += AtOnce) {
            if (stop.stop_requested())
                return false;
        }
        return true;
    }

private:
    static constexpr Slot AtOnce = 2000; ///< so that the GUI thread waits for the lock half a ms

    template<class Visitor>
    bool visitNoted(const ItemStore &store, const std::stop_token &stop, Visitor visit) const
    {
        for (std::size_t first = 0; first < m_slots.size(); first += AtOnce) {
            if (stop.stop_requested())
                return false;
            store.read([&] {
                const std::size_t end = std::min(first + AtOnce, m_slots.size());
                for (std::size_t i = first; i < end; ++i) {
                    if (store.isThere(m_slots[i]))
                        visit(m_slots[i], store.at(m_slots[i]));
                }
            });
        }
        return true;
    }

    void noteOne(Slot slot)
    {
        if (slot >= m_isNoted.size())
            m_isNoted.resize(std::max<std::size_t>(slot + 1, m_isNoted.size() * 2));
        if (m_isNoted[slot])
            return;
        m_isNoted[slot] = true;
        m_slots.push_back(slot);
    }

    bool m_all = false;
    Slots m_slots;
    std::vector<bool> m_isNoted; ///< by slot
};

} // namespace qontroller::ui
