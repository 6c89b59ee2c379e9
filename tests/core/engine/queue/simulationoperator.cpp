// SPDX-License-Identifier: LGPL-3.0-or-later
// The operator of a Simulation.
#include "simulation.h"

#include "queueing.h"
#include "simulationnote.h"

namespace qontroller::test {

using namespace std::chrono_literals;

void Simulation::operate()
{
    switch (below(8)) {
    case 0:
    case 1: return pauseOrResumeItem();
    case 2: return pauseOrResumeAll();
    case 3:
    case 4: return triggerByHand();
    case 5: return discard();
    case 6: return judgeHeld();
    default: m_workers = below(Seats + 1); return note("workers: ", m_workers);
    }
}

void Simulation::pauseOrResumeItem()
{
    pull();
    const std::size_t index = anyObject();
    const ItemRow *row = m_mirror.find(nameOf(index));
    if (!row)
        return;
    Object &object = m_objects[index];
    object.notBefore = {}; // what was planned follows on resume
    if (m_pausedUntil.contains(row->key) && chance(70)) {
        note("operator resumes ", index);
        m_pausedUntil.erase(row->key);
        return on<Orders>(
            [&](Orders &orders, TimePoint now) { orders.resumeItem(nameOf(index), now); });
    }
    const TimePoint until = chance(50) ? TimePoint::max()
                                       : m_clock.now() + std::chrono::milliseconds(below(500));
    note("operator pauses ", index, until == TimePoint::max() ? "" : " for a while");
    m_pausedUntil[row->key] = until;
    on<Orders>([&](Orders &orders, TimePoint now) {
        orders.pauseItem(nameOf(index), until, "test", now);
    });
}

void Simulation::pauseOrResumeAll()
{
    if (chance(60)) {
        note("operator resumes all");
        m_allPausedUntil = {};
        return on<Orders>([](Orders &orders, TimePoint) { orders.resume(); });
    }
    m_allPausedUntil = chance(30) ? TimePoint::max()
                                  : m_clock.now() + std::chrono::milliseconds(1 + below(200));
    note("operator pauses all");
    on<Orders>([this](Orders &orders, TimePoint) { orders.pause(m_allPausedUntil, "test"); });
}

void Simulation::triggerByHand()
{
    const std::size_t index = anyObject();
    Object &object = m_objects[index];
    object.mayBePresent = true;
    triggered(index);
    const std::string id = nameOf(index);
    pull();
    if (!m_mirror.find(id)) { // what gets known is newer than a list under way
        object.eventInList = m_listNumber;
        object.deletedInThisList = false;
    }
    if (chance(30)) {
        note("an owned object of ", index, " changed");
        return add(*m_queue, id, Cause::Owner);
    }
    note("operator requeues ", index);
    on<Orders>([&](Orders &orders, TimePoint now) { orders.requeueItem(id, 7, now); });
}

void Simulation::discard()
{
    if (!m_discards)
        return;
    pull();
    const std::size_t index = anyObject();
    const ItemRow *row = m_mirror.find(nameOf(index));
    const bool running = row
                         && (row->state == ItemState::Running || row->state == ItemState::Stuck);
    if (!row || running)
        return;
    note("operator discards ", index);
    Object &object = m_objects[index];
    const auto result = on<Orders>(
        [&](Orders &orders, TimePoint now) { return orders.discardItem(nameOf(index), now); });
    if (result != Orders::Discard::Done)
        return require(row->absent || held().contains(row->id), "it owes a removal");
    require(!row->absent || object.failedLast, "no removal is forgotten that may still succeed");
    object.uncertain = true;
    object.deletedInThisList = false; // forgotten with all the rest
    object.refused = false;
    m_pausedUntil.erase(row->key);
}

void Simulation::judgeHeld()
{
    for (const ObjectId &id : held()) {
        if (chance(50)) {
            removeHeld(id);
        } else {
            note("operator keeps ", id);
            m_objects[std::stoul(id)].refused = true;
            on<Orders>([&](Orders &orders, TimePoint now) { orders.keepHeld(id, now); });
        }
    }
}

void Simulation::removeHeld(const ObjectId &id)
{
    note("operator confirms the removal of ", id);
    triggered(std::stoul(id));
    m_objects[std::stoul(id)].mayBeAbsent = true;
    on<Orders>([&](Orders &orders, TimePoint now) { orders.removeHeld(id, 0, now); });
}

} // namespace qontroller::test
