// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/controllerview.h"
#include "core/queue/rules.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

namespace qontroller {

/// What is believed of all objects together: how many exist, what the list under way has to
/// say, and whether the storage can be trusted.
///
/// A source has the last word on an object: an event of it is newer than the list that was
/// under way. Not thread-safe.
class Beliefs
{
public:
    explicit Beliefs(bool guarded)
        : m_guarded(guarded)
    {}

    void setGuarded(bool guarded) { m_guarded = guarded; }

    // Objects

    /// \a item gets known as present. A list under way may have missed it.
    void welcome(Item &item)
    {
        item.existence = Existence::Present;
        item.eventListNumber = m_list;
        m_buried.erase(ObjectId(item.id()));
        ++countOf(Existence::Present);
    }
    /// \a item, which was welcomed before the first list, was known before this controller began.
    /// It counts as listed once, so that the storage alone cannot cause its removal.
    void restore(Item &item, Existence existence, bool denied);
    void believe(Item &item, Existence existence)
    {
        --countOf(item.existence);
        ++countOf(existence);
        item.existence = existence;
    }
    void forget(Item &item);
    /// \a item was removed, and is forgotten. The list under way may still show it: that is old.
    void bury(Item &item);
    [[nodiscard]] std::size_t count(Existence existence) const
    {
        return m_counts[static_cast<std::size_t>(existence)];
    }

    // Lists

    void beginList()
    {
        ++m_list;
        m_listing = true;
        m_turn = m_probed ? m_turn + 1 : 0;
        m_passed = 0;
        m_probed = false;
        m_buried.clear(); // of a list that never ended
    }
    /// Gives what was buried, which may be much, for the caller to destroy.
    [[nodiscard]] std::set<ObjectId, std::less<>> endList()
    {
        m_listing = false;
        m_deniedRemoved = 0;
        return std::exchange(m_buried, {});
    }
    /// The guard holds what \a presence says.
    void holdFor(const Presence &presence, TimePoint now)
    {
        m_held = {now, presence.present, presence.missing};
    }
    /// The list whose removals were held back last.
    [[nodiscard]] const HeldList &heldList() const { return m_held; }
    /// The number of the last list that has begun.
    [[nodiscard]] std::uint32_t list() const { return m_list; }
    /// Its source has spoken of it since the list began.
    [[nodiscard]] bool isNewerThanList(const Item &item) const
    {
        return item.eventListNumber == m_list;
    }
    /// The list that has ended did not show it.
    [[nodiscard]] bool isMissing(const Item &item) const
    {
        return item.listNumber != m_list && item.eventListNumber != m_list;
    }
    [[nodiscard]] bool isBuried(std::string_view id) const
    {
        return !m_buried.empty() && m_buried.contains(id);
    }

    // What lists show and the storage denies

    /// Whether a running \a item may be removed because its storage says that it is gone. If
    /// not, `denied()` says of how many it does.
    [[nodiscard]] bool mayRemove(Item &item);
    [[nodiscard]] Presence denied() const
    {
        return {count(Existence::Present) + count(Existence::Held) + m_deniedRemoved,
                m_denied + m_deniedRemoved};
    }
    /// The storage has it after all, or it is forgotten.
    void acquit(Item &item)
    {
        m_denied -= item.denied;
        item.denied = false;
    }
    /// The storage had \a item.
    void found(Item &item)
    {
        m_storageDenies = m_storageDenies && !item.denied;
        acquit(item);
    }
    /// Whether \a item, which is withheld and which the list shows, is left alone: while the
    /// storage denies such items, one for each list is asked for, in turn.
    [[nodiscard]] bool restsWithheld(const Item &item);

private:
    [[nodiscard]] std::size_t &countOf(Existence existence)
    {
        return m_counts[static_cast<std::size_t>(existence)];
    }

    std::array<std::size_t, ExistenceCount> m_counts{};
    std::set<ObjectId, std::less<>> m_buried; // removed since the list under way began
    HeldList m_held;
    std::size_t m_denied = 0;        // items
    std::size_t m_deniedRemoved = 0; // of these: removed since the last list ended
    std::uint32_t m_list = 0;
    bool m_listing = false;
    bool m_guarded;               // against mass deletion
    bool m_storageDenies = false; // what it said last of a withheld item that lists show
    bool m_probed = false;        // … and since this list began it is asked about one again
    std::size_t m_turn = 0;       // which of them this list asks about
    std::size_t m_passed = 0;     // those before it, of this list
};

} // namespace qontroller
