// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/ownergraph.h"

#include <algorithm>
#include <utility>

namespace qontroller {

struct OwnerGraph::Owners
{
    std::vector<std::string> living;
    std::vector<std::string> waiting;   ///< being deleted, for this one to go
    std::vector<std::string> orphaning; ///< being deleted, for this one to stay
    std::vector<std::string> gone;
    std::vector<std::string> unknown;
};

namespace {

OwnerStep step(OwnerStep::Kind kind, std::vector<std::string> uids = {},
               const std::vector<std::string> &more = {})
{
    uids.insert(uids.end(), more.begin(), more.end());
    std::ranges::sort(uids);
    return {kind, std::move(uids)};
}

/// Why they are, as a sentence; empty: they are not.
std::string refusalOf(const OwnedObject &object)
{
    if (std::ranges::any_of(object.owners, &std::string::empty, &OwnerReference::uid))
        return "'" + object.id + "' names an owner without a unique id";
    return std::ranges::count(object.owners, true, &OwnerReference::isController) > 1
               ? "'" + object.id + "' has more than one controlling owner"
               : "";
}

} // namespace

std::string OwnerGraph::put(OwnedObject object)
{
    const std::string refusal = refusalOf(object);
    const std::string cycle = refusal.empty() ? cycleOf(object) : "";
    const std::string uid = object.uid;
    if (const auto place = m_nodes.find(uid); place != m_nodes.end())
        unlink(place->second.object);
    for (const OwnerReference &owner : object.owners) {
        if (refusal.empty())
            m_dependents[owner.uid].insert(uid);
    }
    m_gone.erase(uid);
    m_nodes[uid] = {std::move(object), !refusal.empty()};
    return refusal.empty() ? cycle : refusal;
}

std::string OwnerGraph::cycleOf(const OwnedObject &object) const
{
    const auto owner = std::ranges::find_if(object.owners, [&](const OwnerReference &each) {
        return !mayOwn(each.uid, object.uid);
    });
    return owner == object.owners.end()
               ? ""
               : "'" + object.id + "' and its owner '" + owner->id + "' own each other";
}

void OwnerGraph::erase(const std::string &uid)
{
    const auto place = m_nodes.find(uid);
    if (place == m_nodes.end())
        return;
    unlink(place->second.object);
    m_nodes.erase(place);
    if (m_dependents.contains(uid)) // they name one that existed, and does not
        m_gone.insert(uid);
}

void OwnerGraph::sayGone(const std::string &uid)
{
    if (!m_nodes.contains(uid) && m_dependents.contains(uid))
        m_gone.insert(uid);
}

void OwnerGraph::unlink(const OwnedObject &object)
{
    for (const OwnerReference &owner : object.owners) {
        const auto place = m_dependents.find(owner.uid);
        if (place == m_dependents.end())
            continue;
        place->second.erase(object.uid);
        if (!place->second.empty())
            continue;
        m_dependents.erase(place);
        m_gone.erase(owner.uid); // no object names it any more
    }
}

const OwnedObject *OwnerGraph::find(const std::string &uid) const
{
    const auto place = m_nodes.find(uid);
    return place == m_nodes.end() ? nullptr : &place->second.object;
}

std::vector<std::string> OwnerGraph::dependentsOf(const std::string &uid) const
{
    const auto place = m_dependents.find(uid);
    if (place == m_dependents.end())
        return {};
    return {place->second.begin(), place->second.end()};
}

std::vector<std::string> OwnerGraph::around(const std::string &uid) const
{
    std::set<std::string> around{uid};
    if (const OwnedObject *object = find(uid)) {
        for (const OwnerReference &owner : object->owners)
            around.insert(owner.uid);
    }
    for (const std::string &dependent : dependentsOf(uid))
        around.insert(dependent);
    return {around.begin(), around.end()};
}

std::vector<std::string> OwnerGraph::uids(std::string_view kind) const
{
    std::vector<std::string> uids;
    for (const auto &[uid, node] : m_nodes) {
        if (kind.empty() || node.object.kind == kind)
            uids.push_back(uid);
    }
    return uids;
}

OwnerStep OwnerGraph::next(const std::string &uid) const
{
    const auto place = m_nodes.find(uid);
    if (place == m_nodes.end())
        return {};
    const auto &[object, isRefused] = place->second;
    if (object.deletion != Deletion::None)
        return nextOfDeleted(object);
    return isRefused ? OwnerStep() : nextOfLiving(object);
}

OwnerStep OwnerGraph::nextOfLiving(const OwnedObject &object) const
{
    using Kind = OwnerStep::Kind;
    const Owners owners = ownersOf(object);
    if (!owners.unknown.empty()) // nothing is concluded before
        return step(Kind::Look, owners.unknown);
    if (!owners.living.empty()) {
        auto useless = step(Kind::DropOwners, owners.gone, owners.waiting);
        useless.uids.insert(useless.uids.end(), owners.orphaning.begin(), owners.orphaning.end());
        std::ranges::sort(useless.uids);
        return useless.uids.empty() ? OwnerStep() : useless;
    }
    if (!owners.orphaning.empty())
        return step(Kind::DropOwners, owners.orphaning, owners.gone);
    if (owners.waiting.empty())
        return owners.gone.empty() ? OwnerStep() : step(Kind::Delete);
    // Its owner waits for it, so those that hold it up go before it, too.
    return step(dependentsOf(object.uid).empty() ? Kind::Delete : Kind::Mark);
}

OwnerStep OwnerGraph::nextOfDeleted(const OwnedObject &object) const
{
    std::vector<std::string> first;
    for (const std::string &uid : dependentsOf(object.uid)) {
        if (waitsFor(object, m_nodes.at(uid).object))
            first.push_back(uid);
    }
    return step(first.empty() ? OwnerStep::Kind::Delete : OwnerStep::Kind::Wait, first);
}

bool OwnerGraph::waitsFor(const OwnedObject &object, const OwnedObject &dependent) const
{
    if (object.deletion == Deletion::Background)
        return false;
    const bool holdsUp = std::ranges::any_of(dependent.owners, [&](const OwnerReference &owner) {
        return owner.uid == object.uid && owner.holdsOwnerUp;
    });
    if (object.deletion == Deletion::Foreground && !holdsUp)
        return false;
    // That one would wait for this one.
    return dependent.deletion == Deletion::None || mayOwn(object.uid, dependent.uid);
}

OwnerGraph::Owners OwnerGraph::ownersOf(const OwnedObject &object) const
{
    Owners owners;
    for (const OwnerReference &reference : object.owners) {
        const OwnedObject *owner = find(reference.uid);
        if (!owner)
            (m_gone.contains(reference.uid) ? owners.gone : owners.unknown)
                .push_back(reference.uid);
        else if (owner->deletion == Deletion::Foreground)
            owners.waiting.push_back(reference.uid);
        else if (owner->deletion == Deletion::Orphan)
            owners.orphaning.push_back(reference.uid);
        else
            owners.living.push_back(reference.uid);
    }
    return owners;
}

bool OwnerGraph::mayOwn(const std::string &owner, const std::string &dependent) const
{
    std::set<std::string> met;
    std::vector<std::string> above{owner};
    while (!above.empty()) {
        const std::string uid = std::move(above.back());
        above.pop_back();
        if (uid == dependent)
            return false;
        const auto place = m_nodes.find(uid);
        if (place == m_nodes.end() || place->second.isRefused || !met.insert(uid).second)
            continue;
        for (const OwnerReference &next : place->second.object.owners)
            above.push_back(next.uid);
    }
    return true;
}

} // namespace qontroller
