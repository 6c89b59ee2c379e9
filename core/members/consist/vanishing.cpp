// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/vanishing.h"

#include "core/engine/api/massdeletion.h"

#include <algorithm>

namespace qontroller::consist {

namespace {

/// Without those that others stand for.
std::size_t missingOf(const Vanishing &members)
{
    const bool areReplaced = members.source == Vanishing::Source::Silent;
    return members.vanished - (areReplaced ? std::min(members.vanished, members.arrived) : 0);
}

} // namespace

bool isMassRemoval(const Vanishing &members)
{
    return isMassDeletion({members.known, missingOf(members)});
}

bool VanishingGuard::admits(const Vanishing &members, TimePoint now)
{
    const std::size_t missing = missingOf(members);
    if (missing == 0)
        return !isMassRemoval(members);
    const DeletionWave before = isOver(now) ? DeletionWave{members.known, 0, {}} : m_wave;
    Vanishing all = members;
    all.known = std::max<std::size_t>(before.known, before.gone + members.known);
    all.vanished += before.gone;
    if (isMassRemoval(members) || isMassRemoval(all))
        return false;
    m_wave = {before.known, before.gone + missing, now};
    return true;
}

bool VanishingGuard::isUnsure(const Vanishing &members, TimePoint now)
{
    Vanishing all = members;
    all.vanished += members.shown;
    if (members.shown == 0 || !isMassRemoval(all)) {
        m_unsureSince.reset();
        return false;
    }
    if (!isWaiting(now))
        m_unsureSince = now;
    if (now - *m_unsureSince < Settling)
        return true;
    m_unsureSince.reset(); // they were deselected
    return false;
}

} // namespace qontroller::consist
