// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/beliefs.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Shown by no list, and nothing was made for it: it came by an event, and was gone when its
/// storage was asked. Nothing is lost with it.
bool isUnmade(const Item &item)
{
    return item.listNumber == 0 && !item.made;
}

} // namespace

void Beliefs::restore(Item &item, Existence existence, bool denied)
{
    m_sight.restore(item);
    item.denied = denied;
    believe(item, existence);
}

void Beliefs::forget(Item &item)
{
    --countOf(item.existence);
    if (item.existence == Existence::Held)
        m_holds.noteEnd();
    m_sight.forget(item);
    m_uncounted -= item.afterBurst;
    if (item.admitted && m_guard.isOn())
        m_gone.insert_or_assign(ObjectId(item.id()), Removed{m_guard.number(), item.denied});
    acquit(item);
}

void Beliefs::takeBack(std::string_view id)
{
    const auto gone = m_gone.find(id);
    if (gone == m_gone.end())
        return;
    const bool counts = gone->second.wave == m_guard.number();
    if (counts && gone->second.wasDenied)
        return; // lists may go on to show it: that it comes back is its storage's to say
    if (counts)
        m_guard.takeBack();
    m_gone.erase(gone);
}

bool Beliefs::wentBefore(const Item &item) const
{
    if (m_gone.empty())
        return false;
    const auto gone = m_gone.find(item.id());
    return gone != m_gone.end() && gone->second.wasDenied && gone->second.wave == m_guard.number();
}

void Beliefs::bury(Item &item)
{
    if (m_listing && m_sight.isNewerThanList(item))
        m_buried.emplace(item.id());
    forget(item);
}

void Beliefs::decide(Item &item, Existence existence)
{
    m_letGo -= item.existence == Existence::Held; // which believe() counts
    believe(item, existence);
    if (count(Existence::Held) == 0)
        m_guard.settle();
}

Missing Beliefs::judge(std::uint64_t missing, const std::string &doubt, TimePoint now)
{
    DeletionGuard::Facts all = facts();
    if (missing == 0) {
        m_guard.rest(all, now);
        return Missing::Remove;
    }
    // What this very list has shown first was not known before it, unless it is the first of all.
    if (m_knownBefore > 0)
        all.known = std::min(all.known, m_knownBefore + m_leftovers);
    const Presence wave = m_guard.weigh(missing, all);
    const bool isDoubted = m_guard.isOn() && !doubt.empty();
    if (!isDoubted && m_guard.admits(missing, all, now))
        return Missing::Remove;
    m_guard.withhold(all);
    m_holds.begin({HeldList::Kind::List, now, wave.present, wave.missing, wave.before, doubt});
    return Missing::Hold;
}

bool Beliefs::restsWithheld(const Item &item)
{
    if (!m_storageDenies)
        return false;
    if (m_probed || item.paused || m_passed++ < m_turn)
        return true;
    m_probed = true;
    return false;
}

bool Beliefs::mayRemove(Item &item, TimePoint now)
{
    if (!admits(item, now))
        return false;
    if (item.existence != Existence::Deleted && !item.removing && !wentBefore(item)) {
        item.removing = true;
        m_guard.beginRemoval();
    }
    return true;
}

void Beliefs::endRun(Item &item, Ran ran, TimePoint now)
{
    const bool wasUnasked = ran == Ran::Remove && item.existence != Existence::Deleted
                            && !wentBefore(item);
    if (wasUnasked && !item.removing) // it has no storage that was asked
        m_guard.beginRemoval();
    if (wasUnasked || item.removing)
        m_guard.endRemoval(now);
    item.removing = false;
}

bool Beliefs::admits(Item &item, TimePoint now)
{
    if (item.isAbsent() || isUnmade(item))
        return true;
    item.denied = true;
    if (wentBefore(item) && facts().held == 0)
        return true;
    if (!item.isWithheld() && (item.admitted || m_guard.admits(1, facts(), now)))
        return item.admitted = true;
    m_storageDenies = true;
    if (!item.isWithheld()) {
        const Presence wave = m_guard.weigh(1, facts());
        m_guard.withhold(facts());
        m_holds.goOn({HeldList::Kind::Storage, now, wave.present, wave.missing, wave.before, {}},
                     Holds::IsHeld(facts().held > 0));
    }
    return false;
}

} // namespace qontroller
