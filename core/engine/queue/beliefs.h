// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/deletionguard.h"
#include "core/engine/queue/holds.h"
#include "core/engine/queue/rules.h"
#include "core/engine/queue/sight.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
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
        : m_guard(guarded)
    {}

    [[nodiscard]] DeletionGuard &guard() { return m_guard; }

    // Objects

    /// \a item gets known as present. A list under way may have missed it.
    void welcome(Item &item)
    {
        item.existence = Existence::Present;
        m_sight.welcome(item);
        if (!m_buried.empty())
            m_buried.erase(ObjectId(item.id()));
        if (!m_gone.empty())
            takeBack(item.id());
        m_uncounted += item.afterBurst;
        ++countOf(Existence::Present);
    }
    /// \a item, which was welcomed before the first list, was known before this controller began.
    /// It counts as listed once, so that the storage alone cannot cause its removal.
    void restore(Item &item, Existence existence, bool denied);
    void believe(Item &item, Existence existence)
    {
        if (item.admitted && existence != Existence::Missing) {
            item.admitted = false; // it is here after all, or held, or an event has asked for it
            m_guard.takeBack();
        }
        if (item.existence == Existence::Held && existence != Existence::Held) {
            ++m_letGo;
            m_holds.noteEnd();
        }
        --countOf(item.existence);
        ++countOf(existence);
        item.existence = existence;
        m_storageDenies = m_storageDenies || (item.denied && item.isWithheld());
    }
    void forget(Item &item);
    /// \a item was removed, and is forgotten. The list under way may still show it: that is old.
    void bury(Item &item);
    /// A person has decided on \a item, which was held.
    void decide(Item &item, Existence existence);
    [[nodiscard]] std::size_t count(Existence existence) const
    {
        return m_counts[static_cast<std::size_t>(existence)];
    }

    // Lists

    void beginList()
    {
        m_sight.begin();
        m_listing = true;
        m_knownBefore = facts().known;
        m_leftovers = 0;
        m_turn = m_probed ? m_turn + 1 : 0;
        m_passed = 0;
        m_probed = false;
        m_buried.clear(); // of a list that never ended
    }
    /// That an object was removed, which counts for the guard.
    struct Removed
    {
        std::uint32_t wave = 0; ///< its number
        bool wasDenied = false; ///< by its storage; lists may go on to show it
    };
    using Gone = std::map<ObjectId, Removed, std::less<>>;
    struct Past
    {
        std::set<ObjectId, std::less<>> buried;
        Gone gone;
    };
    /// Gives what counts no more, which may be much, for the caller to destroy.
    [[nodiscard]] Past endList()
    {
        m_listing = false;
        return {std::exchange(m_buried, {}),
                m_guard.isWaveOver() ? std::exchange(m_gone, {}) : Gone()};
    }
    /// The list under way says of an object that is new to it that something of it is left.
    void noteLeftover() { ++m_leftovers; }
    /// What becomes of the \a missing objects that the list lacks; \a doubt: ListResult::doubt().
    /// Holds are noted. Call it once for a list that concludes anything.
    [[nodiscard]] Missing judge(std::uint64_t missing, const std::string &doubt, TimePoint now);
    /// How many items are held no more although no person has decided on them, since the last call.
    [[nodiscard]] std::uint64_t takeLetGo() { return std::exchange(m_letGo, 0); }
    [[nodiscard]] bool hasLetAllGo() const { return m_letGo > 0 && count(Existence::Held) == 0; }
    [[nodiscard]] Holds &holds() { return m_holds; }
    [[nodiscard]] const Holds &holds() const { return m_holds; }
    [[nodiscard]] Sight &sight() { return m_sight; }
    /// No item is missing, and none owes a removal: a walk over all would find nothing to do.
    [[nodiscard]] bool isAllSeen(std::size_t items) const
    {
        return m_sight.seen() == items && count(Existence::Deleted) == 0
               && count(Existence::Missing) == 0;
    }
    [[nodiscard]] bool isBuried(std::string_view id) const
    {
        return !m_buried.empty() && m_buried.contains(id);
    }

    // What lists show and the storage denies

    /// Whether a running \a item may be removed because its storage says that it is gone. If not,
    /// it is to be held: the hold is noted.
    [[nodiscard]] bool mayRemove(Item &item, TimePoint now);
    /// The run of \a item has ended; \a ran: what it did.
    void endRun(Item &item, Ran ran, TimePoint now);
    /// The storage has it after all, or it is forgotten.
    static void acquit(Item &item) { item.denied = false; }
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
    [[nodiscard]] bool admits(Item &item, TimePoint now);
    /// \a item was removed in this wave because its storage denied it, and a list shows it all the
    /// same: that it is denied again is nothing new.
    [[nodiscard]] bool wentBefore(const Item &item) const;
    /// \a id is there again: if its removal counts in the wave that goes on, it counts no more. So
    /// what comes and goes counts once.
    void takeBack(std::string_view id);
    [[nodiscard]] DeletionGuard::Facts facts() const
    {
        const std::uint64_t held = count(Existence::Held);
        return {count(Existence::Present) - m_uncounted + held, held};
    }
    [[nodiscard]] std::size_t &countOf(Existence existence)
    {
        return m_counts[static_cast<std::size_t>(existence)];
    }

    std::array<std::size_t, ExistenceCount> m_counts{};
    std::set<ObjectId, std::less<>> m_buried; // removed since the list under way began
    Gone m_gone;
    DeletionGuard m_guard;
    Holds m_holds;
    std::uint64_t m_knownBefore = 0; // the list under way
    std::uint64_t m_leftovers = 0;   // of that list
    std::uint64_t m_letGo = 0;       // and not said yet
    std::size_t m_uncounted = 0;     // the item that comes after bursts: no object
    Sight m_sight;
    bool m_listing = false;
    bool m_storageDenies = false; // what it said last of a withheld item that lists show
    bool m_probed = false;        // … and since this list began it is asked about one again
    std::size_t m_turn = 0;       // which of them this list asks about
    std::size_t m_passed = 0;     // those before it, of this list
};

} // namespace qontroller
