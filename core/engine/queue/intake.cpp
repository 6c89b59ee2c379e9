// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/intake.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace qontroller {

void Intake::add(std::string_view id, Cause cause, TimePoint now)
{
    if (!m_schedule.isClosed())
        m_schedule.trigger(m_schedule.itemOf(id, now), cause, bandOf(cause), now);
}

void Intake::event(EventType type, std::string_view id, Version version, TimePoint now)
{
    if (m_schedule.isClosed())
        return;
    ++m_schedule.counters().watchEvents;
    m_schedule.noteEvents();
    Item &item = m_schedule.itemOf(id, now);
    m_schedule.beliefs().sight().hearOf(item);
    item.heardOf = true;
    item.lastDeleted = type == EventType::Deleted;
    const Existence existence = item.lastDeleted ? Existence::Deleted : Existence::Present;
    const bool differs = item.existence != existence || (version != 0 && version != item.version);
    m_schedule.beliefs().believe(item, existence);
    item.unversioned = version == 0;
    if (version != 0)
        item.version = version;
    if (differs)
        m_schedule.noteChange(item, now);
    const Cause cause = type == EventType::Added      ? Cause::Added
                        : type == EventType::Modified ? Cause::Modified
                                                      : Cause::Deleted;
    m_schedule.trigger(item, cause, Band::Event, now);
}

bool Intake::lookAt(std::string_view id, Cause cause, TimePoint now)
{
    Item *const item = m_schedule.find(id);
    if (item)
        m_schedule.trigger(*item, cause, bandOf(cause), now);
    return item != nullptr;
}

void Intake::beginList()
{
    m_schedule.beliefs().beginList();
}

// A million items do not fit into a cache: what an id needs is fetched while those before it are
// taken in, its slot first.
void Intake::listed(std::span<const Listed> portion, TimePoint now)
{
    constexpr std::size_t SlotsAhead = 16;
    constexpr std::size_t ItemsAhead = 6;
    const ItemTable &table = m_schedule.table();
    for (const Listed &entry : portion.first(std::min(SlotsAhead, portion.size())))
        table.fetchSlot(entry.hash);
    for (std::size_t i = 0; i < portion.size(); ++i) {
        if (i + SlotsAhead < portion.size())
            table.fetchSlot(portion[i + SlotsAhead].hash);
        if (i + ItemsAhead < portion.size())
            table.fetchItem(portion[i + ItemsAhead].hash);
        if (portion[i].isLeftover)
            leftover(portion[i], now);
        else
            listed(portion[i], now);
    }
}

void Intake::listed(const Listed &entry, TimePoint now)
{
    Beliefs &beliefs = m_schedule.beliefs();
    if (m_schedule.isClosed() || beliefs.isBuried(entry.id))
        return;
    const auto [known, isNew] = m_schedule.findOrCreate(entry.id, entry.hash, now);
    Item &item = *known;
    const bool eventIsNewer = !isNew && beliefs.sight().isNewerThanList(item);
    if (eventIsNewer && item.isAbsent() && item.lastDeleted)
        return; // deleted while the list was made: what it shows is old

    const bool appears = isNew || item.isAbsent();
    const Version version = entry.version;
    const bool told = version != 0 && !eventIsNewer;
    const bool differs = told && item.version != 0 && version != item.version;
    if (told)
        item.version = version;
    if (appears || differs)
        m_schedule.noteChange(item, now);
    beliefs.sight().show(item);
    item.heardOf = true;
    if (appears)
        item.reopen();
    if (!item.denied || appears) // what its storage denies stays as it is until that has changed
        beliefs.believe(item, Existence::Present);
    if (item.isWithheld() && beliefs.restsWithheld(item))
        return m_schedule.settle(item, now);

    const Cause cause = appears ? Cause::Listed : differs ? Cause::Modified : Cause::Resync;
    m_schedule.trigger(item, cause, Band::Resync, now);
}

void Intake::leftover(const Listed &entry, TimePoint now)
{
    if (m_schedule.isClosed() || m_schedule.beliefs().isBuried(entry.id))
        return;
    const auto [known, isNew] = m_schedule.findOrCreate(entry.id, entry.hash, now);
    Item &item = *known;
    if (!isNew) {
        if (item.elsewhere && item.isAbsent()) // its removal is not done yet
            m_schedule.beliefs().sight().hearOf(item);
        return;
    }
    m_schedule.beliefs().sight().showGone(item);
    m_schedule.beliefs().noteLeftover();
    m_schedule.settle(item, now);
}

std::uint64_t Intake::countMissing(ItemTable::Walk &walk, const Unseen &unseen)
{
    std::uint64_t missing = 0;
    m_schedule.walk(walk, [&](const Item &item) {
        missing += item.existence == Existence::Present && !item.afterBurst
                   && m_schedule.beliefs().sight().isMissing(item) && !unseen.covers(item.id());
    });
    return missing;
}

Missing Intake::judge(std::uint64_t missing, const std::string &doubt, TimePoint now)
{
    m_schedule.tellLetGo(now);
    const Missing what = m_schedule.beliefs().judge(missing, doubt, now);
    if (what == Missing::Remove && missing > 0)
        m_schedule.logbook().log(EventRecord::Kind::Vanished, {}, Said::vanished(missing), now);
    if (what == Missing::Hold)
        m_schedule.logbook().log(EventRecord::Kind::Held, {}, Said::removalsHeld(missing, doubt),
                                 now);
    return what;
}

void Intake::sweep(ItemTable::Walk &walk, Missing what, const Unseen &unseen, TimePoint now)
{
    if (m_schedule.isClosed())
        what = Missing::Keep;
    std::vector<Item *> forgotten;
    m_schedule.walk(walk, [&](Item &item) {
        const bool isLacking = m_schedule.beliefs().sight().isMissing(item)
                               && !unseen.covers(item.id());
        const bool isMissing = !item.isAbsent() && !item.isWithheld() && isLacking;
        if (item.isAbsent() && isLacking && what != Missing::Keep)
            Beliefs::acquit(item); // the list agrees with its storage
        if (isLacking && isForgotten(item) && !m_schedule.owns(item.id()))
            forgotten.push_back(&item);
        else if (item.isAbsent() && item.isIdle())
            m_schedule.trigger(item, Cause::Resync, Band::Resync, now); // its removal is owed
        else if (isMissing && what == Missing::Remove)
            remove(item, now);
        else if (isMissing && what == Missing::Hold)
            m_schedule.hold(item, now);
    });
    for (Item *item : forgotten)
        m_schedule.erase(*item);
}

/// judge() has counted it.
void Intake::remove(Item &item, TimePoint now)
{
    item.admitted = true;
    m_schedule.miss(item, now);
}

Beliefs::Past Intake::endList()
{
    return m_schedule.beliefs().endList();
}

void Intake::openGate()
{
    if (!m_schedule.isClosed()) // the stop may have cut the list short
        m_schedule.places().setGateOpen(true);
}

void Intake::logSource(EventRecord::Kind kind, Said said, TimePoint now)
{
    Counters &counters = m_schedule.counters();
    counters.watchErrors += kind == EventRecord::Kind::WatchError;
    counters.watchRestarts += kind == EventRecord::Kind::WatchEnded;
    m_schedule.logbook().log(kind, {}, std::move(said), now);
}

} // namespace qontroller
