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

bool Beliefs::mayRemove(Item &item)
{
    const bool eventSaidSo = item.costsNoAttempt && !item.denied; // it happened after the list
    const bool isTold = item.isAbsent() || eventSaidSo
                        || (item.runCauses & bit(Cause::Operator)) != 0;
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
