// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/adoption.h"

#include <algorithm>

namespace qontroller {

namespace {

const OwnerReference *controllerOf(const OwnedObject &object)
{
    const auto place = std::ranges::find_if(object.owners, &OwnerReference::isController);
    return place == object.owners.end() ? nullptr : &*place;
}

} // namespace

Claim claimOf(const OwnedObject &owner, const OwnedObject &candidate, bool matches)
{
    const OwnerReference *controller = controllerOf(candidate);
    if (controller && controller->uid != owner.uid)
        return Claim::None;
    const bool isDeleting = owner.deletion != Deletion::None;
    if (controller)
        return matches || isDeleting ? Claim::Managed : Claim::Release;
    const bool mayAdopt = matches && !isDeleting && candidate.deletion == Deletion::None;
    return mayAdopt ? Claim::Adopt : Claim::None;
}

std::string Adoption::refusalOf(const OwnedObject &candidate, const OwnerGraph *graph)
{
    if (candidate.deletion != Deletion::None)
        return "'" + candidate.id + "' is being deleted";
    if (controllerOf(candidate))
        return "'" + candidate.id + "' has another controlling owner";
    if (graph && !graph->mayOwn(m_owner.uid, candidate.uid))
        return "'" + candidate.id + "' and '" + m_owner.id + "' would own each other";
    if (!m_refusal)
        m_refusal = look();
    return *m_refusal;
}

std::string Adoption::look()
{
    const auto live = m_readLive();
    if (!live)
        return "'" + m_owner.id + "' does not exist any more";
    if (live->uid != m_owner.uid)
        return "'" + m_owner.id + "' is another object of the same id by now";
    return live->deletion == Deletion::None ? "" : "'" + m_owner.id + "' is being deleted";
}

OwnerReference controllerReference(const OwnedObject &owner)
{
    return {owner.uid, owner.kind, owner.id, true, true};
}

} // namespace qontroller
