// SPDX-License-Identifier: LGPL-3.0-or-later
// The source of a Simulation: its objects, its watch and its lists.
#include "core/engine/api/massdeletion.h"
#include "simulation.h"
#include "simulationnote.h"

#include <algorithm>

namespace qontroller::test {

void Simulation::changeSource(std::size_t index)
{
    Object &object = m_objects[index];
    const bool existed = object.version != 0;
    const bool deletes = existed && chance(40);
    object.version = deletes ? 0 : ++m_lastVersion;
    if (!deletes)
        object.ignored = chance(10);
    const EventType type = deletes   ? EventType::Deleted
                           : existed ? EventType::Modified
                                     : EventType::Added;
    const bool lost = m_lossy && chance(25);
    note("source: ", index,
         deletes   ? " deleted"
         : existed ? " modified"
                   : " created",
         lost ? ", event lost" : "");
    if (!lost)
        m_inFlight.push_back({type, index, object.version});
}

void Simulation::vanish()
{
    note("source: many vanish and nobody says so");
    for (Object &object : m_objects) {
        if (chance(60))
            object.version = 0;
    }
}

void Simulation::deliverEvent()
{
    if (m_inFlight.empty())
        return;
    const Event event = m_inFlight.front();
    m_inFlight.pop_front();
    deliver(event.type, event.object, event.version);
}

void Simulation::deliver(EventType type, std::size_t index, Version version)
{
    note("event: ", index, type == EventType::Deleted ? " deleted" : " added or modified");
    Object &object = m_objects[index];
    const bool deleted = type == EventType::Deleted;
    object.mayBeAbsent = deleted;
    object.mayBePresent = !deleted;
    object.deletedInThisList = deleted && m_list.active;
    object.eventInList = m_listNumber;
    object.refused = false;
    object.uncertain = false;
    triggered(index);
    const Version told = m_versions && !deleted ? version : 0;
    on<Intake>(
        [&](Intake &intake, TimePoint now) { intake.event(type, nameOf(index), told, now); });
}

void Simulation::beginList()
{
    note("list ", m_listNumber + 1, " begins");
    m_list = {.active = true, .live = chance(50), .next = 0, .snapshot = {}};
    ++m_listNumber;
    for (Object &object : m_objects) {
        m_list.snapshot.push_back(object.version);
        object.shown = object.deletedInThisList = false;
    }
    on<Intake>([](Intake &intake, TimePoint) { intake.beginList(); });
}

void Simulation::continueList()
{
    if (!m_list.active)
        return beginList();
    for (std::size_t steps = 1 + below(m_objects.size()); steps > 0; --steps) {
        if (m_list.next == m_objects.size())
            return endList();
        const std::size_t index = m_list.next++;
        const Version version = m_list.live ? m_objects[index].version : m_list.snapshot[index];
        if (version != 0)
            showInList(index, version);
    }
}

void Simulation::showInList(std::size_t index, Version version)
{
    note("list shows ", index);
    Object &object = m_objects[index];
    object.shown = true;
    if (!object.deletedInThisList) { // else the list is older than the deletion
        object.mayBePresent = true;
        object.refused = false;
        object.uncertain = false;
        triggered(index);
    }
    const Version told = m_versions ? version : 0;
    const std::string name = nameOf(index);
    const Intake::Listed entry{name, m_queue->hash()(name), told};
    on<Intake>([&](Intake &intake, TimePoint now) { intake.listed({&entry, 1}, now); });
}

void Simulation::endList()
{
    const std::size_t fate = below(10);
    if (fate < 6)
        return completeList(m_options);
    note("list is ", fate < 8 ? "partial" : "failed");
    m_list.active = false;
    m_queue->endList(fate < 8 ? ListResult::partial("cut") : ListResult::failed("broken"),
                     m_options);
    for (std::size_t i = 0; fate < 8 && i < m_objects.size(); ++i) {
        if (m_objects[i].mayBeAbsent)
            triggered(i); // a removal that is owed
    }
}

std::set<ObjectId> Simulation::held()
{
    std::vector<ObjectId> ids;
    m_queue->walk<View>(
        [&ids](View &view, ItemTable::Walk &walk, TimePoint) { view.held(walk, ids); });
    return {ids.begin(), ids.end()};
}

bool Simulation::isMissingMany()
{
    pull();
    const auto heldBefore = held();
    std::size_t present = 0;
    std::size_t missing = 0;
    for (const auto &[key, row] : m_mirror.rows()) {
        const Object &object = m_objects[std::stoul(row.id)];
        const bool there = object.shown || object.eventInList == m_listNumber || object.refused;
        const bool doubted = row.absent || heldBefore.contains(row.id);
        present += !doubted;
        missing += !doubted && !there;
    }
    return isMassDeletion({present, missing});
}

void Simulation::completeList(const ControllerOptions &options)
{
    const bool wouldRemoveMany = options.detectDeletions && options.massDeletionGuard
                                 && isMissingMany();
    const auto heldBefore = held();
    m_queue->endList(ListResult::complete(), options);
    const bool holds = held().size() > heldBefore.size();
    m_heldSome = m_heldSome || holds;
    require(holds || !wouldRemoveMany, "removals are held when they are many");
    require(std::ranges::includes(held(), heldBefore), "what is held stays held");
    for (std::size_t i = 0; i < m_objects.size(); ++i) {
        Object &object = m_objects[i];
        const bool there = object.shown && !object.deletedInThisList;
        if (!there || object.mayBeAbsent)
            triggered(i); // a removal is due, or one that was owed before
        const bool newer = object.eventInList == m_listNumber;
        const bool kept = holds || heldBefore.contains(nameOf(i)) || object.refused;
        if (there || newer || kept || !options.detectDeletions)
            continue;
        object.mayBeAbsent = true;
        object.mayBePresent = false;
    }
    note("list is complete", holds ? ", removals held" : "");
    m_list.active = false;
}

} // namespace qontroller::test
