// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/beliefs.h"

namespace qontroller {

void Beliefs::restore(Item &item, Existence existence, bool denied)
{
    constexpr std::uint32_t FormerList = UINT32_MAX;
    item.listNumber = FormerList;
    believe(item, existence);
    item.denied = denied;
    m_denied += denied;
    m_storageDenies = m_storageDenies || (denied && item.isWithheld());
}

void Beliefs::forget(Item &item)
{
    --countOf(item.existence);
    acquit(item);
}

void Beliefs::bury(Item &item)
{
    m_deniedRemoved += item.denied;
    if (m_listing && isNewerThanList(item))
        m_buried.emplace(item.id());
    forget(item);
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

bool Beliefs::mayRemove(Item &item)
{
    // An event of its source, and it happened after the list. A version that a list shows, or an
    // owner's change, may be what a folder that is mounted over looks like.
    const bool hasEvent = (item.runCauses & (bit(Cause::Added) | bit(Cause::Modified))) != 0
                          && isNewerThanList(item);
    const bool isConfirmed = item.isWithheld() && (item.runCauses & bit(Cause::Operator)) != 0;
    const bool isTold = item.isAbsent() || isConfirmed || (hasEvent && !item.denied);
    if (isTold || !m_guarded || item.listNumber == 0)
        return true;
    m_denied += !item.denied;
    item.denied = true;
    if (!item.isWithheld() && !isMassDeletion(denied()))
        return true;
    m_storageDenies = true;
    return false;
}

} // namespace qontroller
